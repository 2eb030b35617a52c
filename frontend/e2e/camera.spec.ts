import { expect, type Page } from "@playwright/test";
import { INSECURE_HOST } from "./browser";
import { cameras, noteCameras } from "./cameras";
import { expectVerdict, stage } from "./door";
import { dimmed, qrPicture, withGlare } from "./film";
import { chooseEvent, expectAccessible } from "./steps";
import { test } from "./test";

const FAKE_DEVICE = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];
const NO_DEVICE = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=0"];
const REFUSED = ["--use-fake-ui-for-media-stream=deny", "--use-fake-device-for-media-stream"];

type Asked = "rear-exact" | "rear" | "front" | "any";

/**
 * Has the browser note which cameras the page asks for, and refuse the first `refusals` of them as a phone would. A test
 * may change the number in the page.
 */
async function refuseCameras(
  page: Page,
  refusals: number,
  errorName = "OverconstrainedError",
): Promise<void> {
  await page.addInitScript(
    ([count, name]) => {
      const asked: string[] = [];
      Object.assign(window, { asked, refusals: count });
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (constraints) => {
        const video = constraints?.video;
        const facing = typeof video === "object" ? video.facingMode : undefined;
        const exact = typeof facing === "object" && "exact" in facing ? facing.exact : undefined;
        const wanted = typeof facing === "object" && "ideal" in facing ? facing.ideal : facing;
        if (exact === "environment") asked.push("rear-exact");
        else if (wanted === "environment") asked.push("rear");
        else if (wanted === "user") asked.push("front");
        else asked.push("any");
        const { refusals } = window as unknown as { refusals: number };
        if (asked.length <= refusals) return Promise.reject(new DOMException("refused by the test", name));
        return open(constraints);
      };
    },
    [refusals, errorName] as const,
  );
}

const askedFor = (page: Page) => page.evaluate(() => (window as unknown as { asked: Asked[] }).asked);

async function start(page: Page): Promise<void> {
  await page.goto("/scan-attendees");
  await page.getByRole("button", { name: "Start" }).click();
}

async function expectRunning(page: Page): Promise<void> {
  await expect(page.getByText("Scanning...", { exact: true })).toBeVisible();
  await expect
    .poll(
      () => page.evaluate(() => document.querySelector("video")?.videoWidth ?? 0),
      "a picture from the camera",
    )
    .toBeGreaterThan(0);
}

test.describe("the order of the cameras", () => {
  test("4.scan.19 is rear-exact, rear, front, any, and ends on one that works", {
    tag: "@phone",
  }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    await refuseCameras(page, 3);
    await start(page);
    await expectRunning(page);
    expect(await askedFor(page)).toEqual(["rear-exact", "rear", "front", "any"]);
  });

  test("stops at the first that works", { tag: "@phone" }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    await refuseCameras(page, 1);
    await start(page);
    await expectRunning(page);
    expect(await askedFor(page)).toEqual(["rear-exact", "rear"]);
  });

  test("is walked with no help from the test where a device has no rear camera", { tag: "@phone" }, async ({
    openDoor,
  }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    await refuseCameras(page, 0);
    await start(page);
    await expectRunning(page);
    expect(await askedFor(page)).toEqual(["rear-exact", "rear"]);
  });
});

test.describe("a camera that another app uses", () => {
  for (const name of ["NotReadableError", "AbortError"])
    test(`4.scan.42 for a moment (${name}) is waited for, and no other takes its place`, {
      tag: "@phone",
    }, async ({ openDoor }) => {
      const page = await openDoor({ args: FAKE_DEVICE });
      await refuseCameras(page, 2, name);
      await start(page);
      await expectRunning(page);
      // The third time it is free, and this device has no rear camera after all.
      expect(await askedFor(page)).toEqual(["rear-exact", "rear-exact", "rear-exact", "rear"]);
    });

  test("8.camera.6, 4.scan.42 for longer is said, and scanning begins once it is free", {
    tag: "@phone",
  }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    await refuseCameras(page, 1000, "NotReadableError");
    await start(page);
    await expect(page.getByRole("alert")).toHaveText(
      "Camera error: refused by the test. Another app may be using the camera.",
    );
    await expect(page.getByText("Trying again every few seconds.")).toBeVisible();
    await expect(page.getByText("Scanning...", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Stop" })).toBeEnabled();
    await expect.poll(async () => (await askedFor(page)).length).toBeGreaterThanOrEqual(6);
    await page.evaluate(() => Object.assign(window, { refusals: 0 }));
    await expectRunning(page);
    expect((await askedFor(page)).slice(0, 7)).toEqual(Array(7).fill("rear-exact"));
  });
});

test.describe("a camera that cannot be had", () => {
  test("8.camera.3, 2.scan.20 for want of a device", { tag: "@phone" }, async ({ openDoor }) => {
    const page = await openDoor({ args: NO_DEVICE });
    await start(page);
    await expect(page.getByText("No camera found on this device.")).toBeVisible();
    await expect(page.getByText("'Find guest' and 'Upload image' work without a camera.")).toBeVisible();
    await expectStartIsLeft(page);
  });

  test("8.camera.7 for want of its code, until that has come", { tag: "@phone" }, async ({
    openDoor,
    watched,
  }) => {
    watched.expectTrouble(/ERR_FAILED|Failed to fetch dynamically imported module/);
    const page = await openDoor({ args: FAKE_DEVICE });
    const code = /\/assets\/run-camera-.*\.js$/;
    await page.route(code, (route) => route.abort());
    await start(page);
    await expect(page.getByRole("alert")).toHaveText(
      /^The camera could not be loaded\. Check the connection/,
    );
    await expect(page.getByText("'Find guest' and 'Upload image' work without a camera.")).toBeVisible();
    await page.unroute(code);
    await page.getByRole("button", { name: "Start" }).click();
    await expectRunning(page);
  });

  test("8.camera.2 for want of permission", { tag: "@phone" }, async ({ openDoor }) => {
    const page = await openDoor({ args: REFUSED });
    await start(page);
    await expect(
      page.getByText(
        /Camera permission denied\. Please enable in browser settings\.|Please allow camera access\./,
      ),
    ).toBeVisible();
    await expectStartIsLeft(page);
  });

  test("8.camera.4 on a page that is not secure", { tag: "@phone" }, async ({
    openDoor,
    doorlist,
    watched,
  }) => {
    watched.expectTrouble(/Cross-Origin-Opener-Policy header has been ignored/);
    const page = await openDoor({ args: FAKE_DEVICE });
    // The sign-in of 127.0.0.1 is not this host's; only the browser's own memory can be carried over.
    await page.goto("/not-found-on-purpose");
    const memory = await page.evaluate(() => ({ ...localStorage }));
    const cookies = await page.context().cookies();
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: INSECURE_HOST })));
    const url = `http://${INSECURE_HOST}:${doorlist.port}`;
    await page.goto(`${url}/not-found-on-purpose`);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.evaluate((items) => Object.assign(localStorage, items), memory);
    await page.goto(`${url}/scan-attendees`);
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.getByText("Camera not supported. Requires HTTPS deployment.")).toBeVisible();
    await expectStartIsLeft(page);
  });

  test("8.camera.1 in a browser without a camera interface", { tag: "@phone" }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "mediaDevices", { get: () => undefined });
    });
    await start(page);
    await expect(page.getByText("Camera not supported in this browser")).toBeVisible();
    await expectStartIsLeft(page);
  });

  test("8.camera.5 for any other reason, in the browser's words", { tag: "@phone" }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    await refuseCameras(page, 1, "UnknownError");
    await start(page);
    await expect(page.getByText(/Camera error.*refused by the test/)).toBeVisible();
    expect(await askedFor(page)).toEqual(["rear-exact"]);
    await page.getByRole("button", { name: "Start" }).click();
    await expectRunning(page);
  });
});

