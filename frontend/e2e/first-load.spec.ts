import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { test as bare, expect, type Page } from "@playwright/test";
import { test } from "./test";

const BUILT = fileURLToPath(new URL("../dist/", import.meta.url));
const READER = /\.wasm$|\/assets\/decoder\.worker/;

/** Those that most people see, and see first. */
const SCREENS = {
  "sign-in": "auth",
  dashboard: "home",
  "list of attendees": "manage-attendees",
  figures: "analytics",
  door: "scan-attendees",
  "list on paper": "print-door-list",
};

/** What a screen's page names, and so what the browser loads before there is anything to see. */
function scriptsOf(screen: string): string[] {
  const page = readFileSync(`${BUILT}pages/${screen}.html`, "utf8");
  return [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, script]) => String(script));
}

const gzipKiB = (file: string) => gzipSync(readFileSync(BUILT + file), { level: 9 }).length / 1024;

for (const [name, screen] of Object.entries(SCREENS)) {
  bare(`the first load of the ${name} is under 130 KiB of JavaScript`, { tag: "@desktop" }, () => {
    const scripts = scriptsOf(screen);
    expect(scripts.length).toBeGreaterThan(1);
    const size = scripts.reduce((sum, script) => sum + gzipKiB(script), 0);
    expect(size, `KiB in gzip: ${scripts.join(" ")}`).toBeLessThan(130);
  });
}

/** What a page asks for until it stands. */
async function loadedBy(page: Page, path: string): Promise<string[]> {
  const paths: string[] = [];
  const note = (request: { url(): string }) => paths.push(new URL(request.url()).pathname);
  page.on("request", note);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  page.off("request", note);
  return paths;
}

test("a screen asks for every script that its page names", { tag: "@desktop" }, async ({ page }) => {
  const loaded = (await loadedBy(page, "/manage-attendees")).map((path) => path.slice(1));
  expect(loaded).toEqual(expect.arrayContaining(scriptsOf("manage-attendees")));
});

test("the QR reader is loaded at the door alone", { tag: "@phone" }, async ({ page }) => {
  for (const path of ["/", "/manage-attendees", "/add-attendee"]) {
    expect((await loadedBy(page, path)).filter((loaded) => READER.test(loaded))).toEqual([]);
  }
  const reader = page.waitForRequest(/\.wasm$/);
  await page.goto("/scan-attendees");
  await reader;
});

test("the QR reader comes compressed, and is kept for good", { tag: "@phone" }, async ({ page }) => {
  const reader = page.waitForResponse(/\.wasm$/);
  await page.goto("/scan-attendees");
  expect((await reader).headers()).toMatchObject({
    "content-type": "application/wasm",
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
});
