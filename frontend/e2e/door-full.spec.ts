import { expect, type Locator, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { expectLoadedAhead, expectVerdict, scanNext, stage, typeAtOnce } from "./door";
import { GONE, openDoor } from "./outage";
import { OLIVE, SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** An event that refuses guests when full, with the server and without it. */

/** The scanner at an event for two people that has five guests. */
async function openFullEvening(page: Page, url: string) {
  const office = await openOffice(url, SAM);
  const event = await office.event({ date: "2031-05-17", capacity: 2, stopsAtCapacity: true });
  const guests: Attendee[] = [];
  for (let made = 0; made < 5; made++) guests.push(await office.attendee(event.id));
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  return { office, guests: guests as [Attendee, Attendee, Attendee, Attendee, Attendee] };
}

test("2.scan.333, 2.scan.334 from the capacity on guests are refused, and let in anyway by a person", {
  tag: ["@main", "@phone"],
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/409/);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, guests } = await openFullEvening(page, elsewhere.url);
  const [first, second, third] = guests;
  const frame = stage(page).locator("[data-frame]");

  await typeAtOnce(page, first.qrCodeData);
  await expectVerdict(page, "Check-in Complete", first.fullName);
  await expect(frame).toHaveCount(0);
  await scanNext(page, second);
  await expectVerdict(page, "Check-in Complete", second.fullName);
  await expect(frame).toBeVisible();
  await scanNext(page, third);
  await expectVerdict(page, "Full", third.fullName, "The capacity is reached");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect((await office.findAttendee(third.id)).attended).toBe(false);
  await page.getByRole("button", { name: "Let in anyway" }).click();
  await expectVerdict(page, "Check-in Complete", third.fullName);
  await expect.poll(async () => (await office.findAttendee(third.id)).attended).toBe(true);
  await expect(stage(page)).toContainText("Arrived 3 of 5 · capacity 2");
  await office.call.dispose();
});

test("2.scan.334 a full event is full on the list of the device too, and a person lets in anyway", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/409/);
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, guests } = await openFullEvening(page, elsewhere.url);
  const [first, second, third, fourth, fifth] = guests;
  for (const guest of [first, second]) await office.scan(guest.qrCodeData);
  await typeAtOnce(page, third.qrCodeData);
  await expectVerdict(page, "Full", third.fullName);
  await page.getByRole("button", { name: "Let in anyway" }).click();
  await expectVerdict(page, "Check-in Complete", third.fullName);
  await expect(stage(page)).toContainText("Arrived 3 of 5 · capacity 2");

  await expectLoadedAhead(page);
  elsewhere.freeze();
  await scanNext(page, fourth);
  await expectVerdict(page, "Full", fourth.fullName, "Not confirmed yet");
  await page.getByRole("button", { name: "Next guest" }).click();
  await scanNext(page, fifth);
  await expectVerdict(page, "Full", fifth.fullName);
  await page.getByRole("button", { name: "Let in anyway" }).click();
  await expectVerdict(page, "Check-in Complete", fifth.fullName);
  elsewhere.thaw();
  await expect
    .poll(async () => (await office.findAttendee(fifth.id)).attended, { timeout: 60_000 })
    .toBe(true);
  expect((await office.findAttendee(fourth.id)).attended).toBe(false);
  await expect(page.getByRole("listitem").filter({ hasText: fourth.fullName })).toContainText("Full");
  await office.call.dispose();
});

/** True if nothing lies over the middle or the edges. */
const isUncovered = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [
      [x, y],
      [x, top + 4],
      [x, bottom - 4],
      [left + 8, y],
      [right - 8, y],
    ].every(([across = 0, down = 0]) => element.contains(document.elementFromPoint(across, down)));
  });

test("4.full.1200 both buttons of 'Full' stay in view on a phone that is offline", { tag: "@phone" }, async ({
  openElsewhere,
  watched,
}) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({
    date: "2031-05-17",
    capacity: 1,
    stopsAtCapacity: true,
    ticketPriceCents: 18_000,
  });
  const inside = await office.attendee(event.id);
  const owing = await office.attendee(event.id, {
    fullName: "Ravindranath Gupta",
    paymentStatus: "unpaid",
    notes: "Wheelchair: the lift by the side gate.",
  });
  await office.scan(inside.qrCodeData);
  await signIn(page, OLIVE);
  for (const path of ["**/api/live**", "**/api/attendees/scan", "**/api/door/scans"])
    await page.route(path, (route) => route.abort());
  await openDoor(page, [inside, owing]);
  await expect(stage(page).getByText(/^Offline/)).toBeVisible();
  await page.getByRole("button", { name: "Find guest" }).click();
  await page.getByRole("searchbox").fill("Ravi");
  await page.getByRole("button", { name: `Check in ${owing.fullName}` }).click();
  await expectVerdict(page, "Full", owing.fullName, "owes $180.00", "Not confirmed yet");
  for (const size of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size);
    for (const name of ["Let in anyway", "Next guest"]) {
      const button = stage(page).getByRole("button", { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      await expect.poll(() => isUncovered(button), `${name} at ${size.width} px`).toBe(true);
    }
  }
  await expect(stage(page).getByText("Not confirmed yet")).toBeVisible();
  await office.call.dispose();
});
