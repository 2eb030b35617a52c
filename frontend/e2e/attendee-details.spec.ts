import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { type Attendee, unique } from "./api";
import { OLIVE } from "./server";
import { expectAccessible, expectNoSidewaysScroll, expectToast, toasts } from "./steps";
import { test } from "./test";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function open(page: Page, attendee: Attendee): Promise<void> {
  await page.goto(`/attendee-details/${attendee.id}`);
  await expect(page.getByRole("heading", { name: attendee.fullName })).toBeVisible();
}

test("2.details.1, 2.details.3 shows who it is, who sold and who scanned", { tag: "@main" }, async ({
  page,
  office,
}) => {
  const event = await office.event();
  const ada = await office.attendee(event.id, { tableNumber: 12 });
  await office.scan(ada.qrCodeData);
  await open(page, ada);
  const main = page.getByRole("main");
  for (const text of [event.name, "Table 12", ada.invoiceNumber, ada.phone, "Sold by", "Checked in"]) {
    await expect(main).toContainText(text);
  }
  await expect(main.getByText("Scanned by").locator("..")).toContainText(OLIVE.fullName);
  await expect(page.getByRole("img", { name: ada.invoiceNumber })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("2.details.1 the longest name and payment status can be read in full", { tag: "@phone" }, async ({
  page,
  office,
}) => {
  const ada = await office.attendee((await office.event()).id, {
    fullName: "Wolfeschlegelsteinhausen".repeat(8),
    paymentStatus: "paid by bank transfer in two instalments",
  });
  await open(page, ada);
  await expectNoSidewaysScroll(page);
  const status = page.getByText(ada.paymentStatus, { exact: true });
  expect(await status.evaluate((badge) => badge.scrollWidth - badge.clientWidth)).toBe(0);
  const name = await page.getByRole("heading", { name: ada.fullName }).boundingBox();
  expect(name?.height, "px of a screen that is 844 high").toBeLessThan(200);
});

test("2.details.2, 4.attendance.9 present and absent, each by one tap", {
  tag: ["@main", "@desktop"],
}, async ({ page, office }) => {
  const ada = await office.attendee((await office.event()).id);
  await open(page, ada);
  await expect(button(page, "Mark Absent")).toBeDisabled();
  await button(page, "Mark Present").click();
  await expectToast(page, "Updated Successfully");
  await expect(button(page, "Mark Present")).toBeDisabled();
  await expect(page.getByText("Checked in")).toBeVisible();
  expect((await office.findAttendee(ada.id)).attended).toBe(true);

  await button(page, "Mark Absent").click();
  await expect(button(page, "Mark Present")).toBeEnabled();
  await expect(page.getByText("Checked in")).toHaveCount(0);
  expect((await office.scan(ada.qrCodeData)).alreadyScanned).toBe(false);
});

test("8.attendee.12 a change of attendance that fails says so", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  await open(page, await office.attendee((await office.event()).id));
  await page.route("**/attendance", (route) => route.abort());
  await button(page, "Mark Present").click();
  await expectToast(page, "Update Failed", "Failed to update attendance");
  await expect(button(page, "Mark Present")).toBeEnabled();
});

test("2.details.4, 9.ticket.2, 9.ticket.970 the ticket picture is a PNG of 600x800", {
  tag: "@desktop",
}, async ({ page, office }) => {
  await open(page, await office.attendee((await office.event()).id));
  const download = page.waitForEvent("download");
  await button(page, "View/Download").click();
  await expectToast(page, "Downloaded!");
  const picture = readFileSync(await (await download).path());
  const { width, height } = PNG.sync.read(picture);
  expect([width, height]).toEqual([600, 800]);
  // 9.ticket.970
  expect(picture.length / 1024).toBeLessThan(140);
});

test("4.details.1, 8.attendee.10 an edit is saved, and leads back to the view", {
  tag: ["@main", "@phone"],
}, async ({ page, office }) => {
  const ada = await office.attendee((await office.event()).id, { paymentStatus: "partial" });
  await open(page, ada);
  await button(page, "Edit").click();
  const payment = page.getByLabel("Payment Status");
  await expect(payment.getByRole("option")).toHaveText(["free", "paid", "unpaid", "comp", "partial"]);
  await expect(payment).toHaveValue("partial");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const name = unique("Augusta King");
  await page.getByLabel("Full Name").fill(`  ${name} `);
  await page.getByLabel("Table Number").fill("");
  await payment.selectOption("paid");
  await button(page, "Amount paid").click();
  await page.getByLabel("Amount Paid (AUD)").fill("1,234.50");
  await button(page, "Save").click();
  await expectToast(page, "Updated Successfully");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("$1,234.50", { exact: true })).toBeVisible();
  // 5.details.2: what is no number became table 1.
  expect(await office.findAttendee(ada.id)).toMatchObject({
    fullName: name,
    tableNumber: 1,
    paymentStatus: "paid",
    amountPaidCents: 123450,
  });
});

test("4.details.1 Cancel saves nothing", { tag: "@desktop" }, async ({ page, office }) => {
  const ada = await office.attendee((await office.event()).id);
  await open(page, ada);
  await button(page, "Edit").click();
  await page.getByLabel("Full Name").fill("Somebody Else");
  await button(page, "Cancel").click();
  await expect(page.getByRole("heading", { name: ada.fullName })).toBeVisible();
  expect((await office.findAttendee(ada.id)).fullName).toBe(ada.fullName);
});

test("5.details.1, 8.attendee.13 full name and phone are required", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.url());
  });
  await open(page, await office.attendee((await office.event()).id));
  await button(page, "Edit").click();
  for (const label of ["Full Name", "Phone Number"]) {
    const typed = await page.getByLabel(label).inputValue();
    await page.getByLabel(label).fill("  ");
    await button(page, "Save").click();
    await expectToast(page, "Validation Error", "Full name and phone are required");
    await page.getByLabel(label).fill(typed);
  }
  expect(sent).toEqual([]);
});

