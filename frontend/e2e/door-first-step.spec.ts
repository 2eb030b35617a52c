import { expect } from "@playwright/test";
import { openOffice } from "./api";
import { expectLoadedAhead, expectVerdict, openScanner, typeAtOnce } from "./door";
import { OLIVE, SAM } from "./server";
import { chooseEvent, signIn } from "./steps";
import { test } from "./test";

/** A required sign-in step of a user who is working at a door. */

test("4.session.518 a door goes on when a second factor is required of its user, after a reload too", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/403/);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const [first, second] = [await office.attendee(event.id), await office.attendee(event.id)];
  await signIn(page, OLIVE);
  await openScanner(page);
  await chooseEvent(page, event.id);
  await page.getByRole("switch", { name: "Rapid mode" }).click();
  await expectLoadedAhead(page);
  await expect
    .poll(async () => (await office.call.get(`/api/door/grants?eventId=${event.id}`)).json())
    .toHaveLength(1);

  const required = await office.call.put("/api/second-factor", { data: { requiredFor: "everyone" } });
  expect(required.ok(), await required.text()).toBe(true);
  for (const guest of [first, second]) {
    const scanned = page.waitForResponse((answer) => answer.url().endsWith("/api/attendees/scan"));
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    expect((await scanned).status()).toBe(200);
    await expect(page).toHaveURL("/scan-attendees");
    await page.reload();
    await expectLoadedAhead(page);
  }
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the door" }).click();
  await expect(page).toHaveURL("/scan-attendees");
  await office.call.dispose();
});
