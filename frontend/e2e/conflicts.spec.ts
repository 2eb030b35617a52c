import { expect, type Page } from "@playwright/test";
import { sendApart } from "./apart";
import { type Attendee, type Event, type Office, openOffice, unique } from "./api";
import { SAM } from "./server";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll, expectToast } from "./steps";
import { test } from "./test";

/** Gate B let the guest in without the server; Gate A, with it, a minute later. */
async function letInTwice(office: Office, sam: Office, event: Event, guest: Attendee): Promise<void> {
  const scan = { qrData: guest.qrCodeData, eventId: event.id, device: "Gate A" };
  expect((await sam.call.post("/api/attendees/scan", { data: scan })).ok()).toBe(true);
  const made = [{ qrData: guest.qrCodeData, minutesAgo: 3 }];
  await sendApart(office.call, { eventId: event.id, device: "Gate B" }, made);
}

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("2.conflicts.1..5, 4.conflict.1..3, 2.home.21 what two doors made apart is seen, closed and opened again", {
  tag: "@main",
}, async ({ page, office, doorlist }) => {
  const sam = await openOffice(doorlist.url, SAM);
  const event = await office.event();
  const guest = await office.attendee(event.id, { fullName: unique("Ada Lovelace") });
  await letInTwice(office, sam, event, guest);

  await page.goto("/");
  await page.getByRole("link", { name: /^Conflicts \(\d+\)/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Conflicts" })).toBeVisible();
  await expect(page).toHaveURL("/conflicts");
  await chooseEvent(page, event.id);
  await expect(page.getByText("1 open")).toBeVisible();
  await expect(row(page, guest.fullName)).toContainText("Let in twice");
  await expect(row(page, guest.fullName)).toContainText("Gate B, Olive");
  await expect(row(page, guest.fullName)).toContainText("Gate A, Sam");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // 2.conflicts.3: by keys alone.
  await page.getByRole("button", { name: guest.fullName }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: guest.fullName });
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await expect(dialog.getByRole("listitem").first()).toContainText("Let in without the server");
  await expect(dialog.getByRole("listitem").first()).toContainText(/By the guest list of \d\d:\d\d/);
  await expect(dialog.getByRole("listitem").last()).toContainText("Decided by the server");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Add a note" }).click();
  await dialog.getByLabel("Note").fill("Twins, both paid");
  await dialog.getByRole("button", { name: "Two people entered" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, guest.fullName)).toContainText("Two people entered");
  await expect(page.getByText("0 open")).toBeVisible();
  expect(await office.findAttendee(guest.id)).toMatchObject({ attended: true });

  await page.reload();
  await page.getByRole("button", { name: guest.fullName }).click();
  await expect(dialog).toContainText("Closed as 'Two people entered' by Olive");
  await expect(dialog).toContainText("Twins, both paid");
  await dialog.getByRole("button", { name: "Open again" }).click();
  await expect(page.getByText("1 open")).toBeVisible();
  await sam.call.dispose();
});

test("7.live.29, 2.conflicts.6 a conflict that doors make shows right away, and several are closed at once", {
  tag: "@desktop-first",
}, async ({ page, office, doorlist }) => {
  const sam = await openOffice(doorlist.url, SAM);
  const event = await office.event();
  await page.goto(`/conflicts?eventId=${event.id}`);
  await expect(page.getByText("No conflicts match")).toBeVisible();
  const guests = [];
  for (const name of ["Grace Hopper", "Mary Shelley"])
    guests.push(await office.attendee(event.id, { fullName: unique(name) }));
  for (const guest of guests) await letInTwice(office, sam, event, guest);
  const nobodys = [{ qrData: "DL1.1.NOBODYS", minutesAgo: 2, certainty: "text" }] as const;
  await sendApart(office.call, { eventId: event.id, device: "Gate B" }, nobodys);
  await expect(page.getByText("3 open")).toBeVisible();
  await expect(row(page, "Ticket without a name")).toContainText("Let in without being on the list");

  await page.getByRole("checkbox", { name: "Select all open" }).check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "No extra people" }).click();
  await expectToast(page, "3 conflicts closed");
  await expect(page.getByText("0 open")).toBeVisible();
  await expect(row(page, "One person")).toHaveCount(2);
  await sam.call.dispose();
});
