import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { SAM } from "./server";
import { signIn } from "./steps";
import { SIGNED_OUT, test } from "./test";

const BUILT = fileURLToPath(new URL("../dist", import.meta.url));
const READER = /\.wasm$|\/assets\/decoder\.worker/;

/** What a page loads until it is quiet. */
async function loadedBy(page: Page, path: string): Promise<string[]> {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Not "networkidle": the live stream never ends.
  await page.waitForTimeout(500);
  page.removeAllListeners("request");
  return paths;
}

const gzipKiB = (path: string) => gzipSync(readFileSync(`${BUILT}${path}`), { level: 9 }).length / 1024;

async function expectLight(page: Page, path: string): Promise<void> {
  const scripts = (await loadedBy(page, path)).filter((loaded) => loaded.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  const size = [...new Set(scripts)].reduce((sum, script) => sum + gzipKiB(script), 0);
  expect(size, `KiB of JavaScript that ${path} loads, in gzip: ${scripts.join(" ")}`).toBeLessThan(130);
}

test.describe("a first load", { tag: "@phone" }, () => {
  test.describe("of the sign-in", () => {
    test.use(SIGNED_OUT);
    test("is under 130 KiB of JavaScript", async ({ page }) => expectLight(page, "/auth"));
  });

  for (const path of ["/", "/add-attendee", "/manage-attendees", "/scan-attendees"]) {
    test(`of ${path} is under 130 KiB of JavaScript`, async ({ page }) => expectLight(page, path));
  }

  test.describe("for a super admin", () => {
    test.use(SIGNED_OUT);
    test("is under 130 KiB of JavaScript too", async ({ page }) => {
      await signIn(page, SAM);
      for (const path of ["/analytics", "/user-management", "/backup-restore"]) await expectLight(page, path);
    });
  });
});

test.describe("the QR reader", { tag: "@phone" }, () => {
  test("is loaded at the door alone", async ({ page }) => {
    for (const path of ["/", "/manage-attendees", "/add-attendee"])
      expect((await loadedBy(page, path)).filter((loaded) => READER.test(loaded))).toEqual([]);
    expect((await loadedBy(page, "/scan-attendees")).filter((loaded) => READER.test(loaded))).toHaveLength(2);
  });

  test("comes compressed, and is kept for good", async ({ page }) => {
    const reader = page.waitForResponse(/\.wasm$/);
    await page.goto("/scan-attendees");
    const headers = (await reader).headers();
    expect(headers).toMatchObject({
      "content-type": "application/wasm",
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
});
