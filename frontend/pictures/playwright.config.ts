import { defineConfig } from "@playwright/test";
import { BROWSER } from "../e2e/browser";

/** `make pictures`: no tests, but the same browser and the same server, photographed. */
export default defineConfig({
  testDir: ".",
  testMatch: "take.ts",
  outputDir: "../../pictures/.run",
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    launchOptions: BROWSER,
    channel: BROWSER.executablePath ? undefined : "chromium",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: "en-AU",
    timezoneId: "Australia/Melbourne",
    serviceWorkers: "block",
  },
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
