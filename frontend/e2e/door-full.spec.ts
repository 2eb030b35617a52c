import { expect, type Locator, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { expectLoadedAhead, expectVerdict, scanNext, stage, typeAtOnce } from "./door";
import { GONE, openDoor } from "./outage";
import { OLIVE, SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** An event that refuses guests when full, with the server and without it. */

/** The scanner at an event with three guests. */
async function openFullEvening(page: Page, url: string, capacity: number) {
  const office = await openOffice(url, SAM);
  const event = await office.event({ date: "2031-05-17", capacity, stopsAtCapacity: true });
  const made = async () => office.attendee(event.id);
  const guests: [Attendee, Attendee, Attendee] = [await made(), await made(), await made()];
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  return { office, guests };
}

test("2.scan.333, 2.scan.334 from the capacity on guests are refused, and let in anyway by a person", {
  tag: ["@main", "@phone"],
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/409/);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, guests } = await openFullEvening(page, elsewhere.url, 2);
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
  await expect(stage(page)).toContainText("Arrived 3 of 3 · capacity 2");

  await office.call.dispose();
});

test("2.scan.334 a full event is full on the list of the device too, and a person lets in anyway", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, guests } = await openFullEvening(page, elsewhere.url, 1);
  const [first, second, third] = guests;
  await typeAtOnce(page, first.qrCodeData);
  await expectVerdict(page, "Check-in Complete", first.fullName);
  await expectLoadedAhead(page);
  elsewhere.freeze();
  await scanNext(page, second);
  await expectVerdict(page, "Full", second.fullName, "Not confirmed yet");
  await page.getByRole("button", { name: "Next guest" }).click();
  await scanNext(page, third);
  await expectVerdict(page, "Full", third.fullName);
  await page.getByRole("button", { name: "Let in anyway" }).click();
  await expectVerdict(page, "Check-in Complete", third.fullName);
  elsewhere.thaw();
  await expect
    .poll(async () => (await office.findAttendee(third.id)).attended, { timeout: 60_000 })
    .toBe(true);
  expect((await office.findAttendee(second.id)).attended).toBe(false);
  await expect(page.getByRole("listitem").filter({ hasText: second.fullName })).toContainText("Full");
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
