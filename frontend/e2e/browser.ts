import type { LaunchOptions } from "@playwright/test";
import { findChromium, findHeadlessShell } from "../../tools/chromium.mjs";

/** A name that leads to this machine without being localhost: over HTTP it is no secure place for a camera. */
export const INSECURE_HOST = "door.test";

/** How a whole browser starts. Without a Chromium of the machine's own it is Playwright's. */
export const BROWSER: LaunchOptions & { args: string[] } = {
  executablePath: findChromium(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
  ],
};

/**
 * How every browser of these tests starts: the headless shell where there is one, in two thirds of the processor time.
 * The long tests take a whole browser, so that each test meets one now and then.
 */
export const TEST_BROWSER: typeof BROWSER = process.env.DOORLIST_SOAK
  ? BROWSER
  : { ...BROWSER, executablePath: findHeadlessShell() ?? BROWSER.executablePath };