test("8.attendee.11 an edit that fails says so and keeps what was typed", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const ada = await office.attendee((await office.event()).id);
  await open(page, ada);
  await button(page, "Edit").click();
  await page.getByLabel("Full Name").fill("Not yet stored");
  await page.route(`**/api/attendees/${ada.id}`, (route) => route.abort());
  await button(page, "Save").click();
  await expectToast(page, "Update Failed", "Failed to update attendee");
  await expect(page.getByLabel("Full Name")).toHaveValue("Not yet stored");
});

test("2.details.6 two people edit the same attendee: both versions show, and one is chosen", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const ada = await office.attendee((await office.event()).id);
  await open(page, ada);
  await button(page, "Edit").click();
  await page.getByLabel("Full Name").fill(`${ada.fullName} mine`);
  await office.call.put(`/api/attendees/${ada.id}`, { data: { fullName: `${ada.fullName} theirs` } });
  await button(page, "Save").click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(`${ada.fullName} mine`);
  await expect(question).toContainText(`${ada.fullName} theirs`);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByRole("heading", { name: `${ada.fullName} mine` })).toBeVisible();
  expect((await office.findAttendee(ada.id)).fullName).toBe(`${ada.fullName} mine`);
});

test("3.attendee.13 a check-in during an edit is no conflict", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const ada = await office.attendee((await office.event()).id);
  await open(page, ada);
  await button(page, "Edit").click();
  await office.scan(ada.qrCodeData);
  await page.getByLabel("Full Name").fill(`${ada.fullName} II`);
  await button(page, "Save").click();
  await expect(page.getByRole("heading", { name: `${ada.fullName} II` })).toBeVisible();
  await expect(page.getByText("Checked in")).toBeVisible();
});

test("an unknown attendee, and one that cannot be fetched", { tag: "@desktop" }, async ({ page, office }) => {
  await page.goto("/attendee-details/999999");
  await expect(page.getByText("Attendee not found")).toBeVisible();
  await expectAccessible(page);
  const ada = await office.attendee((await office.event()).id);
  await page.route(`**/api/attendees/${ada.id}`, (route) => route.abort());
  await page.goto(`/attendee-details/${ada.id}`);
  await expect(page.getByText("Failed to fetch attendee", { exact: true })).toBeVisible();
  await page.unrouteAll();
  // A live update may read the attendee again before the button is pressed.
  const heading = page.getByRole("heading", { name: ada.fullName });
  await page.getByRole("button", { name: "Try again" }).or(heading).click();
  await expect(heading).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});
