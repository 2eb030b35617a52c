import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { type Attendee, type Event, unique } from "./api";
import { expectVerdict, openScanner, upload } from "./door";
import { expectAccessible, expectNoSidewaysScroll, expectToast, toasts } from "./steps";
import { test } from "./test";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function open(page: Page, office: { event(): Promise<Event>; attendee: OfficeAttendee }) {
  const event = await office.event();
  const guest = await office.attendee(event.id, { fullName: unique("Zoë Nuñez"), tableNumber: 41 });
  await page.goto(`/qr-review/${guest.id}`);
  await expect(page.getByRole("heading", { name: guest.fullName })).toBeVisible();
  await expect(button(page, "Share")).toBeEnabled();
  return { event, guest };
}
type OfficeAttendee = (eventId: number, values: Partial<Attendee>) => Promise<Attendee>;

test("2.route.10, 2.qr-review.3, 9.qr-review.1 shows the QR code at 200 px", async ({ page, office }) => {
  const { guest, event } = await open(page, office);
  const symbol = page.getByRole("img", { name: guest.invoiceNumber });
  expect(await symbol.boundingBox()).toMatchObject({ width: 200, height: 200 });
  await expect(page.getByText(event.name)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("2.qr-review.1 the words of no button wrap on a phone", { tag: "@phone" }, async ({ page, office }) => {
  await open(page, office);
  const main = page.getByRole("main");
  // The guest's name is a link too.
  const links = main.getByRole("link").filter({ hasNot: page.getByRole("heading") });
  const pressed = [...(await main.getByRole("button").all()), ...(await links.all())];
  expect(pressed).toHaveLength(9);
  for (const one of pressed) expect(await one.boundingBox()).toMatchObject({ height: 44 });
});

test("2.qr-review.1 the downloaded picture and the one on the screen let the guest in", {
  tag: ["@main", "@desktop"],
}, async ({ page, office }) => {
  const { guest } = await open(page, office);
  const onScreen = await page.getByRole("img", { name: guest.invoiceNumber }).screenshot();
  const download = page.waitForEvent("download");
  await button(page, "Download QR").click();
  await expectToast(page, "Downloaded!");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^qr-.*\d{4}-\d{2}-\d{2}\.png$/);
  const picture = readFileSync(await file.path());
  const { width, height } = PNG.sync.read(picture);
  expect([width, height]).toEqual([800, 800]);

  await openScanner(page);
  await upload(page, picture);
  await expectVerdict(page, "Check-in Complete", guest.fullName, "Table 41");
  await upload(page, onScreen);
  await expectVerdict(page, "Already Checked In", guest.fullName);
});

test("2.qr-review.1, 9.copied.1 copies the text of the QR code and says so for 2 seconds", {
  tag: "@desktop",
}, async ({ page, context, office }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { guest } = await open(page, office);
  await button(page, "Copy code").click();
  await expect(button(page, "Copied!")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(guest.qrCodeData);
  await expect(button(page, "Copy code")).toBeVisible();
});

test("8.attendee.14 says so when the text cannot be copied", { tag: "@desktop" }, async ({
  page,
  office,
  watched,
}) => {
  watched.expectTrouble(/could not be copied/);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await open(page, office);
  await button(page, "Copy code").click();
  await expectToast(page, "Error", "Failed to copy QR code data");
});

test("8.attendee.4 says so when the QR code cannot be shared", { tag: "@phone" }, async ({
  page,
  office,
  watched,
}) => {
  watched.expectTrouble(/handed out/);
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await open(page, office);
  await button(page, "Share").click();
  await expect(toasts(page).getByText("Failed to copy or download ticket", { exact: true })).toBeVisible();
});

test("2.qr-review.1 writes an email and a text message", { tag: "@desktop" }, async ({ page, office }) => {
  const { guest, event } = await open(page, office);
  for (const [name, start] of [
    ["Email app", "mailto:?subject="],
    ["SMS", "sms:"],
  ] as const) {
    const link = page.getByRole("link", { name, exact: true });
    await expect(link).toHaveAttribute("href", new RegExp(`^${start.replace("?", "\\?")}`));
    const text = decodeURIComponent((await link.getAttribute("href")) ?? "");
    for (const fact of [event.name, guest.fullName, "41", guest.invoiceNumber]) expect(text).toContain(fact);
    expect(text).not.toContain(guest.qrCodeData);
  }
});

test("2.qr-review.900, 2.qr-review.901, 2.qr-review.1152 leads through the list and back to it, as it was filtered", {
  tag: ["@main", "@phone-first"],
}, async ({ page, office }) => {
  const event = await office.event();
  const family = unique("Quill");
  for (const first of ["Abe", "Bea", "Cy"])
    await office.attendee(event.id, { fullName: `${first} ${family}` });
  await office.attendee(event.id, { fullName: unique("Nobody Else") });
  const list = `/manage-attendees?search=${family.replaceAll(" ", "+")}&eventId=${event.id}&sort=name`;
  await page.goto(list);
  await page.getByRole("link", { name: `Abe ${family}` }).click();
  const details = page.url();
  await page.getByRole("link", { name: "Send ticket" }).click();
  await expect(page.getByText("1 of 3", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page).toHaveURL(details);
  await page.getByRole("link", { name: "Send ticket" }).click();
  await expect(button(page, "Previous")).toBeDisabled();
  for (const first of ["Bea", "Cy"]) {
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByRole("heading", { name: `${first} ${family}` })).toBeVisible();
  }
  await expect(button(page, "Next")).toBeDisabled();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Attendees" }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("listitem").filter({ hasText: family })).toHaveCount(3);
});

test("2.qr-review.2 says 'Attendee not found' with a way back", { tag: "@desktop" }, async ({ page }) => {
  for (const id of ["999999", "abc"]) {
    await page.goto(`/qr-review/${id}`);
    await expect(page.getByText("Attendee not found", { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Attendees" }).click();
  await expect(page).toHaveURL("/manage-attendees");
});

test("8.attendee.9 says so when the attendee cannot be fetched, and tries again", {
  tag: "@desktop",
}, async ({ page, office, watched }) => {
  watched.expectTrouble(/^503 from/);
  const guest = await office.attendee((await office.event()).id);
  await page.route("**/api/attendees/*", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`/qr-review/${guest.id}`);
  await expect(page.getByText("Failed to fetch attendee", { exact: true })).toBeVisible();
  await page.unrouteAll();
  // A live update may read the attendee again before the button is pressed.
  const heading = page.getByRole("heading", { name: guest.fullName });
  await page.getByRole("button", { name: "Try again" }).or(heading).click();
  await expect(heading).toBeVisible();
});
