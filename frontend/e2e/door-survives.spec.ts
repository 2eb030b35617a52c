import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { type Attendee, type Office, openOffice } from "./api";
import { BROWSER } from "./browser";
import { expectVerdict, openScanner, stage, typeAtOnce } from "./door";
import { type Doorlist, OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** What was shown at the door outlives the browser, the server, the session and the device's storage. */

test.setTimeout(120_000);
const KILLS = process.env.DOORLIST_SOAK ? 50 : 5;
const GONE =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_INTERNET_DISCONNECTED|ERR_ABORTED|ERR_FAILED/;
const PYTHON = fileURLToPath(new URL("../../backend/.venv/bin/python", import.meta.url));
const UNSURE = "Not confirmed yet.";

interface Logged {
  attendee: number;
  user: number;
  outcome: string;
  key: string;
}

/** The scan log, as it lies in the server's own database. */
function scanLog(elsewhere: Doorlist): Logged[] {
  const data = /Data is in (.+)/.exec(elsewhere.printed())?.[1] ?? "";
  const query = `import sqlite3, json, sys
rows = sqlite3.connect(sys.argv[1]).execute(
    "SELECT attendee_id, user_id, outcome, idempotency_key FROM scan_log ORDER BY id")
print(json.dumps([dict(zip(("attendee", "user", "outcome", "key"), row)) for row in rows]))`;
  return JSON.parse(
    execFileSync(PYTHON, ["-c", query, join(data, "doorlist.sqlite3")], { encoding: "utf8" }),
  );
}

/** Each of these guests was let in once, and no key was taken twice. */
async function expectLetInOnce(elsewhere: Doorlist, guests: readonly Attendee[]): Promise<void> {
  const letIn = () =>
    scanLog(elsewhere)
      .filter(({ outcome }) => outcome === "admitted")
      .map(({ attendee }) => attendee)
      .sort((a, b) => a - b);
  await expect.poll(letIn, { timeout: 45_000 }).toEqual(guests.map(({ id }) => id).sort((a, b) => a - b));
  const keys = scanLog(elsewhere).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
}

/** A browser with a profile of its own, as a phone has one. */
const openPhone = (profile: string, { url }: Doorlist): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...BROWSER,
    channel: BROWSER.executablePath ? undefined : "chromium",
    baseURL: url,
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
    serviceWorkers: "allow",
  });

/** Ends all processes of the browser of this profile at once, as a battery that dies. */
function killPhone(profile: string): void {
  const isOurs = (pid: string) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return command.includes(`--user-data-dir=${profile}`) && !command.includes("--type=");
    } catch {
      return false; // it has ended meanwhile
    }
  };
  const [browser] = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOurs(name));
  if (!browser) throw new Error(`No browser of ${profile} runs`);
  // Playwright starts a browser as the leader of a process group.
  process.kill(-Number(browser), "SIGKILL");
}

async function newGuests(office: Office, count: number): Promise<Attendee[]> {
  const event = await office.event({ date: "2031-05-17" });
  const guests: Attendee[] = [];
  for (let made = 0; made < count; made++) guests.push(await office.attendee(event.id));
  return guests;
}

/** All that the databases of this page hold, as text. */
const saved = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const read = (name: string) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames];
          const all = stores.map(
            (store) =>
              new Promise((done) => {
                const reading = opening.result.transaction(store).objectStore(store).getAll();
                reading.onsuccess = () => done(reading.result);
              }),
          );
          void Promise.all(all).then((found) => {
            opening.result.close();
            resolve(found);
          });
        };
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    return JSON.stringify(await Promise.all(names.map(read)));
  });

/** Opens the scanner of the guests' event, and waits until its list is on the device. */
async function openDoor(page: Page, guests: readonly Attendee[]): Promise<void> {
  await openScanner(page);
  await page.getByLabel("Event").selectOption({ value: String(guests[0]?.eventId) });
  await expect.poll(() => saved(page)).toContain(guests.at(-1)?.fullName);
  await page.getByRole("switch", { name: "Rapid mode" }).check();
}

const cards = (page: Page) => page.getByRole("region", { name: "Check Again" });

test(
  `4.outbox.1 a browser that is killed right after the verdict loses nothing, ${KILLS} times`,
  {
    tag: "@phone",
  },
  async ({ openElsewhere, watched }, info) => {
    test.setTimeout(60_000 + KILLS * 20_000);
    watched.expectTrouble(GONE);
    const { elsewhere } = await openElsewhere("cast");
    const office = await openOffice(elsewhere.url, SAM);
    const guests = await newGuests(office, KILLS);
    const profile = info.outputPath("profile");
    let phone = await openPhone(profile, elsewhere);
    let page = await phone.newPage();
    await signIn(page, OLIVE);
    await openDoor(page, guests);
    // What was written before the evening is on the disk.
    await phone.close();
    try {
      for (const guest of guests) {
        phone = await openPhone(profile, elsewhere);
        page = await phone.newPage();
        await openDoor(page, guests);
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
      await door.waitForTimeout(4000);
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
      await page.reload({ timeout: 30_000 });
      await letIn(page, second);
      await typeAtOnce(page, first.qrCodeData);
      await expectVerdict(page, "Already Checked In", first.fullName, "at this door", UNSURE);
      const other = await phone.newPage();
      await other.goto("/scan-attendees", { timeout: 30_000 });
      await letIn(other, third);
      await phone.close();

      phone = await openPhone(profile, elsewhere);
      page = await phone.newPage();
      await page.goto("/scan-attendees", { timeout: 30_000 });
      await letIn(page, fourth);
      const beside = await phone.newPage();
      await beside.goto("/", { timeout: 30_000 });
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
