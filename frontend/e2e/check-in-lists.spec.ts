import { expect, type Page } from "@playwright/test";
import { answered, type Office, unique } from "./api";
import { expectAccessible, expectNoSidewaysScroll } from "./steps";
import { test } from "./test";

/** Check-in lists in the office: made, changed and deleted, their figures, a guest's check-ins, and passes for them. */

const LONG_NAME = "Friends & Family of the Ensemble, Row 12";

const newList = (office: Office, eventId: number, list: object) =>
  answered<{ id: number }>(office.call.post(`/api/events/${eventId}/check-in-lists`, { data: list }));

const scan = async (office: Office, qrData: string, at: object) => {
  const answer = await office.call.post("/api/attendees/scan", { data: { qrData, device: "Gate B", ...at } });
  return answer.status();
};

async function expectReadable(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

test("2.check-in-list.900, 2.check-in-list.901, 2.doors.903..905, 2.details.901, 2.activity.900 a list is made, and its check-ins show", {
  tag: "@main",
}, async ({ page, office }) => {
  test.slow();
  const event = await office.event({ date: "2031-05-17" });
  const types = `/api/events/${event.id}/ticket-types`;
  const vip = await answered<{ id: number }>(
    office.call.post(types, { data: { name: "VIP", color: "gold" } }),
  );
  const name = unique("Nina Simone");
  const guest = await office.attendee(event.id, { fullName: name, ticketTypeId: vip.id });
  const other = await office.attendee(event.id);

  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByText("No lists besides the entrance")).toBeVisible();
  await page.getByRole("button", { name: "Add a list" }).click();
  const dialog = page.getByRole("dialog", { name: "New check-in list" });
  await dialog.getByLabel("Name").fill("Backstage");
  await dialog.getByRole("radio", { name: "In and out" }).check();
  await dialog.getByRole("switch", { name: "All tickets" }).uncheck();
  await expect(dialog.getByRole("checkbox", { name: "VIP" })).toBeChecked();
  await dialog.getByLabel("Capacity").fill("2");
  await dialog.getByRole("switch", { name: "Only after the entrance" }).check();
  await expectReadable(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Backstage" });
  await expect(row).toContainText("In and out · Capacity 2 · After the entrance");
  await expect(row).toContainText("VIP");
  await expectReadable(page);
  const [list] = await answered<{ id: number }[]>(office.call.get(`/api/events/${event.id}/check-in-lists`));
  expect(list).toMatchObject({
    name: "Backstage",
    rule: "reentry",
    ticketTypeIds: [vip.id],
    capacity: 2,
    needsEntrance: true,
  });

  await page.goto(`/doors?eventId=${event.id}`);
  const card = page.getByRole("region", { name: "Backstage" });
  await expect(card).toContainText("Inside 0 · capacity 2");
  const at = { eventId: event.id, listId: list?.id };
  expect(await scan(office, other.qrCodeData, at)).toBe(409);
  // Refusals are read again within a second, long before the figures are with a beat.
  await expect(card).toContainText("Refused1");
  expect(await scan(office, guest.qrCodeData, { eventId: event.id })).toBe(200);
  expect(await scan(office, guest.qrCodeData, at)).toBe(200);
  await expect(card).toContainText("Inside 1 · capacity 2");
  await expect(page.getByRole("paragraph").filter({ hasText: /^Arrived \S/ })).toHaveText("Arrived 1 of 2");
  expect(await scan(office, guest.qrCodeData, { ...at, direction: "out" })).toBe(200);
  await expect(card).toContainText("Inside 0 · capacity 2");
  expect(await scan(office, guest.qrCodeData, at)).toBe(200);
  await expect(card).toContainText("Inside 1 · capacity 2");
  await expect(card).toContainText("Guests1");
  await expect(page.getByText(/^Check-in lists: /)).toBeVisible();
  await expectReadable(page);

  await page.goto(`/attendee-details/${guest.id}`);
  const checkIns = page.getByRole("listitem").filter({ hasText: /^Backstage/ });
  await expect(checkIns).toContainText(/2 times: first .*, last .*Inside/);
  await expect(page.getByText(/let this guest in at Backstage, Gate B$/)).toBeVisible();
  await expectReadable(page);
});

test("2.check-in-list.902, 2.check-in-list.903, 2.activity.901 refusals stand at their fields, and a deleted list keeps its log", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event({ date: "2031-05-17" });
  const guest = await office.attendee(event.id);
  const dinner = await newList(office, event.id, { name: "Dinner" });
  await newList(office, event.id, { name: "Shuttle", rule: "every" });
  expect(await scan(office, guest.qrCodeData, { eventId: event.id, listId: dinner.id })).toBe(200);

  await page.goto(`/edit-event/${event.id}`);
  await page.getByRole("button", { name: "Edit Dinner" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit check-in list" });
  await dialog.getByLabel("Name").fill("SHUTTLE");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(
    "This event already has a check-in list 'SHUTTLE'.",
  );
  await dialog.getByLabel("Name").fill("Supper");
  await dialog.getByRole("radio", { name: "Every scan counts" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Guests have come in at this list, so its rule stays.",
  );
  await expectReadable(page);
  await dialog.getByRole("radio", { name: "Once" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Supper" }).click();
  // 7.client.900: an edit without a change is not sent, and is no error.
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Supper" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete Supper?" });
  await expect(question).toContainText("Its check-ins stay in the log and on the guests' pages.");
  await expectReadable(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Edit Supper" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Shuttle" })).toBeVisible();

  await page.goto(`/attendee-details/${guest.id}`);
  await expect(page.getByRole("listitem").filter({ hasText: /^Supper/ })).toContainText("Checked in");
  await expect(page.getByText(/let this guest in at Supper, Gate B$/)).toBeVisible();
});

test("2.pass.900 a pass for a list names it", { tag: "@desktop" }, async ({ page, office }) => {
  const event = await office.event({ date: "2031-05-17" });
  const list = await newList(office, event.id, { name: LONG_NAME });
  await page.goto(`/doors?eventId=${event.id}`);
  await page.getByRole("button", { name: "New pass" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Check-in list")).toHaveValue("");
  await dialog.getByLabel("Check-in list").selectOption({ label: LONG_NAME });
  await dialog.getByLabel("Door", { exact: true }).fill("Stage door");
  await expectReadable(page);
  await dialog.getByRole("button", { name: "Make pass" }).click();
  await expect(dialog).toContainText(`For the check-in list ${LONG_NAME}`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Stage door" })).toContainText(LONG_NAME);
  const passes = await answered<object[]>(
    office.call.get("/api/door/passes", { params: { eventId: event.id } }),
  );
  expect(passes).toMatchObject([{ list: { id: list.id, name: LONG_NAME } }]);
});

test("2.check-in-list.900 twenty lists with long names fit every screen", async ({ page, office }) => {
  test.slow();
  const event = await office.event({ date: "2031-05-17" });
  for (let number = 1; number <= 20; number++)
    await newList(office, event.id, { name: `Day ${number}`, rule: "every", capacity: 100_000 });
  const [first] = await answered<{ id: number }[]>(office.call.get(`/api/events/${event.id}/check-in-lists`));
  await office.call.put(`/api/check-in-lists/${first?.id}`, { data: { name: LONG_NAME } });
  for (const path of [`/edit-event/${event.id}`, `/doors?eventId=${event.id}`]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(LONG_NAME).filter({ visible: true }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await page.goto(`/edit-event/${event.id}`);
  await page.getByRole("button", { name: "Add a list" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Day 21");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("20 check-in lists at most");
});