test("4.shell.580 a dialog whose code does not come closes, and the camera is read", {
  tag: "@phone",
}, async ({ openDoor, office, watched }) => {
  watched.expectTrouble(/devices-dialog|A part of the screen could not be loaded|net::ERR_FAILED/);
  const event = await office.event();
  const guest = await office.attendee(event.id);
  const page = await openDoor({ film: [{ picture: qrPicture(guest.qrCodeData), seconds: 5 }] });
  await page.route(/\/assets\/devices-dialog.*\.js/, (route) => route.abort());
  await page.goto("/scan-attendees");
  await chooseEvent(page, event.id);
  await page.getByRole("button", { name: "Devices at this event" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  await expect(page.getByRole("link", { name: "Reload" })).toBeVisible();
});

test.describe("a ticket that is hard to read", () => {
  test("4.scan.280 on a screen turned down is read in another way than as it is", { tag: "@phone" }, async ({
    openDoor,
    office,
  }) => {
    const guest = await office.attendee((await office.event()).id);
    const page = await openDoor({ film: [{ picture: dimmed(qrPicture(guest.qrCodeData)), seconds: 5 }] });
    await start(page);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    // Nor is it scanned again while it stays in view, long after the cooldown.
    await page.waitForTimeout(8000);
    expect((await office.findAttendee(guest.id)).attended).toBe(true);
    await expect(page.getByRole("listitem").filter({ hasText: guest.fullName })).toHaveCount(1);
  });

  test("2.scan.280, 2.scan.281 under a lamp's glare brings a hint, which the next verdict takes away", {
    tag: "@phone",
  }, async ({ openDoor, office }) => {
    const guest = await office.attendee((await office.event()).id);
    const ticket = qrPicture(guest.qrCodeData);
    const page = await openDoor({
      film: [
        { picture: withGlare(ticket), seconds: 12 },
        { picture: ticket, seconds: 6 },
      ],
    });
    await start(page);
    const hint = stage(page)
      .getByRole("status")
      .getByText("Tilt the phone a little, or use Find guest.", { exact: true });
    await expect(hint).toBeVisible();
    await expectAccessible(page);
    // At one and the same moment: the verdict is there, and the hint is not.
    const said = await page.waitForFunction(
      () => {
        const panel = document.querySelector('section[aria-label="Camera"]');
        return panel?.querySelector("h2")?.checkVisibility() ? panel.textContent : null;
      },
      undefined,
      { timeout: 40_000 },
    );
    expect(await said.jsonValue()).toContain(guest.fullName);
    expect(await said.jsonValue()).not.toContain("Tilt the phone");
  });
});

test.describe("a running camera", () => {
  test("4.scan.1 is let go by Stop", { tag: ["@main", "@phone"] }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    await noteCameras(page);
    await start(page);
    await expectRunning(page);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText("Camera Ready", { exact: true })).toBeVisible();
    await expect.poll(async () => (await cameras(page)).open).toBe(0);
    await page.getByRole("button", { name: "Start" }).click();
    await expectRunning(page);
  });

  test("4.scan.22 is let go by leaving the screen", { tag: "@phone" }, async ({ openDoor }) => {
    const page = await openDoor({ args: FAKE_DEVICE });
    await noteCameras(page);
    await page.goto("/");
    await page.getByRole("link", { name: "Scan Attendees" }).click();
    await page.getByRole("button", { name: "Start" }).click();
    await expectRunning(page);
    expect((await cameras(page)).open).toBe(1);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect.poll(async () => (await cameras(page)).open).toBe(0);
  });
});

async function expectStartIsLeft(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Upload image" })).toBeEnabled();
}
