import { expect, type Page } from "@playwright/test";
import { type Office, openOffice, unique } from "./api";
import { expectVerdict, openScanner, stage, typeAtOnce } from "./door";
import { SAM } from "./server";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll } from "./steps";
import { test } from "./test";

/** Ticket types: made, given, announced and shown on every screen of a guest, and deleted. */

const LONG_NAME = "Friends & Family of the Ensemble, Row 12";

const newType = async (office: Office, eventId: number, type: object) => {
  const made = await office.call.post(`/api/events/${eventId}/ticket-types`, { data: type });
  expect(made.status()).toBe(201);
  return (await made.json()) as { id: number };
};

async function expectReadable(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

test("2.ticket-type.1, 2.ticket-type.3, 2.ticket-type.4, 2.announcement.1, 2.announcement.3 a type is made, sold, admitted and announced", {
  tag: "@main",
}, async ({ page, office, context }) => {
  test.slow();
  const event = await office.event({ date: "2031-05-17", ticketPriceCents: 4_500 });
  await page.goto(`/edit-event/${event.id}`);
  await page.getByRole("button", { name: "Add ticket type" }).click();
  const dialog = page.getByRole("dialog", { name: "New ticket type" });
  await dialog.getByLabel("Name").fill("VIP");
  await dialog.getByLabel("Gold").check();
  await dialog.getByLabel("Price (AUD)").fill("90");
  await dialog.getByLabel("Announce arrivals").check();
  await expectReadable(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Edit VIP" })).toBeVisible();
  await expect(page.getByText("$90.00")).toBeVisible();

  const name = unique("Nina Simone");
  await page.goto(`/add-attendee?eventId=${event.id}`);
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Phone Number").fill("+61 400 000 009");
  await page.getByLabel("Ticket Type").selectOption({ label: "VIP" });
  await page.getByRole("button", { name: "unpaid" }).click();
  await page.getByRole("button", { name: /^Add Attendee/ }).click();
  await expect(page.getByRole("img", { name: /^Ticket of/ })).toBeVisible();
  const [guest] = await office.attendees(event.id);
  expect(guest).toMatchObject({
    fullName: name,
    ticketType: { name: "VIP", color: "gold" },
    owedCents: 9_000,
  });
  if (!guest) throw new Error("no guest");

  await page.goto(`/manage-attendees?eventId=${event.id}`);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("VIP");
  await page.goto(`/doors?eventId=${event.id}`);
  await expect(page.getByRole("heading", { name: "At the doors" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Announced arrivals" })).toHaveCount(0);

  const door = await context.newPage();
  await openScanner(door);
  await chooseEvent(door, event.id);
  await expect(stage(door).getByText(/^Arrived 0 of 1/)).toBeVisible();
  await typeAtOnce(door, guest.qrCodeData);
  await expectVerdict(door, "Check-in Complete", name, "VIP", "owes $90.00");
  await expect(door.getByRole("listitem").filter({ hasText: name })).toContainText("VIP");
  await expect.poll(() => office.findAttendee(guest.id)).toMatchObject({ attended: true });
  await door.close();

  await expect(page.getByRole("status").filter({ hasText: `Arrived: ${name}` })).toContainText("VIP");
  await expect(page.getByRole("heading", { name: "Announced arrivals" })).toBeVisible();
  await expectReadable(page);
  await page.getByRole("button", { name: `Dismiss ${name}` }).click();
  await expect(page.getByText(`Arrived: ${name}`)).toHaveCount(0);
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByRole("button", { name: "Edit VIP" })).toBeVisible();
  await expect(page.getByText(`Arrived: ${name}`)).toHaveCount(0);
});

test("2.ticket-type.3 the longest name of a type fits every screen", async ({ page, office }) => {
  test.slow();
  const event = await office.event({ date: "2031-05-17" });
  const type = await newType(office, event.id, { name: LONG_NAME, color: "purple" });
  const guest = await office.attendee(event.id, { fullName: "Ada Lovelace", ticketTypeId: type.id });
  for (const path of [
    `/edit-event/${event.id}`,
    `/attendee-details/${guest.id}`,
    `/manage-attendees?eventId=${event.id}`,
    `/print-door-list?eventId=${event.id}`,
  ]) {
    await page.goto(path);
    const shown = page.getByRole("main").getByText(LONG_NAME).filter({ visible: true });
    await expect(shown.first(), path).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await page.goto(`/manage-attendees?eventId=${event.id}`);
  const name = page.getByRole("listitem").getByText(guest.fullName, { exact: true });
  expect(
    await name.evaluate((line) => line.scrollWidth <= line.clientWidth),
    "the whole name of the guest",
  ).toBe(true);
});

test("2.ticket-type.2 a type in use is deleted once its guests have another", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event({ date: "2031-05-17" });
  const vip = await newType(office, event.id, { name: "VIP" });
  const balcony = await newType(office, event.id, { name: "Balcony" });
  const guest = await office.attendee(event.id, { ticketTypeId: vip.id });
  await page.goto(`/edit-event/${event.id}`);
  await page.getByRole("button", { name: "Edit VIP" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete VIP?" });
  await expect(question).toContainText("1 guest has this type.");
  await expectReadable(page);
  await question.getByLabel("They get").selectOption({ label: "Balcony" });
  await question.getByRole("button", { name: "Delete" }).click();
  // The page behind a dialog has no roles.
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit VIP" })).toHaveCount(0);
  expect(await office.findAttendee(guest.id)).toMatchObject({ ticketType: { id: balcony.id } });
});

test("2.ticket-type.5 a guest who is added at the door gets a type, and another event clears it", {
  tag: "@phone-first",
}, async ({ page, doorlist }) => {
  const office = await openOffice(doorlist.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const other = await office.event({ date: "2031-05-18" });
  await newType(office, event.id, { name: "Student", color: "blue", priceCents: 2_500 });
  const name = unique("Zed Newcomer")
    .replace(/[^A-Za-z ]/g, "")
    .concat(" Added");
  await openScanner(page);
  await chooseEvent(page, event.id);
  await page.getByRole("button", { name: "Find guest" }).click();
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("button", { name: "Add this guest" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Ticket Type").selectOption({ label: "Student" });
  await expectReadable(page);
  await dialog.getByLabel("Phone Number").fill("+61 400 000 010");
  await dialog.getByRole("button", { name: "Add and let in" }).click();
  await expectVerdict(page, "Check-in Complete", name, "Student");

  await page.goto(`/add-attendee?eventId=${event.id}`);
  await page.getByLabel("Ticket Type").selectOption({ label: "Student" });
  await chooseEvent(page, other.id);
  await expect(page.getByLabel("Ticket Type")).toHaveCount(0);
  await page.getByLabel("Full Name").fill(unique("Ada Lovelace"));
  await page.getByLabel("Phone Number").fill("+61 400 000 011");
  await page.getByRole("button", { name: /^Add Attendee/ }).click();
  await expect(page.getByRole("img", { name: /^Ticket of/ })).toBeVisible();
  await office.call.dispose();
});
