import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { unique } from "./api";
import { expectAccessible, expectNoSidewaysScroll, expectToast, failureIn } from "./steps";
import { AS_SAM, test } from "./test";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.describe("for a super admin", () => {
  test.use(AS_SAM);

  test("2.erase.551..555 a guest is erased after the typed word, and is nobody on every screen", {
    tag: "@main",
  }, async ({ page, office }) => {
    test.slow();
    const event = await office.event({ ticketPriceCents: 4500 });
    const fullName = unique("Zora Quillfeather");
    const guest = await office.attendee(event.id, { fullName, tableNumber: 12, notes: "No nuts, please" });
    await office.scan(guest.qrCodeData);
    await page.goto(`/attendee-details/${guest.id}`);
    const held = async () => {
      const download = page.waitForEvent("download");
      await button(page, "What we hold").click();
      return readFileSync(await (await download).path(), "utf8");
    };
    expect(await held()).toContain(fullName);
    const erase = button(page, "Erase this guest");
    await erase.click();
    const dialog = page.getByRole("dialog", { name: "Erase this guest" });
    await expect(dialog).toContainText(`${fullName} becomes 'Erased guest'. This cannot be undone.`);
    for (const text of ["What goes", "What stays", "Backups and exports made before"])
      await expect(dialog).toContainText(text);
    const confirm = dialog.getByRole("button", { name: "Erase", exact: true });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");
    await expect(erase).toBeFocused();
    await erase.click();
    await dialog.getByLabel("Type ERASE to confirm").fill("erase");
    await confirm.click();

    await expectToast(page, "Success", "Guest erased");
    await expect(page.getByRole("heading", { name: "Erased guest" })).toBeVisible();
    await expect(page.getByText(/^Erased on \d/)).toBeVisible();
    const main = page.getByRole("main");
    for (const text of ["Table 12", guest.invoiceNumber, "Checked in", "let this guest in"])
      await expect(main).toContainText(text);
    for (const text of [fullName, guest.phone, "No nuts", "Phone Number"])
      await expect(main).not.toContainText(text);
    for (const name of ["Edit", "Erase this guest", "Share"]) await expect(button(page, name)).toHaveCount(0);
    await expect(page.getByRole("img", { name: guest.invoiceNumber })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const left = await held();
    expect(left).toContain(guest.invoiceNumber);
    expect(left).not.toContain(fullName);

    await page.goto(`/qr-review/${guest.id}`);
    await expect(page.getByText("There is no ticket to send.")).toBeVisible();
    await page.goto(`/print-tickets?eventId=${event.id}`);
    await expect(page.getByText("One guest was erased and has no ticket here.")).toBeVisible();
    await page.goto(`/manage-attendees?eventId=${event.id}`);
    const row = page.getByRole("listitem").filter({ hasText: "Erased guest" });
    await expect(row).toContainText("Table 12");
    await page.getByRole("searchbox").fill("Quillfeather");
    await expect(row).toHaveCount(0);

    // At the door: by the invoice number still there, by the old ticket not.
    await page.goto(`/scan-attendees?eventId=${event.id}`);
    await button(page, "Find guest").click();
    const found = page.getByRole("dialog", { name: "Find a guest" }).getByRole("listitem");
    await page.getByRole("searchbox").fill(guest.invoiceNumber);
    await expect(found).toContainText("Erased guest");
    await expect(found).toContainText(/Arrived at/);
    await page.getByRole("searchbox").fill(fullName);
    await expect(found).toHaveCount(0);
    const scan = await office.call.post("/api/attendees/scan", { data: { qrData: guest.qrCodeData } });
    expect(scan.status()).toBe(404);

    await page.goto(`/activity?attendeeId=${guest.id}`);
    await expect(page.getByText(`erased a guest of ${event.name}`)).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(fullName);
  });

  test("8.erase.556, 8.erase.557 who is erased meanwhile is refused with a sentence, one by one and among many", {
    tag: "@desktop",
  }, async ({ page, office, watched }) => {
    watched.expectTrouble(/^(409|503) from/);
    const event = await office.event();
    const [ada, ben] = [await office.attendee(event.id), await office.attendee(event.id)];
    await page.goto(`/attendee-details/${ben.id}`);
    await button(page, "Erase this guest").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type ERASE to confirm").fill("ERASE");
    const detail = "The server is being restored";
    await page.route("**/erase", (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: "being_restored", detail } }),
    );
    await dialog.getByRole("button", { name: "Erase", exact: true }).click();
    await expect(failureIn(page)).toContainText("Failed to erase guest");
    await expect(failureIn(page)).toContainText(detail);
    await page.unrouteAll();

    await page.goto(`/attendee-details/${ada.id}`);
    await button(page, "Edit").click();
    await page.getByLabel("Full Name").fill("Ada King");
    const { request } = page.context();
    expect((await request.post(`/api/attendees/${ada.id}/erase`)).status()).toBe(200);
    // The form closes: nothing of it could be saved.
    await expect(page.getByRole("heading", { name: "Erased guest" })).toBeVisible();
    await expect(page.getByLabel("Full Name")).toHaveCount(0);

    await page.goto(`/manage-attendees?eventId=${event.id}`);
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await button(page, "Change").click();
    await page.getByRole("dialog").getByLabel("Table Number").fill("9");
    await page.getByRole("dialog").getByRole("button", { name: "Change 2" }).click();
    await expect(failureIn(page)).toContainText(/erased and cannot be edited/);
  });
});

test("2.erase.552 an organizer finds no way to erase a guest", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const guest = await office.attendee((await office.event()).id);
  await page.goto(`/attendee-details/${guest.id}`);
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await expect(button(page, "Erase this guest")).toHaveCount(0);
});
