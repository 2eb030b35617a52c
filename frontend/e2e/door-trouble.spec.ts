import { expect, type Page } from "@playwright/test";
import { unique } from "./api";
import { expectVerdict, stage, upload } from "./door";
import { blankPicture, qrPicture } from "./film";
import { holdCamera } from "./held-camera";
import { expectAccessible } from "./steps";
import { test } from "./test";

/** Failures of a camera, of the QR reader and of the sound in the middle of an evening. */

const FAKE_DEVICE = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];

const pill = (page: Page, text: string) => stage(page).getByText(text, { exact: true });

async function start(page: Page): Promise<void> {
  await page.goto("/scan-attendees");
  await page.getByRole("button", { name: "Start" }).click();
}

test.describe("a camera without a picture", () => {
  test("2.scan.31, 2.scan.32 is not 'Scanning...' before its first one", { tag: "@phone" }, async ({
    openDoor,
  }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    const camera = await holdCamera(page, { filming: false });
    await start(page);
    await expect.poll(async () => (await camera.tracks()).opened).toBe(1);
    await expect(stage(page).getByText("Starting the camera...")).toBeVisible();
    await expect(pill(page, "Scanning...")).toHaveCount(0);
    await expect(pill(page, "Camera Ready")).toHaveCount(0);
    await camera.film(true);
    await expect(pill(page, "Scanning...")).toBeVisible();
    await expect(stage(page).getByText("Starting the camera...")).toHaveCount(0);
  });

  test("2.scan.32, 4.scan.41 says so when the pictures stop, and is opened anew by itself", {
    tag: "@phone",
  }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    const camera = await holdCamera(page);
    await start(page);
    await expect(pill(page, "Scanning...")).toBeVisible();
    await camera.film(false);
    await expect(stage(page).getByRole("alert")).toContainText("The camera gives no picture");
    await expect(
      stage(page).getByText("'Find guest' and 'Upload image' work without a camera."),
    ).toBeVisible();
    await expect(pill(page, "Scanning...")).toHaveCount(0);
    await expectAccessible(page);
    await expect.poll(async () => (await camera.tracks()).opened).toBeGreaterThan(1);
    await camera.film(true);
    await expect(pill(page, "Scanning...")).toBeVisible();
    expect((await camera.tracks()).live).toBe(1);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(async () => (await camera.tracks()).live).toBe(0);
  });

  test("2.scan.32, 4.scan.41 that a call took is said to be paused, and is opened anew after it", {
    tag: "@phone",
  }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    const camera = await holdCamera(page);
    await start(page);
    await expect(pill(page, "Scanning...")).toBeVisible();
    await camera.mute(true);
    await expect(stage(page).getByRole("alert")).toContainText("Camera paused by another app");
    await expect(pill(page, "Scanning...")).toHaveCount(0);
    await camera.mute(false);
    await expect(pill(page, "Scanning...")).toBeVisible();
    // From then on an iPhone gives black pictures, until the page opens its camera again.
    expect(await camera.tracks()).toEqual({ opened: 2, live: 1 });
  });

  test("4.scan.41 that was unplugged is opened anew", { tag: "@phone" }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    const camera = await holdCamera(page);
    await start(page);
    await expect(pill(page, "Scanning...")).toBeVisible();
    await camera.end();
    await expect.poll(() => camera.tracks()).toEqual({ opened: 2, live: 1 });
    await expect(pill(page, "Scanning...")).toBeVisible();
  });
});

test.describe("a QR reader that hangs", () => {
  /** Lets the first `count` readers report ready and never answer a picture. */
  async function hangReaders(page: Page, count: number): Promise<() => number> {
    let started = 0;
    await page.route(/decoder\.worker.*\.js$/, (route) => {
      // The page keeps the file for later, too: that starts no reader.
      if (route.request().resourceType() === "fetch") return route.continue();
      started += 1;
      if (started > count) return route.continue();
      const body = 'postMessage({ kind: "ready" }); onmessage = () => { for (;;) {} };';
      return route.fulfill({ contentType: "text/javascript", body });
    });
    return () => started;
  }

  test("4.scan.43 is replaced, and the camera's ticket is read", { tag: "@phone" }, async ({
    openDoor,
    office,
    watched,
  }) => {
    watched.expectTrouble(/The QR reader is not available/);
    const guest = await office.attendee((await office.event()).id, { fullName: unique("Read Later") });
    const page = await openDoor({ film: [{ picture: qrPicture(guest.qrCodeData), seconds: 5 }] });
    const started = await hangReaders(page, 1);
    await start(page);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    expect(started()).toBe(2);
  });

  test("4.scan.43 is replaced under an upload, which is read all the same", { tag: "@phone" }, async ({
    page,
    office,
    watched,
  }) => {
    watched.expectTrouble(/The QR reader is not available/);
    const guest = await office.attendee((await office.event()).id, { fullName: unique("Read Later") });
    await hangReaders(page, 1);
    await page.goto("/scan-attendees");
    await upload(page, qrPicture(guest.qrCodeData));
    await expectVerdict(page, "Check-in Complete", guest.fullName);
  });

  test("2.scan.33, 4.scan.43 again and again is said in words, and the pill says nothing", {
    tag: "@phone",
  }, async ({ openDoor, watched }) => {
    watched.expectTrouble(/The QR reader is not available/);
    const page = await openDoor({ film: [{ picture: blankPicture(), seconds: 5 }] });
    await hangReaders(page, 3);
    await start(page);
    await expect(stage(page).getByRole("alert")).toContainText("The QR reader stopped and is restarting", {
      timeout: 25_000,
    });
    await expect(pill(page, "Scanning...")).toHaveCount(0);
    // The fourth reader works.
    await expect(pill(page, "Scanning...")).toBeVisible({ timeout: 15_000 });
  });
});

test.describe("the sound", () => {
  async function noteAudio(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const contexts: AudioContext[] = [];
      const rung: number[] = [];
      Object.assign(window, { contexts, rung });
      window.AudioContext = class extends AudioContext {
        constructor() {
          super();
          contexts.push(this);
        }
        override createOscillator(): OscillatorNode {
          rung.push(contexts.indexOf(this));
          return super.createOscillator();
        }
      };
    });
  }
  const states = (page: Page) =>
    page.evaluate(() =>
      (window as unknown as { contexts: AudioContext[] }).contexts.map(({ state }) => state),
    );

  test("2.ready.15 of the check is the one that the door rings with", { tag: "@phone" }, async ({
    page,
    office,
  }) => {
    const guest = await office.attendee((await office.event()).id);
    await noteAudio(page);
    await page.goto("/scan-attendees");
    await page.getByRole("button", { name: "Check this device" }).click();
    await expect(page.getByText("A beep was played. Did you hear it?")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await upload(page, qrPicture(guest.qrCodeData));
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    expect(await states(page)).toEqual(["running"]);
    expect(await page.evaluate(() => (window as unknown as { rung: number[] }).rung)).toEqual([0, 0]);
  });

  test("4.scan.44 that something interrupted is back after the next tap, wherever it is", {
    tag: "@phone",
  }, async ({ page }) => {
    await noteAudio(page);
    await page.goto("/scan-attendees");
    await page.getByRole("button", { name: "Check this device" }).click();
    await expect(page.getByText("A beep was played. Did you hear it?")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await page.evaluate(() => (window as unknown as { contexts: AudioContext[] }).contexts[0]?.suspend());
    await expect.poll(() => states(page)).toEqual(["suspended"]);
    await page.getByRole("heading", { name: "Recent Scans" }).click();
    await expect.poll(() => states(page)).toEqual(["running"]);
  });
});
