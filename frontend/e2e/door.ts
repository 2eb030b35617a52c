import { expect, type Locator, type Page } from "@playwright/test";
import type { Attendee } from "./api";
import { chooseEvent } from "./steps";

/** The scanner screen, as the person at the door uses it. */

export async function openScanner(page: Page): Promise<void> {
  await page.goto("/scan-attendees");
  await expect(page.getByText("Camera Ready", { exact: true })).toBeVisible();
}

/** Waits for the server's response to a request for access. */
export const granted = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith("/api/door/grants") && answer.ok());

/** Chooses an event, and waits until the device has saved its access: a page left before opens without one. */
export async function openDoorOf(page: Page, eventId: number): Promise<void> {
  const grant = granted(page);
  await chooseEvent(page, eventId);
  await grant;
  await page.waitForFunction(
    (id) => JSON.parse(localStorage.getItem("doorlist.door.grant") ?? "null")?.eventId === id,
    eventId,
  );
}

/** Counts the touches and clicks of a person from now on, as the page itself sees them. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const taps = { count: 0 };
    addEventListener("pointerdown", () => (taps.count += 1), { capture: true });
    return taps;
  });
  return () => counted.evaluate(({ count }) => count);
}

/** Waits until the code that the scanner preloads is whole: the network may go now. */
export async function expectLoadedAhead(page: Page): Promise<void> {
  const findLoaded = (part: string) => {
    const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return loaded.find(({ name, responseEnd }) => name.includes(`/assets/${part}-`) && responseEnd > 0)?.name;
  };
  for (const part of ["guest-search", "database"]) {
    const url = await (await page.waitForFunction(findLoaded, part)).jsonValue();
    // Waits for the imports of the part. As text, because Playwright compiles `import()` in functions.
    await page.evaluate(`import(${JSON.stringify(url)}).then(() => true)`);
  }
}

const SCANNER_GAP_SECONDS = 0.005;

/** The region with the camera's picture, and the verdict over it. */
export const stage = (page: Page): Locator => page.getByRole("region", { name: "Camera" });

/**
 * A verdict shows for two seconds. The page itself watches for it, frame by frame and all of it at once: a busy machine
 * that asks for one text after the other finds the verdict gone.
 */
export async function expectVerdict(page: Page, title: string, ...texts: string[]): Promise<void> {
  const isShown = ({ title, texts }: { title: string; texts: string[] }) => {
    const panel = document.querySelector('section[aria-label="Camera"]');
    const said = panel?.textContent ?? "";
    return (
      [...(panel?.querySelectorAll("h1, h2, h3") ?? [])].some(
        (heading) => heading.textContent?.trim() === title && heading.checkVisibility(),
      ) && texts.every((text) => said.includes(text))
    );
  };
  const options = { polling: "raf", timeout: 20_000 } as const;
  await page.waitForFunction(isShown, { title, texts }, options).catch(async (error) => {
    const said = await stage(page).textContent();
    throw new Error(`No verdict '${title}' with ${JSON.stringify(texts)}. The stage says: ${said}`, {
      cause: error,
    });
  });
}

const photo = (picture: Buffer) => ({ name: "photo.png", mimeType: "image/png", buffer: picture });

/** Hands over a picture where 'Upload image' would put it. */
export async function upload(page: Page, picture: Buffer): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(photo(picture));
}

/** Chooses a picture with 'Upload image' itself. */
export async function uploadByTap(page: Page, picture: Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles(photo(picture));
}

/** The keys of all scans that this page sends from now on, while a guest waits. */
export function noteScanKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/attendees/scan")) keys.push(request.postDataJSON().idempotencyKey);
  });
  return keys;
}

/** The keys of all records that this page sends in batches from now on, once for each time. */
export function noteBatchKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/door/scans")) return;
    const { items }: { items: { key: string }[] } = request.postDataJSON();
    keys.push(...items.map(({ key }) => key));
  });
  return keys;
}

/** The page has read its unsynced records, and this tab may send them: the database has answered. */
export async function expectOutboxRead(page: Page): Promise<void> {
  const locks = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
  await expect.poll(locks).toContain("doorlist.outbox");
}

/**
 * As a hardware scanner types: faster than any hand, and Enter. The keys are the browser's own. In Chromium each carries
 * the moment at which a scanner sends it, so a busy machine that delivers them late still sees one burst.
 */
export async function typeAsScanner(page: Page, code: string): Promise<void> {
  if (page.context().browser()?.browserType().name() === "webkit") {
    await page.keyboard.type(code);
    return page.keyboard.press("Enter");
  }
  const browser = await page.context().newCDPSession(page);
  const begun = Date.now() / 1000;
  const keys = [...code, "Enter"].flatMap((key, index) => {
    const timestamp = begun + index * SCANNER_GAP_SECONDS;
    const text = key === "Enter" ? "\r" : key;
    const windowsVirtualKeyCode = key === "Enter" ? 13 : undefined;
    const values = { key, text, windowsVirtualKeyCode, timestamp };
    return (["keyDown", "keyUp"] as const).map((type) =>
      browser.send("Input.dispatchKeyEvent", { type, ...values }),
    );
  });
  await Promise.all(keys);
  await browser.detach();
}

/** Types like a scanner on a machine that is too busy for real keys. Only listeners of the page get these keys. */
export async function typeAtOnce(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    for (const key of [...text, "Enter"]) {
      const keyDown = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(keyDown);
    }
  }, code);
}

/** A ticket is not scanned again within the cooldown. */
export const COOLDOWN_MS = 3100;

/** Scans a guest after the cooldown of the scan before; returns the name. */
export async function scanNext(page: Page, { qrCodeData, fullName }: Attendee): Promise<string> {
  await page.waitForTimeout(COOLDOWN_MS);
  await typeAtOnce(page, qrCodeData);
  return fullName;
}

/** Turns a door that counts exits. */
export const turnDoor = (page: Page, direction: "In" | "Out"): Promise<void> =>
  stage(page).getByRole("radio", { name: direction, exact: true }).check({ force: true });
