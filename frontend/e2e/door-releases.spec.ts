import { rmSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { expectVerdict, noteBatchKeys, noteScanKeys, openScanner, stage, typeAtOnce } from "./door";
import { cards, expectLetInOnce, GONE, newGuests, openDoor, scanLog, UNSURE } from "./outage";
import { makeSecond, showRelease } from "./releases";
import { OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** Two releases of the page on one device. */

test("4.outbox.2, 4.outbox.18, 4.outbox.19 a page of the old release beside one of the new: nothing is lost or sent twice", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  // The list of the other release's files to keep names some that this server lacks.
  watched.expectTrouble(/404 \(Not Found\) \(.*\/assets\//);
  const { page: old, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const guests = await newGuests(office, 4);
  const [first, second, both, kept] = guests as [Attendee, Attendee, Attendee, Attendee];
  const release = makeSecond();
  const startOf = (page: Page) => page.locator("script[type=module][src]").getAttribute("src");
  const letIn = async (page: Page, guest: Attendee, title = "Check-in Complete") => {
    await page.bringToFront();
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, title, guest.fullName, UNSURE);
  };
  try {
    await signIn(old, OLIVE);
    await openDoor(old, guests);
    const next = await old.context().newPage();
    await showRelease(next, release);
    // The server receives a second reading of a ticket in a batch, after the first.
    const keys = [old, next].flatMap((page) => [noteScanKeys(page), noteBatchKeys(page)]);
    const isListRead = next.waitForResponse(/\/api\/door\/list/);
    await openScanner(next);
    await (await isListRead).finished();
    await expect(next.getByRole("switch", { name: "Rapid mode" })).toBeChecked();
    expect(await startOf(next)).not.toBe(await startOf(old));

    elsewhere.freeze();
    await letIn(old, first);
    await letIn(next, second);
    await letIn(next, both);
    await letIn(old, both, "Already Checked In");
    elsewhere.thaw();
    await expectLetInOnce(elsewhere, [first, second, both]);
    for (const page of [old, next]) {
      await expect(stage(page).getByText(/to send|Sending/)).toHaveCount(0);
      await expect(cards(page).getByRole("button")).toHaveCount(0);
    }
    // A refusal is sent silently: nothing on the screen shows when.
    await expect.poll(() => scanLog(elsewhere).length).toBe(4);
    expect(new Set(keys.flat()).size, "one key for each reading").toBe(4);

    // A tab of the release before the outbox stored unanswered scans only as long as it lived.
    const scan = { qrData: kept.qrCodeData, idempotencyKey: crypto.randomUUID(), eventId: kept.eventId };
    await next.evaluate(
      (value) => sessionStorage.setItem("doorlist.door.kept", value),
      JSON.stringify([{ ...scan, readAt: Date.now() }]),
    );
    await openScanner(next);
    // A page that is left before it has taken over these scans leaves them for the next one.
    await expect.poll(() => next.evaluate(() => sessionStorage.getItem("doorlist.door.kept"))).toBeNull();
    await next.goto("/");
    await expectLetInOnce(elsewhere, guests);
  } finally {
    elsewhere.thaw();
    // The pages still preload other pages.
    for (const page of old.context().pages()) await page.close();
    rmSync(release, { recursive: true, force: true });
    await office.call.dispose();
  }
});
