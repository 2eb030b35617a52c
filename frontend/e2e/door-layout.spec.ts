import { expect, type Locator, type Page } from "@playwright/test";
import type { Attendee, Office } from "./api";
import { expectVerdict, openScanner, stage, typeAtOnce } from "./door";
import { chooseEvent, expectKeyTextClear, expectNoSidewaysScroll } from "./steps";
import { test } from "./test";

/** The screen of a door without its server, on the narrowest phone and on a laptop: all of it is visible. */

const NAME = "Wilhelmina Bartholomea Featherstonehaugh-Cholmondeley van den Heuvel";
const NOTES = "Wheelchair: the lift by the side gate. Seat beside Ruth Adeyemi.";

/** The endpoints of a door's check-ins: the scan, and the upload of unsynced records. */
const CHECK_INS = ["**/api/attendees/scan", "**/api/door/scans"];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (locator: Locator): Promise<Box> => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the screen`);
  return box;
};

const touch = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

async function expectApart(one: Locator, other: Locator): Promise<void> {
  expect(touch(await boxOf(one), await boxOf(other)), `${one} lies over ${other}`).toBe(false);
}

const inside = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.5 &&
  inner.y + inner.height <= outer.y + outer.height + 0.5;

/** The door of these guests, without its network, and without a cooldown. */
async function openOffline(page: Page, guests: readonly Attendee[]): Promise<void> {
  for (const path of ["**/api/live**", ...CHECK_INS]) await page.route(path, (route) => route.abort());
  await openScanner(page);
  const isRead = page.waitForResponse((answer) => answer.url().includes("/api/door/list") && answer.ok());
  await chooseEvent(page, guests[0]?.eventId ?? null);
  await isRead;
  await page.getByRole("switch", { name: "Rapid mode" }).check();
  await expect(stage(page).getByText(/^Offline/)).toBeVisible({ timeout: 15_000 });
}

for (const [what, viewport] of [
  ["320 px", { width: 320, height: 640 }],
  ["a laptop", { width: 1280, height: 800 }],
] as const) {
  test.describe(what, () => {
    test.use({ viewport });

    test(`4.offline.2 a verdict with much to say shows all of it on ${what}`, { tag: "@desktop" }, async ({
      page,
      office,
      watched,
    }) => {
      watched.expectTrouble(/ERR_FAILED/);
      const event = await office.event({ date: "2031-05-17" });
      const guest = await office.attendee(event.id, {
        fullName: NAME,
        paymentStatus: "unpaid",
        notes: NOTES,
      });
      await page.clock.install();
      await openOffline(page, [guest]);
      await typeAtOnce(page, guest.qrCodeData);
      await expectVerdict(page, "Check-in Complete", NAME, NOTES, "Not confirmed yet.");
      // The verdict stays.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
      const heading = stage(page).getByRole("heading", { name: "Check-in Complete" });
      const ring = heading.locator("xpath=preceding-sibling::div");
      const pills = stage(page).getByText(/^(Camera Ready|Offline: 1 to send)$/);
      for (const pill of await pills.all()) {
        await expectApart(ring, pill);
        await expectApart(heading, pill);
      }
      await expectApart(
        stage(page).getByText(/^Camera Ready$/),
        stage(page).getByRole("button", { name: "Find guest" }),
      );
      const [start, upload] = [
        page.getByRole("button", { name: "Start" }),
        page.getByRole("button", { name: "Upload image" }),
      ];
      expect((await boxOf(start)).y, "beside each other").toBe((await boxOf(upload)).y);
      const name = stage(page).getByText(NAME);
      expect(
        await name.evaluate((line) => line.scrollHeight <= line.clientHeight + 1),
        "the whole name",
      ).toBe(true);
      const seen = await boxOf(stage(page));
      for (const text of [NAME, "Not confirmed yet.", NOTES]) {
        const place = stage(page).getByText(text).first();
        await place.scrollIntoViewIfNeeded();
        expect(inside(seen, await boxOf(place)), text).toBe(true);
      }
      await expectNoSidewaysScroll(page);
    });
  });
}

/** A guest whom another door let in before this one, which then gets the conflict. */
async function letInTwice(page: Page, office: Office): Promise<void> {
  const event = await office.event({ date: "2031-05-17" });
  const guest = await office.attendee(event.id, { fullName: NAME });
  await openOffline(page, [guest]);
  // The time of the scan counts, not the upload's: only an earlier scan elsewhere contradicts this door.
  await office.scan(guest.qrCodeData);
  // A busy page knows the server's clock only to within seconds.
  await page.waitForTimeout(5000);
  await typeAtOnce(page, guest.qrCodeData);
  await expectVerdict(page, "Check-in Complete", NAME);
  for (const path of CHECK_INS) await page.unroute(path);
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

test("2.frame.660 a toast covers neither name nor reason of a guest to check again", {
  tag: "@desktop",
}, async ({ page, office, watched }) => {
  test.slow();
  watched.expectTrouble(/ERR_FAILED/);
  await letInTwice(page, office);
  await expectKeyTextClear(page, "1 check-in sent", NAME);
  await expect(page.getByRole("region", { name: "Check Again" }).getByText(NAME)).toBeVisible();
});

test.describe("320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("4.offline.7 'Check Again' has the whole name and is not cut", { tag: "@desktop" }, async ({
    page,
    office,
    watched,
  }) => {
    watched.expectTrouble(/ERR_FAILED/);
    await letInTwice(page, office);
    const card = page.getByRole("region", { name: "Check Again" });
    const dismiss = card.getByRole("button");
    await expect(dismiss).toBeVisible({ timeout: 40_000 });
    const name = card.getByText(NAME);
    expect(await name.evaluate((line) => line.scrollHeight <= line.clientHeight + 1)).toBe(true);
    const whole = await boxOf(card);
    for (const part of [name, dismiss, card.getByText(/^Scanned at/)]) {
      expect(inside(whole, await boxOf(part)), `${part}`).toBe(true);
      if (part !== dismiss) await expectApart(part, dismiss);
    }
    await expectNoSidewaysScroll(page);
  });
});

test.describe("390 px", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("2.scan.904 the foot of the stage keeps its text clear of the camera", { tag: "@phone" }, async ({
    page,
    office,
  }) => {
    const event = await office.event({ date: "2031-05-17", capacity: 1 });
    await office.attendee(event.id, { fullName: NAME });
    await openScanner(page);
    await chooseEvent(page, event.id);
    const count = stage(page).getByText("Arrived 0 of 1 · capacity 1");
    const [camera, name, people, whole] = await Promise.all(
      [stage(page).locator("video"), stage(page).getByText(event.name), count, stage(page)].map(boxOf),
    );
    if (!camera || !name || !people || !whole) throw new Error("no foot");
    expect(name.y - (camera.y + camera.height)).toBeGreaterThanOrEqual(12);
    expect(whole.y + whole.height - (people.y + people.height)).toBeGreaterThanOrEqual(12);
  });
});
