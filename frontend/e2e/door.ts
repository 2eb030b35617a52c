import { expect, type Locator, type Page } from "@playwright/test";

/** The scanner screen, as the person at the door uses it. */

export async function openScanner(page: Page): Promise<void> {
  await page.goto("/scan-attendees");
  await expect(page.getByText("Camera Ready", { exact: true })).toBeVisible();
}

/** Where the camera's picture is, and the verdict over it. */
export const stage = (page: Page): Locator => page.getByRole("region", { name: "Camera" });

export async function expectVerdict(page: Page, title: string, ...texts: (string | RegExp)[]): Promise<void> {
  await expect(stage(page).getByRole("heading", { name: title, exact: true })).toBeVisible({
    timeout: 20_000,
  });
  for (const text of texts) await expect(stage(page)).toContainText(text);
}

/** Chooses a picture with 'Upload image'. */
export async function upload(page: Page, picture: Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles({ name: "photo.png", mimeType: "image/png", buffer: picture });
}

/** The keys of all scans that this page sends from now on. */
export function noteScanKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/attendees/scan")) keys.push(request.postDataJSON().idempotencyKey);
  });
  return keys;
}

/** Seconds between two keys of a hardware scanner. */
const KEY_GAP_S = 0.005;

/**
 * As a hardware scanner types: faster than any hand, and Enter. The keys carry their own times: on a busy machine they
 * would arrive as slowly as a hand's.
 */
export async function typeAsScanner(page: Page, code: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const keys = [...[...code].map((key) => ({ key, text: key })), { key: "Enter", text: "\r" }];
  const sent = keys.flatMap(({ key, text }, n) => {
    const timestamp = start + n * KEY_GAP_S;
    const windowsVirtualKeyCode = key === "Enter" ? 13 : 0;
    return [
      keyboard.send("Input.dispatchKeyEvent", {
        type: "keyDown",
        key,
        text,
        windowsVirtualKeyCode,
        timestamp,
      }),
      keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode, timestamp }),
    ];
  });
  await Promise.all(sent);
  await keyboard.detach();
}

/** The same where the machine is too busy for keys to come so fast. Only the page's own code hears them. */
export async function typeAtOnce(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    for (const key of [...text, "Enter"]) {
      const keyDown = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(keyDown);
    }
  }, code);
}
