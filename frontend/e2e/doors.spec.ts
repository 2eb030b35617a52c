import { expect, type Locator, type Page } from "@playwright/test";
import { type Event, type Office, openOffice, unique } from "./api";
import { expectLoadedAhead, openScanner } from "./door";
import { OLIVE } from "./server";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

const arrived = (page: Page): Locator => page.getByRole("paragraph").filter({ hasText: /^Arrived \S/ });
const door = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

async function letIn(office: Office, event: Event, device: string): Promise<string> {
  const guest = await office.attendee(event.id, { fullName: unique("Guest") });
  const data = { qrData: guest.qrCodeData, eventId: event.id, device };
  expect((await office.call.post("/api/attendees/scan", { data })).ok()).toBe(true);
  return guest.fullName;
}

test("2.doors.331..336 the evening at a glance follows each door, and turns amber and red as it fills", {
  tag: "@main",
}, async ({ page, office }) => {
  const event = await office.event({ capacity: 3 });
  await page.goto(`/doors?eventId=${event.id}`);
  await expect(arrived(page)).toHaveText("Arrived 0 of 0 · capacity 3");
  await expect(page.getByText("No door has opened yet")).toBeVisible();

  const first = await letIn(office, event, "Gate B");
  await expect(arrived(page)).toHaveText("Arrived 1 of 1 · capacity 3");
  await expect(door(page, "Gate B")).toContainText("No device");
  await expect(page.getByRole("region", { name: "Latest arrivals" })).toContainText(first);
  await expect(
    page.getByRole("img", { name: /^Check-ins per minute from .*: [01] in the last minute, 1 at most/ }),
  ).toBeVisible();
  await letIn(office, event, "Gate B");
  await expect(page.getByText("Nearly full")).toHaveCount(0);
  // 7.live.570: long before the figures are read again with a beat.
  const refused = page.getByText("Refused", { exact: true }).locator("..");
  await expect(refused).toContainText("0");
  await office.call.post("/api/attendees/scan", { data: { qrData: "no ticket", eventId: event.id } });
  await expect(refused).toContainText("1");
  await letIn(office, event, "Garden");
  await expect(page.getByText("Full", { exact: true })).toBeVisible();
  // 2.doors.332: it refuses no one.
  await letIn(office, event, "Garden");
  await expect(arrived(page)).toHaveText("Arrived 4 of 4 · capacity 3");
  await expect(door(page, "Garden").getByRole("cell").first()).toHaveText("2");
  await expect(page.getByText(/People who have left are not subtracted/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("2.doors.335, 4.doors.330 a device at its door is online there, under the name of the door", {
  tag: "@desktop-first",
}, async ({ page, office, context }) => {
  const event = await office.event();
  await office.attendee(event.id);
  const scanner = await context.newPage();
  await openScanner(scanner);
  await chooseEvent(scanner, event.id);
  const named = scanner.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/door/grants") && answer.request().postData()?.includes("Gate B") === true,
  );
  await scanner.getByLabel("Name of this door").fill("Gate B");
  await named;
  // The scanner contacts the server every 15 s, and at once when it comes into view.
  await expect(scanner.getByText("Arrived 0 of 1")).toBeVisible();
  const told = scanner.waitForRequest("**/api/door/contact");
  await scanner.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect((await told).postDataJSON()).toEqual({ eventId: event.id, waiting: 0 });
  await page.goto(`/doors?eventId=${event.id}`);
  await expect(door(page, "Gate B")).toContainText("Online");
});

test("2.doors.337 while the server is frozen or gone it says so, and is right again without a reload", {
  tag: "@desktop-first",
}, async ({ openElsewhere, watched }) => {
  test.slow();
  watched.expectTrouble(/Failed to load resource|ERR_/);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event();
  await page.goto("/auth");
  await signIn(page, OLIVE);
  await page.goto(`/doors?eventId=${event.id}`);
  await letIn(office, event, "Gate B");
  await expect(arrived(page)).toHaveText("Arrived 1 of 1");
  await expectLoadedAhead(page);

  elsewhere.freeze();
  await expect(page.getByText(/^No contact with the server/)).toBeVisible();
  await expect(arrived(page)).toHaveText("Arrived 1 of 1");
  elsewhere.thaw();
  await letIn(office, event, "Gate B");
  await expect(arrived(page)).toHaveText("Arrived 2 of 2");
  await expect(page.getByText(/^No contact with the server/)).toHaveCount(0);

  await elsewhere.restart();
  await letIn(office, event, "Gate B");
  await expect(arrived(page)).toHaveText("Arrived 3 of 3", { timeout: 40_000 });
});
