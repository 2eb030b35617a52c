import { expect, type Page, request } from "@playwright/test";
import { newOrganizer, type Office, openOffice } from "./api";
import { expectVerdict, granted, openDoorOf, openScanner, stage, typeAtOnce } from "./door";
import { saved } from "./outage";
import { SAM, type Staff } from "./server";
import {
  chosenEvent,
  expectAccessible,
  expectEvent,
  expectNoSidewaysScroll,
  fillSignIn,
  signIn,
  toasts,
} from "./steps";
import { SIGNED_OUT, test } from "./test";

/** A door that continues after its session, with the grant of its device. */
test.use(SIGNED_OUT);

const NOBODY = /^No one is signed in\. You can keep scanning until \d\d:\d\d\.$/;

/** Signed in, at the scanner of an event, with the grant of the device. */
async function signInAtDoor(page: Page, staff: Staff, eventId: number): Promise<void> {
  await signIn(page, staff);
  await openScanner(page);
  await openDoorOf(page, eventId);
}

/** Ends only the session on the server, as its 8 hours do: the device keeps its grant. */
async function endSession(page: Page, url: string): Promise<void> {
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ name }) => name === "doorlist_session");
  expect(session).toHaveLength(1);
  const elsewhere = await request.newContext({
    baseURL: url,
    storageState: { cookies: session, origins: [] },
  });
  expect((await elsewhere.post("/api/logout")).status()).toBe(204);
  await elsewhere.dispose();
}

const deviceRows = (page: Page) => page.getByRole("dialog").getByRole("listitem");

async function guestsOf(office: Office, count: number) {
  const event = await office.event({ date: "2031-05-17" });
  const guests = [];
  for (let number = 0; number < count; number++) guests.push(await office.attendee(event.id));
  return { event, guests };
}

