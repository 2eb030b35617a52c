import { existsSync } from "node:fs";
import { defineConfig, webkit } from "@playwright/test";
import { TEST_BROWSER } from "./e2e/browser";

/** `make soak` runs every size; other runs take `@phone-first` and `@desktop-first` in the size that they name. */
const EVERY_SIZE = Boolean(process.env.DOORLIST_SOAK);

/** "main" for `make test`, "rest" for `make test-rest`, and both without it. */
const SUITE = process.env.DOORLIST_TESTS;

const OF_ONE_SIZE = "@(?:phone|desktop)";
/** Main paths: on a laptop, except the ones tagged for the phone. */
const MAIN = { phone: "(?=.*@main)(?=.*@phone)", desktop: "(?=.*@main)(?!.*@phone)" };
/** All other tests, and the second size of main paths that run in both. */
const REST = {
  phone: `(?!.*@main)|(?=.*@main)(?!.*${OF_ONE_SIZE})`,
  desktop: "(?!.*@main)",
};

/** The tests of a size in this run, by their titles and tags. */
function testsOf(size: "phone" | "desktop"): RegExp {
  if (!SUITE) return /(?:)/;
  return new RegExp(`^(?:${(SUITE === "main" ? MAIN : REST)[size]})`, "s");
}

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Two viewports, one browser: the phones at the door are the reason for the product, the laptop is its desk. */
export default defineConfig({
  testDir: "./e2e",
  globalSetup: "./e2e/global-setup.ts",
  outputDir: "./test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Limits for a hanging test, on a machine with other work too. A test of a speed states its own limit.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    launchOptions: TEST_BROWSER,
    channel: TEST_BROWSER.executablePath ? undefined : "chromium",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: "en-AU",
    timezoneId: "Australia/Melbourne",
    serviceWorkers: "block",
    // Screenshots and snapshots cost processor time in every test. `--trace on` records them.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
  },
  // Tests that do not depend on the size of the screen run in one size: `@phone` for the door, `@desktop` for the
  // office.
  projects: [
    {
      name: "phone",
      grep: testsOf("phone"),
      grepInvert: EVERY_SIZE ? /@desktop(?!-first)/ : /@desktop/,
      use: PHONE,
    },
    {
      name: "desktop",
      grep: testsOf("desktop"),
      grepInvert: EVERY_SIZE ? /@phone(?!-first)/ : /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    // The door in the engine of every browser on an iPhone.
    ...(EVERY_SIZE && existsSync(webkit.executablePath())
      ? [
          {
            name: "webkit",
            testMatch: /(scan-attendees|offline|door-guest|door-offline)\.spec\.ts$/,
            grepInvert: /@desktop(?!-first)/,
            use: { ...PHONE, browserName: "webkit" as const, channel: undefined, launchOptions: {} },
          },
        ]
      : []),
  ],
});
