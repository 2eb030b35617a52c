import { expect, type Locator, type Page } from "@playwright/test";
import { unique } from "./api";
import { cameras, noteCameras } from "./cameras";
import { expectVerdict, typeAsScanner } from "./door";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll } from "./steps";
import { test } from "./test";

const FAKE_DEVICE = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];
const NO_DEVICE = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=0"];

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Ready for the door?" });
const line = (page: Page, name: string): Locator =>
  dialog(page)
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${name}: `) });

/** A check with a finding on every line. */
async function check(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check this device" }).click();
  await expectSettled(page);
}

async function expectSettled(page: Page): Promise<void> {
  await expect(dialog(page).getByRole("status")).toHaveText(/Ready for the door|thing/);
  await expect(dialog(page).getByText("Checking...")).toHaveCount(0);
}

/** Gives the page a battery, as a venue's tablet has one and a test machine may not. */
async function giveBattery(page: Page, level: number, charging: boolean): Promise<void> {
  await page.addInitScript(
    ([part, isCharging]) => {
      Object.assign(navigator, { getBattery: async () => ({ level: part, charging: isCharging }) });
    },
    [level, charging] as const,
  );
}

test("2.ready.1..9 a device that has all it needs is ready for the door, and its camera is let go", {
  tag: ["@main", "@phone"],
}, async ({ openDoor, office }) => {
  const page = await openDoor({ args: FAKE_DEVICE });
  const today = await page.evaluate(() => {
    const now = new Date();
    const two = (part: number) => String(part).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  });
  const event = await office.event({ date: today });
  const guest = await office.attendee(event.id);
  await office.attendee(event.id);
  await office.scan(guest.qrCodeData);
  await giveBattery(page, 0.8, false);
  await noteCameras(page);
  await page.goto("/scan-attendees");
  await chooseEvent(page, event.id);
  await check(page);

  await expect(line(page, "Page")).toContainText("OK");
  await expect(line(page, "Camera")).toContainText(/opens \(\d+ × \d+\)\./);
  await expect(line(page, "QR reader")).toContainText("Loaded, and reads pictures.");
  await expect(line(page, "Sound")).toContainText("A beep was played.");
  await expect(line(page, "Screen")).toContainText("Stays on while the camera runs.");
  await expect(line(page, "Battery")).toContainText("80%.");
  await expect(line(page, "Clock")).toContainText(/\d\d:\d\d, as on the server\./);
  await expect(line(page, "Server")).toContainText(/Answers in \d+ ms\./);
  await expect(line(page, "Live updates")).toContainText("Changes by others appear right away.");
  await expect(line(page, "Sign-in")).toContainText(/Lasts until \d\d:\d\d\./);
  await expect(line(page, "Tickets")).toContainText(`${event.name}: 2 tickets, 1 arrived.`);
  await expect(dialog(page).getByRole("status")).toHaveText("Ready for the door");
  expect(await cameras(page)).toEqual({ opened: 1, open: 0 });

  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Check this device" })).toBeFocused();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("Scanning...", { exact: true })).toBeVisible();
});

test("2.ready.3, 4, 7, 9 a device that lacks something is told what, and what to do", {
  tag: "@phone",
}, async ({ openDoor, office }) => {
  const event = await office.event({ date: "2031-05-17" });
  await office.attendee(event.id);
  const page = await openDoor({ args: NO_DEVICE });
  await giveBattery(page, 0.2, false);
  await page.goto("/scan-attendees");
  await chooseEvent(page, event.id);
  await check(page);
  await expect(dialog(page).getByRole("status")).toHaveText("3 things to check");
  await expect(line(page, "Camera")).toContainText("Does not work");
  await expect(line(page, "Camera")).toContainText("No camera found on this device.");
  await expect(line(page, "Camera")).toContainText("Connect a camera");
  await expect(line(page, "Battery")).toContainText("Plug it in before the doors open.");
  await expect(line(page, "Tickets")).toContainText("is not today but on Sat 17 May 2031 (1 ticket).");
  await expectAccessible(page);
});

test("2.ready.580 that another tab has taken the place of the saved list is said at once", {
  tag: "@phone",
}, async ({ page, office }) => {
  const [event, other] = [
    await office.event({ date: "2031-05-17" }),
    await office.event({ date: "2031-05-18" }),
  ];
  await page.goto("/scan-attendees");
  await chooseEvent(page, event.id);
  await check(page);
  await expect(line(page, "Without a network")).toContainText("Works while this page stays open.");
  const tab = await page.context().newPage();
  await tab.goto("/scan-attendees");
  await chooseEvent(tab, other.id);
  await expect(line(page, "Without a network")).toContainText("No longer saved on this device.");
});

test("2.ready.6 a clock that is wrong is told by how much", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/scan-attendees");
  await page.clock.setSystemTime(Date.now() + 10 * 60_000);
  await check(page);
  await expect(line(page, "Clock")).toContainText("10 minutes ahead of the server.");
});

test("2.ready.8, 10 a server that is gone is said within seconds, and checked again", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/scan-attendees");
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  await page.route("**/api/**", (route) => route.abort());
  await check(page);
  await expect(line(page, "Server")).toContainText("No answer.");
  await expect(line(page, "Clock")).toContainText("Server time not available.");
  await expect(line(page, "Tickets")).toContainText("The list could not be loaded.");
  await page.unroute("**/api/**");
  await dialog(page).getByRole("button", { name: "Check again" }).click();
  await expect(line(page, "Server")).toContainText(/Answers/);
});

test("2.ready.10 a server that never answers holds nothing up", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/scan-attendees");
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  await page.route("**/api/me", () => {});
  await page.route("**/api/attendees?*", () => {});
  await check(page);
  await expect(line(page, "Server")).toContainText("No answer.");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("2.ready.4, 12 a camera at work is left alone, and a typed code comes first", {
  tag: "@desktop",
}, async ({ openDoor, office }) => {
  const event = await office.event();
  const guest = await office.attendee(event.id, { fullName: unique("Wedge Scanned") });
  const page = await openDoor({ args: FAKE_DEVICE });
  await noteCameras(page);
  await page.goto("/scan-attendees");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("Scanning...", { exact: true })).toBeVisible();
  await check(page);
  await expect(line(page, "Camera")).toContainText("Running.");
  expect(await cameras(page)).toEqual({ opened: 1, open: 1 });
  await typeAsScanner(page, guest.qrCodeData);
  await expect(dialog(page)).toHaveCount(0);
  await expectVerdict(page, "Check-in Complete", guest.fullName);
});

test("2.ready.1 works by keyboard alone", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/scan-attendees");
  await page.getByRole("button", { name: "Check this device" }).focus();
  await page.keyboard.press("Enter");
  await expectSettled(page);
  const again = dialog(page).getByRole("button", { name: "Check again" });
  while (!(await again.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press("Tab");
  // Until it has been seen to check, it waits for the server.
  let answer = () => {};
  const seen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/**", async (route) => {
    await seen;
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("status")).toHaveText("Checking...");
  answer();
  await expectSettled(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
});