test("4.doors.6, 4.doors.7 a door scans on when its session ends, and after a reload; other screens ask to sign in", {
  tag: "@phone",
}, async ({ page, doorlist }) => {
  const office = await openOffice(doorlist.url, SAM);
  const own = await newOrganizer(office, doorlist.url);
  const { event, guests } = await guestsOf(office, 3);
  await signInAtDoor(page, own, event.id);
  await typeAtOnce(page, guests[0]?.qrCodeData ?? "");
  await expectVerdict(page, "Check-in Complete", guests[0]?.fullName ?? "");

  await endSession(page, doorlist.url);
  await expect(page.getByText(NOBODY)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
  await typeAtOnce(page, guests[1]?.qrCodeData ?? "");
  await expectVerdict(page, "Check-in Complete", guests[1]?.fullName ?? "");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.reload();
  await expect(page.getByText(NOBODY)).toBeVisible();
  await expect(page.getByRole("banner").getByText(own.fullName)).toBeVisible();
  await expectEvent(page, event.id);
  await expect(chosenEvent(page)).toContainText(event.name);
  await typeAtOnce(page, guests[2]?.qrCodeData ?? "");
  await expectVerdict(page, "Check-in Complete", guests[2]?.fullName ?? "");
  await expect.poll(() => office.findAttendee(guests[2]?.id ?? 0)).toMatchObject({ scannedBy: own.id });

  await page.goto("/manage-attendees");
  await expect(page).toHaveURL("/auth");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the door" }).click();
  await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
  await office.call.dispose();
});

test("4.doors.7 a door that is opened with a session that is over goes on, and asks nobody to sign in", {
  tag: "@phone",
}, async ({ page, doorlist }) => {
  const office = await openOffice(doorlist.url, SAM);
  const own = await newOrganizer(office, doorlist.url);
  const { event, guests } = await guestsOf(office, 1);
  await signInAtDoor(page, own, event.id);
  await page.goto("about:blank");
  await endSession(page, doorlist.url);
  // The page learns that the session is over before the code of the scanner has come.
  await page.route("**/api/live?**", (route) => route.fulfill({ status: 401 }), { times: 1 });
  const refused = page.waitForResponse(
    (answer) => answer.status() === 401 && answer.url().endsWith("/api/me"),
    { timeout: 30_000 },
  );
  await page.route(/\/assets\/scan-attendees-page-.*\.js$/, async (route) => {
    await refused;
    await page.waitForFunction(
      () => !JSON.parse(localStorage.getItem("doorlist.session") ?? "{}").authenticated,
    );
    await route.continue();
  });
  await page.goto("/scan-attendees");
  await expect(page.getByText(NOBODY)).toBeVisible();
  expect(await toasts(page).count(), "toasts at the door").toBe(0);
  await typeAtOnce(page, guests[0]?.qrCodeData ?? "");
  await expectVerdict(page, "Check-in Complete", guests[0]?.fullName ?? "");
  // The list is still maintained: changes are saved 5 s after the stream has them.
  const sold = await office.attendee(event.id);
  await expect.poll(() => saved(page)).toContain(sold.fullName);
  await expect(stage(page).getByText(/^Offline/)).toHaveCount(0);
  // The app may be requesting the file once more, for its cache.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await office.call.dispose();
});

test("4.doors.9 another user signs in on the device, and the door is theirs", { tag: "@phone" }, async ({
  page,
  doorlist,
}) => {
  const office = await openOffice(doorlist.url, SAM);
  const first = await newOrganizer(office, doorlist.url);
  const second = await newOrganizer(office, doorlist.url);
  const { event, guests } = await guestsOf(office, 1);
  await signInAtDoor(page, first, event.id);
  await endSession(page, doorlist.url);
  await expect(page.getByText(NOBODY)).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/auth");
  await fillSignIn(page, second);
  const grant = granted(page);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("/scan-attendees");
  await grant;
  await typeAtOnce(page, guests[0]?.qrCodeData ?? "");
  await expectVerdict(page, "Check-in Complete", guests[0]?.fullName ?? "");
  await expect.poll(() => office.findAttendee(guests[0]?.id ?? 0)).toMatchObject({ scannedBy: second.id });
  await endSession(page, doorlist.url);
  await expect(page.getByRole("banner").getByText(second.fullName)).toBeVisible();
  await expect(page.getByText(NOBODY)).toBeVisible();
  await office.call.dispose();
});

test("2.doors.3, 4.doors.5, 7.live.28 a device is removed from the list of devices, and used again by a tap", {
  tag: ["@main", "@phone-first"],
}, async ({ page, doorlist, browser }) => {
  const office = await openOffice(doorlist.url, SAM);
  const own = await newOrganizer(office, doorlist.url);
  const { event, guests } = await guestsOf(office, 1);
  await signInAtDoor(page, own, event.id);
  const named = granted(page);
  await page.getByLabel("Name of this door").fill("Gate B");
  await named;
  await page.getByRole("button", { name: "Devices at this event" }).click();
  await expect(deviceRows(page)).toHaveCount(1);
  await expect(deviceRows(page)).toContainText("Gate B");
  await expect(deviceRows(page)).toContainText("This device");
  await expect(deviceRows(page)).toContainText("Last contact just now. Nothing waits to be sent.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Escape");

  const context = await browser.newContext({
    baseURL: doorlist.url,
    storageState: { cookies: [], origins: [] },
  });
  const boss = await context.newPage();
  await signInAtDoor(boss, SAM, event.id);
  await boss.getByRole("button", { name: "Devices at this event" }).click();
  await boss.getByRole("button", { name: `Remove Gate B of ${own.fullName}` }).click();
  await expect(boss.getByRole("dialog")).toContainText(
    `${own.fullName} can no longer check people in with it.`,
  );
  await expectAccessible(boss);
  await boss.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(deviceRows(boss)).toHaveCount(1);
  await context.close();

  // Long before its next contact, and after a reload as well.
  const removed = `${SAM.fullName} removed this device at `;
  await expect(stage(page).getByRole("alert")).toContainText(removed, { timeout: 15_000 });
  await page.reload();
  await expect(stage(page).getByRole("alert")).toContainText(removed);
  await expect(page.getByRole("button", { name: "Start" })).toBeDisabled();
  await expectAccessible(page);
  await typeAtOnce(page, guests[0]?.qrCodeData ?? "");
  await expectVerdict(page, "Scan Failed", "Not checked in yet");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Use this device again" }).click();
  await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
  await typeAtOnce(page, guests[0]?.qrCodeData ?? "");
  await expectVerdict(page, "Check-in Complete", guests[0]?.fullName ?? "");
  await office.call.dispose();
});

test("4.doors.8 signing out ends the door on this device", { tag: "@desktop" }, async ({
  page,
  doorlist,
}) => {
  const office = await openOffice(doorlist.url, SAM);
  const own = await newOrganizer(office, doorlist.url);
  const { event } = await guestsOf(office, 1);
  await signInAtDoor(page, own, event.id);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
  await page.goto("/scan-attendees");
  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("link", { name: "Back to the door" })).toHaveCount(0);
  await office.call.dispose();
});
