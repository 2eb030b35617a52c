import type { LaunchOptions } from "@playwright/test";
import { findChromium } from "../../tools/chromium.mjs";

/** A name that leads to this machine without being localhost: over HTTP it is no secure place for a camera. */
export const INSECURE_HOST = "door.test";

/** How every browser of these tests starts. Without a Chromium of the machine's own it is Playwright's. */
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
