import { rmSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { expectLoadedAhead, expectVerdict, stage, typeAtOnce } from "./door";
import { cards, expectLetInOnce, GONE, killPhone, newGuests, openDoor, openPhone, UNSURE } from "./outage";
import { OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** A verdict shown at the door outlives the browser, the server, the session and the device's storage. */

const KILLS = process.env.DOORLIST_SOAK ? 50 : 5;

test(
  `4.outbox.1 a browser that is killed right after the verdict loses nothing, ${KILLS} times`,
  {
    tag: "@phone",
  },
  async ({ openElsewhere, watched }, info) => {
    test.setTimeout(60_000 + KILLS * 40_000);
    watched.expectTrouble(GONE);
    const { elsewhere } = await openElsewhere("cast");
    const office = await openOffice(elsewhere.url, SAM);
    const guests = await newGuests(office, KILLS);
    const profile = info.outputPath("profile");
    let phone = await openPhone(profile, elsewhere);
    let page = await phone.newPage();
    await signIn(page, OLIVE);
    await openDoor(page, guests);
    // Data from before the evening is on the disk.
    await phone.close();
    try {
      for (const guest of guests) {
        phone = await openPhone(profile, elsewhere);
        page = await phone.newPage();
        await openDoor(page, guests);
        await expectLoadedAhead(page);
        await expect(stage(page)).toContainText(/Arrived \d+ of/);
        elsewhere.freeze();
        await typeAtOnce(page, guest.qrCodeData);
        await expectVerdict(page, "Check-in Complete", guest.fullName, UNSURE);
        killPhone(profile);
        await phone.close().catch(() => {}); // it is dead
        elsewhere.thaw();
      }
      phone = await openPhone(profile, elsewhere);
      page = await phone.newPage();
      await page.goto("/");
      await expectLetInOnce(elsewhere, guests);
      await expect(cards(page).getByRole("button")).toHaveCount(0);
    } finally {
      elsewhere.thaw();
      await phone.close().catch(() => {});
      rmSync(profile, { recursive: true, force: true });
      await office.call.dispose();
    }
  },
);

test(
  "4.offline.1, 4.outbox.18, 4.outbox.22 a server that is frozen, then killed: reload, a second tab and a new start lose nothing",
  {
    tag: "@phone",
  },
  async ({ openElsewhere, watched }, info) => {
    watched.expectTrouble(GONE);
    const { elsewhere } = await openElsewhere("cast");
    const office = await openOffice(elsewhere.url, SAM);
    const guests = await newGuests(office, 4);
    const [first, second, third, fourth] = guests as [Attendee, Attendee, Attendee, Attendee];
    const profile = info.outputPath("profile");
    let phone = await openPhone(profile, elsewhere);
    let page = await phone.newPage();
    const letIn = async (door: Page, guest: Attendee) => {
      await expect(door.getByText("Camera Ready", { exact: true })).toBeVisible({ timeout: 20_000 });
      // The list is taken from the disk once the server has not answered in time (9.list.2).
      await expect(stage(door)).toContainText(/Arrived \d of 4/);
      await typeAtOnce(door, guest.qrCodeData);
      await expectVerdict(door, "Check-in Complete", guest.fullName, UNSURE);
    };
    try {
      await signIn(page, OLIVE);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await openDoor(page, guests);
      elsewhere.freeze();
      await letIn(page, first);
      // The worker waits a moment for a server that is frozen.
      await page.reload();
      await letIn(page, second);
      await typeAtOnce(page, first.qrCodeData);
      await expectVerdict(page, "Already Checked In", first.fullName, "at this door", UNSURE);
      const other = await phone.newPage();
      await other.goto("/scan-attendees");
      await letIn(other, third);
      await phone.close();

      phone = await openPhone(profile, elsewhere);
      page = await phone.newPage();
      await page.goto("/scan-attendees");
      await letIn(page, fourth);
      const beside = await phone.newPage();
      await beside.goto("/");
      await elsewhere.restart();
      await expectLetInOnce(elsewhere, guests);
      await expect(cards(page).getByRole("button")).toHaveCount(0);
      await expect(stage(page).getByText(/to send|Sending/)).toHaveCount(0);
    } finally {
      elsewhere.thaw();
      await phone.close().catch(() => {});
      rmSync(profile, { recursive: true, force: true });
      await office.call.dispose();
    }
  },
);

test("4.offline.3, 4.outbox.5 a device that takes nothing says so, and sends while the page stays open", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(new RegExp(`${GONE.source}|could not be saved`));
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const guests = await newGuests(office, 1);
  const [dead] = guests as [Attendee];
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  elsewhere.freeze();
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException("The connection was lost", "InvalidStateError");
    };
  });
  await typeAtOnce(page, dead.qrCodeData);
  await expectVerdict(
    page,
    "Check-in Complete",
    dead.fullName,
    "Let in, but not saved. Keep this page open.",
  );
  elsewhere.thaw();
  await expectLetInOnce(elsewhere, guests);
  await office.call.dispose();
});
