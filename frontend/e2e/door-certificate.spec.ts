import { chromium, expect } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { BROWSER } from "./browser";
import { expectLoadedAhead, expectVerdict, stage, typeAtOnce } from "./door";
import { cards, expectLetInOnce, GONE, newGuests, openDoor, saved, UNSURE } from "./outage";
import { OLIVE, SAM, startDoorlist } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** A person went on past the browser's warning of the certificate. */

/** The word that a person types in Chromium's warning to go on. */
const GO_ON = "thisisunsafe";

test("2.ready.17, 4.shell.4 behind a certificate that was clicked through all works while the page stays open, and leaving asks", {
  tag: "@phone",
}, async ({ watched }) => {
  watched.expectTrouble(GONE);
  watched.expectTrouble(/SSL certificate error|ERR_CERT/);
  const template = { directory: process.env.DOORLIST_E2E_TEMPLATE ?? "" };
  const elsewhere = await startDoorlist(template, undefined, { https: true });
  // The headless shell has no warning to go on from.
  const browser = await chromium.launch({
    ...BROWSER,
    channel: BROWSER.executablePath ? undefined : "chromium",
  });
  try {
    const office = await openOffice(elsewhere.url, SAM);
    const guests = await newGuests(office, 2);
    const [first, second] = guests as [Attendee, Attendee];
    const context = await browser.newContext({
      baseURL: elsewhere.url,
      viewport: { width: 390, height: 844 },
    });
    watched.follow(context, new URL(elsewhere.url).host);
    const page = await context.newPage();
    await expect(page.goto("/auth")).rejects.toThrow("ERR_CERT_AUTHORITY_INVALID");
    // The warning ignores keys before it is drawn.
    await expect(async () => {
      await page.keyboard.type(GO_ON);
      await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible({ timeout: 3000 });
    }).toPass();
    await signIn(page, OLIVE);
    await openDoor(page, guests);
    await expectLoadedAhead(page);

    await page.getByRole("button", { name: "Check this device" }).click();
    const line = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Without a network" });
    await expect(line).toContainText("Works while this page stays open.");
    await expect(line).toContainText("trust the certificate on this device");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );

    elsewhere.freeze();
    await typeAtOnce(page, first.qrCodeData);
    await expectVerdict(page, "Check-in Complete", first.fullName, UNSURE);
    await expect(stage(page).getByText(/^Offline/)).toBeVisible({ timeout: 15_000 });
    await typeAtOnce(page, second.qrCodeData);
    await expectVerdict(page, "Check-in Complete", second.fullName, UNSURE);
    expect(await saved(page)).toContain(`"shown":"admitted"`);
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();

    elsewhere.thaw();
    await expectLetInOnce(elsewhere, guests);
    await expect(cards(page).getByRole("button")).toHaveCount(0);
    await office.call.dispose();
  } finally {
    elsewhere.thaw();
    await browser.close();
    await elsewhere.stop();
  }
});
