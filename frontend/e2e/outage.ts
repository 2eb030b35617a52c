import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import type { Attendee, Office } from "./api";
import { BROWSER } from "./browser";
import { openScanner } from "./door";
import type { Doorlist } from "./server";
import { chooseEvent } from "./steps";

/** A door and its server, while one of them is out of the other's reach. */

export const GONE =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_INTERNET_DISCONNECTED|ERR_ABORTED|ERR_FAILED/;
const PYTHON = fileURLToPath(new URL("../../backend/.venv/bin/python", import.meta.url));
export const UNSURE = "Not confirmed yet.";

interface Logged {
  attendee: number;
  user: number;
  outcome: string;
  key: string;
}

/** The rows of the scan log in the server's own database, in the order of door time. */
export function scanLog(elsewhere: Doorlist): Logged[] {
  const data = /Data is in (.+)/.exec(elsewhere.printed())?.[1] ?? "";
  const query = `import sqlite3, json, sys
rows = sqlite3.connect(sys.argv[1]).execute(
    "SELECT attendee_id, user_id, outcome, idempotency_key FROM scan_log ORDER BY scanned_at, id")
print(json.dumps([dict(zip(("attendee", "user", "outcome", "key"), row)) for row in rows]))`;
  return JSON.parse(
    execFileSync(PYTHON, ["-c", query, join(data, "doorlist.sqlite3")], { encoding: "utf8" }),
  );
}

/** Each of these guests was let in once, and no key was taken twice. */
export async function expectLetInOnce(elsewhere: Doorlist, guests: readonly Attendee[]): Promise<void> {
  const letIn = () =>
    scanLog(elsewhere)
      .filter(({ outcome }) => ["admitted", "let_in_offline"].includes(outcome))
      .map(({ attendee }) => attendee)
      .sort((a, b) => a - b);
  await expect.poll(letIn, { timeout: 45_000 }).toEqual(guests.map(({ id }) => id).sort((a, b) => a - b));
  const keys = scanLog(elsewhere).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
}

/** A browser with a separate profile, as a phone has one. */
export const openPhone = (profile: string, { url }: Doorlist): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...BROWSER,
    channel: BROWSER.executablePath ? undefined : "chromium",
    baseURL: url,
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
    serviceWorkers: "allow",
  });

/** Ends all processes of the browser of this profile at once, as an empty battery does. */
export function killPhone(profile: string): void {
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

export async function newGuests(office: Office, count: number): Promise<Attendee[]> {
  const event = await office.event({ date: "2031-05-17" });
  const guests: Attendee[] = [];
  for (let made = 0; made < count; made++) guests.push(await office.attendee(event.id));
  return guests;
}

/** The contents of all databases of this page, as text. */
export const saved = (page: Page): Promise<string> =>
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
    const isNoise = (field: string) => field === "padding";
    return JSON.stringify(await Promise.all(names.map(read)), (field, value) =>
      isNoise(field) ? undefined : value,
    );
  });

/** Opens the scanner of the guests' event, and waits until its list is on the device. */
export async function openDoor(page: Page, guests: readonly Attendee[]): Promise<void> {
  await openScanner(page);
  await chooseEvent(page, guests[0]?.eventId ?? null);
  await expect.poll(() => saved(page)).toContain(guests.at(-1)?.fullName);
  await page.getByRole("switch", { name: "Rapid mode" }).check();
}

export const cards = (page: Page) => page.getByRole("region", { name: "Check Again" });
