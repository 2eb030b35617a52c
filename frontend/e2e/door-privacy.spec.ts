import { expect } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { COOLDOWN_MS, expectVerdict, typeAtOnce } from "./door";
import { expectLetInOnce, GONE, newGuests, openDoor, saved, UNSURE } from "./outage";
import { OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** Personal data that a door's device stores, read from the files of its databases. */

const CARD = "MECARD:N:Contact,Carla;TEL:0400111222;;";
const LATER_CARD = "MECARD:N:Contact,Lena;TEL:0400333444;;";

test("4.outbox.520, 4.outbox.521 a text goes once it is answered, and what was answered at sign-out", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const guests = await newGuests(office, 2);
  const [answered, waiting] = guests as [Attendee, Attendee];
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  await typeAtOnce(page, CARD);
  await expectVerdict(page, "Invalid QR Code");
  await expect.poll(() => saved(page)).toContain('"invalid"');
  await expect.poll(() => saved(page)).not.toContain("Carla");

  elsewhere.freeze();
  await page.waitForTimeout(COOLDOWN_MS);
  await typeAtOnce(page, LATER_CARD);
  await expectVerdict(page, "Invalid QR Code");
  // The scan waits for the server, with the whole text that was read.
  await expect.poll(() => saved(page)).toContain("Lena");
  elsewhere.thaw();
  await expect.poll(() => saved(page)).not.toContain("Lena");

  await page.waitForTimeout(COOLDOWN_MS);
  await typeAtOnce(page, answered.qrCodeData);
  await expectVerdict(page, "Check-in Complete", answered.fullName);
  await expectLetInOnce(elsewhere, [answered]);
  elsewhere.freeze();
  await page.waitForTimeout(COOLDOWN_MS);
  await typeAtOnce(page, waiting.qrCodeData);
  await expectVerdict(page, "Check-in Complete", waiting.fullName, UNSURE);
  const countRecords = async () => (await saved(page)).match(/"check_in"/g)?.length ?? 0;
  await expect.poll(countRecords).toBe(4);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("/auth");
  await expect.poll(countRecords).toBe(1);
  elsewhere.thaw();
  await expectLetInOnce(elsewhere, guests);
  await expect.poll(countRecords).toBe(0);
  await office.call.dispose();
});
