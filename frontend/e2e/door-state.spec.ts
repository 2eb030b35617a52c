import { expect, type Page, type Request } from "@playwright/test";
import { newOrganizer, openOffice } from "./api";
import { expectVerdict, openDoorOf, openScanner, stage, typeAtOnce } from "./door";
import { type Doorlist, OLIVE, SAM } from "./server";
import { signIn, toasts } from "./steps";
import { test } from "./test";

/** The door shows the actual state: names without the server, records on their way, a device that was removed. */

const GONE =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_INTERNET_DISCONNECTED|ERR_ABORTED|ERR_FAILED|ERR_CONTENT_LENGTH/;

async function newGuests(elsewhere: Doorlist, count: number) {
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ name: "Lantern Supper", date: "2031-05-17" });
  const guests = [];
  for (let number = 0; number < count; number++) guests.push(await office.attendee(event.id));
  return { office, event, guests };
}

const picker = (page: Page) => page.getByLabel("Event");
const chosen = (page: Page) => picker(page).locator("option:checked");
const offline = (page: Page, pill: string) => stage(page).getByText(pill, { exact: true });

/** Counts the scans of a page that wait for a response. */
function countWaitingScans(page: Page): () => number {
  const waiting = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().endsWith("/api/attendees/scan")) waiting.add(request);
  });
  page.on("requestfinished", (request) => waiting.delete(request));
  page.on("requestfailed", (request) => waiting.delete(request));
  return () => waiting.size;
}

test.describe("after a reload without the server", () => {
  test.use({ serviceWorkers: "allow" });

  test("4.list.1, 4.shell.1, 8.toast.3 the event has its name, a foreign code needs no confirmation, an undo has its own toast", {
    tag: "@phone",
  }, async ({ openElsewhere, watched }) => {
    watched.expectTrouble(GONE);
    const { page, elsewhere } = await openElsewhere("cast");
    const { office, event, guests } = await newGuests(elsewhere, 1);
    const guest = guests[0];
    if (!guest) throw new Error("no guest");
    await signIn(page, OLIVE);
    await openScanner(page);
    await expect
      .poll(
        () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
        { timeout: 60_000 },
      )
      .toBe("activated");
    await openDoorOf(page, event.id);
    await page.getByRole("switch", { name: "Rapid mode" }).check();
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    await page.getByRole("button", { name: "Check this device" }).click();
    await expect(page.getByRole("dialog")).toContainText("Ready, also after a reload.");
    await page.keyboard.press("Escape");

    elsewhere.freeze();
    await page.reload();
    await expect(offline(page, "Offline")).toBeVisible({ timeout: 15_000 });
    await expect(chosen(page)).toContainText("Lantern Supper");
    await expect(stage(page)).toContainText("Lantern Supper");
    await expect(page.getByText(/Event \d+$|could not be loaded/)).toHaveCount(0);
    await typeAtOnce(page, "https://example.com/menu");
    await expectVerdict(page, "Invalid QR Code", "Format not recognised");
    await expect(stage(page)).not.toContainText("Not confirmed yet");

    await page.getByRole("button", { name: `Undo the check-in of ${guest.fullName}` }).click();
    await expect(offline(page, "Offline: 1 to send")).toBeVisible();
    elsewhere.thaw();
    await expect(toasts(page).getByText("1 undone check-in sent", { exact: true })).toBeVisible({
      timeout: 40_000,
    });
    await expect(offline(page, "Offline")).toHaveCount(0, { timeout: 15_000 });
    await expect(chosen(page)).toContainText("Lantern Supper");
    await expect.poll(async () => (await office.findAttendee(guest.id)).attended).toBe(false);
    await office.call.dispose();
  });
});

test("4.scan.540, 8.toast.3 with all events an unanswered scan is sent while its verdict shows; with an event pill and toast count alike", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, event, guests } = await newGuests(elsewhere, 3);
  const [first, ...others] = guests;
  if (!first) throw new Error("no guest");
  await signIn(page, OLIVE);
  await openScanner(page);
  await page.getByRole("switch", { name: "Rapid mode" }).check();
  elsewhere.freeze();
  await typeAtOnce(page, first.qrCodeData);
  await expectVerdict(page, "Connection Issue", "Not checked in yet");
  await expect(offline(page, "Offline")).toBeVisible({ timeout: 15_000 });
  elsewhere.thaw();
  await expectVerdict(page, "Check-in Complete", first.fullName);
  expect((await office.findAttendee(first.id)).attended).toBe(true);

  await openDoorOf(page, event.id);
  await expect(stage(page).getByText(/^Arrived 1 of 3/)).toBeVisible();
  const waitingScans = countWaitingScans(page);
  elsewhere.freeze();
  for (const { qrCodeData, fullName } of others) {
    await typeAtOnce(page, qrCodeData);
    await expectVerdict(page, "Check-in Complete", fullName, "Not confirmed yet.");
  }
  await expect(offline(page, "Offline: 2 to send")).toBeVisible({ timeout: 15_000 });
  // The server, once thawed, would answer these itself, and the toast counts only what was sent later.
  await expect.poll(waitingScans).toBe(0);
  elsewhere.thaw();
  await expect(toasts(page).getByText("2 check-ins sent", { exact: true })).toBeVisible({ timeout: 40_000 });
  await office.call.dispose();
});

test("4.doors.5 a removed device whose user is still signed in on it counts nothing that it had not sent", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, event, guests } = await newGuests(elsewhere, 1);
  const guest = guests[0];
  if (!guest) throw new Error("no guest");
  const own = await newOrganizer(office, elsewhere.url);
  await signIn(page, own);
  await openScanner(page);
  await openDoorOf(page, event.id);
  await expect(stage(page).getByText(/^Arrived 0 of 1/)).toBeVisible();
  await page.route("**/api/**", (route) => route.abort());
  await typeAtOnce(page, guest.qrCodeData);
  await expectVerdict(page, "Check-in Complete", guest.fullName, "Not confirmed yet.");
  const devices = await (await office.call.get("/api/door/grants", { params: { eventId: event.id } })).json();
  for (const { id } of devices) expect((await office.call.delete(`/api/door/grants/${id}`)).ok()).toBe(true);
  await page.unroute("**/api/**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByRole("region", { name: "Check Again" }).getByText(guest.fullName)).toBeVisible({
    timeout: 40_000,
  });
  expect((await office.findAttendee(guest.id)).attended).toBe(false);
  const conflicts = await (
    await office.call.get("/api/door/conflicts", { params: { eventId: event.id } })
  ).json();
  expect(JSON.stringify(conflicts)).toContain("revoked_device");
  await office.call.dispose();
});
