import { expect, type Page } from "@playwright/test";
import { type Attendee, openOffice, unique } from "./api";
import { expectVerdict, openScanner, stage, typeAtOnce } from "./door";
import { holdCamera } from "./held-camera";
import { OLIVE, SAM } from "./server";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll, expectToast, signIn } from "./steps";
import { test } from "./test";

/** The taps that staff at the door need for a guest after the verdict. */

/** Counts each press of a finger from now on. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = Object.assign(window, { taps: 0 });
    window.addEventListener("pointerdown", () => (counted.taps += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { taps: number }).taps);
}

test("2.scan.40..43, 4.scan.50 the wrong guest is out again and scanning goes on in two taps, without a network too", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/ERR_ABORTED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED/);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17", name: unique("Harbour Ball") });
  const [wrong, right, other] = [
    await office.attendee(event.id, { fullName: unique("Wrong Guest") }),
    await office.attendee(event.id, { fullName: unique("Right Guest") }),
    await office.attendee(event.id, { fullName: unique("Other Guest") }),
  ];
  await holdCamera(page);
  await signIn(page, OLIVE);
  await openScanner(page);
  await chooseEvent(page, event.id);
  await page.getByRole("switch", { name: "Rapid mode" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(stage(page).getByText(event.name)).toBeInViewport();
  await expect(stage(page).getByText("Arrived 0 of 3")).toBeInViewport();

  await typeAtOnce(page, wrong.qrCodeData);
  await expectVerdict(page, "Check-in Complete", wrong.fullName, "Arrived 1 of 3");
  const last = stage(page).getByRole("button", { name: wrong.fullName });
  await expect(last).toBeInViewport();
  await expect(last).toContainText("Checked in");
  await expectAccessible(page);

  const taps = await countTaps(page);
  await last.tap();
  await page
    .getByRole("dialog", { name: wrong.fullName })
    .getByRole("button", { name: "Undo check-in" })
    .tap();
  await expect(page.getByText("Scanning...", { exact: true })).toBeInViewport();
  await expect(last).toContainText("Undone");
  await typeAtOnce(page, right.qrCodeData);
  await expectVerdict(page, "Check-in Complete", right.fullName);
  expect(await taps()).toBe(2);
  await expect.poll(async () => (await office.findAttendee(wrong.id)).attended).toBe(false);
  await expect(stage(page).getByText("Arrived 1 of 3")).toBeInViewport();
  await expectNoSidewaysScroll(page);

  elsewhere.freeze();
  await expect(stage(page).getByText(/^Offline/)).toBeVisible();
  await typeAtOnce(page, other.qrCodeData);
  await expectVerdict(page, "Check-in Complete", other.fullName, "Arrived 2 of 3", "offline count");
  const before = await taps();
  await stage(page).getByRole("button", { name: other.fullName }).tap();
  const guest = page.getByRole("dialog", { name: other.fullName });
  await expect(guest).toContainText("Table 7");
  await expectAccessible(page);
  await guest.getByRole("button", { name: "Undo check-in" }).tap();
  await expect(stage(page).getByText("Arrived 1 of 3")).toBeInViewport();
  await typeAtOnce(page, wrong.qrCodeData);
  await expectVerdict(page, "Check-in Complete", wrong.fullName, "Arrived 2 of 3");
  expect((await taps()) - before).toBe(2);
  elsewhere.thaw();
  const isIn = async ({ id }: Attendee) => (await office.findAttendee(id)).attended;
  await expect.poll(() => isIn(wrong), { timeout: 40_000 }).toBe(true);
  await expect.poll(() => isIn(other), { timeout: 40_000 }).toBe(false);
  await office.call.dispose();
});

test("4.scan.49, 4.scan.51, 2.scan.44, 3.recent.2 a debt stays on the screen, and is settled in two taps", {
  tag: ["@main", "@phone"],
}, async ({ page, office }) => {
  const event = await office.event({ ticketPriceCents: 18_000 });
  const guest = await office.attendee(event.id, { paymentStatus: "unpaid", notes: "Table by the window" });
  await openScanner(page);
  const recent = page.getByRole("main").getByRole("listitem").filter({ hasText: guest.fullName });
  await typeAtOnce(page, guest.qrCodeData);
  await expectVerdict(page, "Check-in Complete", guest.fullName, "owes $180.00");
  await expect(recent).toContainText("owes $180.00");
  // On the smallest phone the amount due is above the buttons.
  await page.setViewportSize({ width: 320, height: 568 });
  await page.waitForTimeout(3600);
  const sum = await stage(page).getByText("owes $180.00").boundingBox();
  const details = await stage(page).getByRole("button", { name: "Details" }).boundingBox();
  expect((sum?.y ?? 0) + (sum?.height ?? 999)).toBeLessThanOrEqual(details?.y ?? 0);
  await expectVerdict(page, "Check-in Complete", guest.fullName, "owes $180.00");

  const taps = await countTaps(page);
  await stage(page).getByRole("button", { name: "Details" }).tap();
  const dialog = page.getByRole("dialog", { name: guest.fullName });
  for (const fact of ["Table 7", "unpaid", "$180.00", "Table by the window", guest.invoiceNumber])
    await expect(dialog).toContainText(fact);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Mark as paid" }).tap();
  await expectToast(page, "Marked as paid");
  expect(await taps()).toBe(2);
  await expect(recent).not.toContainText("owes");
  await expect(stage(page).getByRole("heading")).toHaveCount(0);
  expect(await office.findAttendee(guest.id)).toMatchObject({ paymentStatus: "paid", attended: true });
});
