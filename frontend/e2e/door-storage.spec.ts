import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { COOLDOWN_MS, expectVerdict, stage, typeAtOnce } from "./door";
import { cards, expectLetInOnce, GONE, newGuests, openDoor, openPhone, UNSURE } from "./outage";
import { OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** The device has no space left: by the browser's quota, or on its disk. */

const TROUBLE = new RegExp(`${GONE.source}|could not be (saved|read)|Failed to access storage`);
const NOT_SAVED = "Let in, but not saved. Keep this page open.";
const QUOTA_BYTES = 500_000;
const DISK_MB = 48;

/** Stores what cannot be compressed, until not even a small record fits. */
const fillQuota = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open("filler");
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore("filler", { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
    });
    const fits = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction("filler", "readwrite", { durability: "strict" });
        transaction.objectStore("filler").put(crypto.getRandomValues(new Uint8Array(bytes)));
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
      });
    for (const bytes of [60_000, 10_000, 1000, 100]) while (await fits(bytes));
    database.close();
  });

test("4.offline.3, 4.outbox.5 without room in the browser's quota a check-in is told as not saved, and is sent", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(TROUBLE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const guests = await newGuests(office, 3);
  const [saved, unsaved, after] = guests as [Attendee, Attendee, Attendee];
  const browser = await page.context().newCDPSession(page);
  const limit = (quotaSize?: number) =>
    browser.send("Storage.overrideQuotaForOrigin", { origin: elsewhere.url, quotaSize });
  // Before anything is stored: the browser caches for a while how much space there was.
  await limit(QUOTA_BYTES);
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  elsewhere.freeze();
  await typeAtOnce(page, saved.qrCodeData);
  await expectVerdict(page, "Check-in Complete", saved.fullName, UNSURE);
  await expect(page.getByText(NOT_SAVED)).toHaveCount(0);
  await fillQuota(page);
  await typeAtOnce(page, unsaved.qrCodeData);
  await expectVerdict(page, "Check-in Complete", unsaved.fullName, NOT_SAVED, UNSURE);
  await page.waitForTimeout(COOLDOWN_MS);
  await typeAtOnce(page, unsaved.qrCodeData);
  await expectVerdict(page, "Already Checked In", unsaved.fullName, "at this door");
  elsewhere.thaw();
  await expectLetInOnce(elsewhere, [saved, unsaved]);

  await limit();
  elsewhere.freeze();
  await expect(async () => {
    await typeAtOnce(page, after.qrCodeData);
    await expectVerdict(page, "Check-in Complete", after.fullName, UNSURE);
  }).toPass();
  elsewhere.thaw();
  await expectLetInOnce(elsewhere, guests);
  await expect(cards(page).getByRole("button")).toHaveCount(0);
  await office.call.dispose();
});

test(
  "4.offline.3, 4.outbox.5, 4.outbox.24 a full disk loses nothing while the page stays, and no longer counts as safe",
  {
    tag: "@phone",
  },
  async ({ openElsewhere, watched }, info) => {
    test.skip(process.getuid?.() !== 0 || process.platform !== "linux", "only root may mount a small disk");
    watched.expectTrouble(TROUBLE);
    const { elsewhere } = await openElsewhere("cast");
    const office = await openOffice(elsewhere.url, SAM);
    const guests = await newGuests(office, 16);
    const [saved, after, ...others] = guests as [Attendee, Attendee, ...Attendee[]];
    const disk = info.outputPath("disk");
    const filler = join(disk, "filler");
    mkdirSync(disk, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", disk]);
    const phone = await openPhone(join(disk, "profile"), elsewhere);
    try {
      const page = await phone.newPage();
      watched.follow(phone, new URL(elsewhere.url).host);
      await signIn(page, OLIVE);
      await openDoor(page, guests);
      elsewhere.freeze();
      await typeAtOnce(page, saved.qrCodeData);
      await expectVerdict(page, "Check-in Complete", saved.fullName, UNSURE);
      // A few records fit where the disk had given the database more than it had filled.
      const fill = () => {
        for (const bytes of [1_048_576, 4096]) {
          const more = Buffer.alloc(bytes);
          expect(() => {
            for (let left = DISK_MB * 256; left > 0; left--) appendFileSync(filler, more);
          }).toThrow("ENOSPC");
        }
      };
      // Records on a disk that is only slow are not saved in time either.
      const hasFailed = async (guest: Attendee) => {
        await typeAtOnce(page, guest.qrCodeData);
        await expectVerdict(page, "Check-in Complete", guest.fullName, UNSURE);
        return page.evaluate(() => sessionStorage.getItem("doorlist.outbox.disk-failed") !== null);
      };
      const told: Attendee[] = [];
      for (const guest of others) {
        told.push(guest);
        fill();
        if (await hasFailed(guest)) break;
      }
      await expect(stage(page)).toContainText(NOT_SAVED);
      elsewhere.thaw();
      await expectLetInOnce(elsewhere, [saved, ...told]);

      // The browser may delete its databases at the next start, with what they took after the failure.
      rmSync(filler);
      elsewhere.freeze();
      await typeAtOnce(page, after.qrCodeData);
      await expectVerdict(page, "Check-in Complete", after.fullName, NOT_SAVED);
      elsewhere.thaw();
      await expectLetInOnce(elsewhere, [saved, ...told, after]);
    } finally {
      elsewhere.thaw();
      await phone.close();
      execFileSync("umount", ["-l", disk]);
      await office.call.dispose();
    }
  },
);
