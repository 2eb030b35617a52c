import { writeFileSync } from "node:fs";
import { type Browser, test as base, chromium, expect, type Page } from "@playwright/test";
import { BROWSER } from "../e2e/browser";
import { writeFilm } from "../e2e/film";
import { countRequests, signIn } from "../e2e/steps";
import { ACCOUNT_SCREENS } from "./account-screens";
import { DESK_SCREENS } from "./desk-screens";
import { DOOR_OFFLINE_SCREENS } from "./door-offline-screens";
import { DOOR_SCREENS } from "./door-screens";
import { beginEvening, type Evening, type Server, STAFF } from "./evening";
import { MAIL_SCREENS } from "./mail-screens";
import { PASS_SCREENS } from "./pass-screens";
import { FILM_SIZE, scene } from "./scene";
import type { Screen } from "./screen";
import { type Device, keepFront, pictureFile, SCHEMES, writeIndex } from "./show";
import { WALL_SCREENS } from "./wall-screens";

const SCREENS: Record<string, Screen> = {
  ...DESK_SCREENS,
  ...ACCOUNT_SCREENS,
  ...DOOR_SCREENS,
  ...DOOR_OFFLINE_SCREENS,
  ...PASS_SCREENS,
  ...WALL_SCREENS,
  ...MAIL_SCREENS,
};
/** A page that is longer than so many screens is cut off there. */
const SCREENS_MAX = 3;
const WEBP_QUALITY = 82;

type Memory = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
const NOBODY: Memory = { cookies: [], origins: [] };

interface WorkerFixtures {
  evening: Evening;
  /** Storage state of a browser after this user has signed in. */
  memoryOf(server: Server, who: keyof typeof STAFF): Promise<Memory>;
}

const test = base.extend<object, WorkerFixtures>({
  evening: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const evening = await beginEvening();
      await use(evening);
      await evening.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  memoryOf: [
    async ({ browser }, use) => {
      const memories = new Map<string, Memory>();
      await use(async (server, who) => {
        const known = memories.get(server.url + who);
        if (known) return known;
        const page = await newPage(browser, server, NOBODY);
        await signIn(page, STAFF[who]);
        const memory = await page.context().storageState();
        memories.set(server.url + who, memory);
        await page.context().close();
        return memory;
      });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

for (const [name, screen] of Object.entries(SCREENS)) {
  test(name, async ({ browser, evening, memoryOf }, info) => {
    const device = info.project.name as Device;
    const {
      path,
      who = "olive",
      empty,
      camera,
      before,
      act,
      loading,
      only = device,
      endless,
      worker,
      front,
    } = screen;
    test.skip(only !== device, "only the other device has this");
    const server = empty ? await evening.empty() : evening;
    const memory = who === "nobody" ? NOBODY : await memoryOf(server, who);
    let door: Browser | null = null;
    if (camera) {
      const film = info.outputPath("film.y4m");
      const picture = await scene(browser, await camera(evening));
      writeFilm(film, [{ picture, seconds: 1 }], FILM_SIZE);
      door = await openDoor(film);
    }
    const page = await newPage(door ?? browser, server, memory, worker);
    if (camera) await page.addInitScript(nameCamera);
    const requests = countRequests(page);
    await before?.(page, evening);
    await page.goto(typeof path === "string" ? path : await path(evening));
    if (!loading) await untilRest(page, requests);
    const made = await act?.(page, evening);
    if (Buffer.isBuffer(made)) {
      if (device === "phone") writeFileSync(pictureFile(name, device, "light"), made);
    } else {
      if (!loading) await untilRest(page, requests);
      await page.mouse.move(0, 0);
      // Stops time, so that toasts and verdicts stay. The page's clock may be a moment ahead.
      await page.clock.pauseAt(server.now().getTime() + 1000);
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.clock.runFor(50);
        await photograph(page, pictureFile(name, device, scheme), endless);
        if (front?.device === device) keepFront(front.name, scheme, await webpOf(page));
      }
    }
    await page.context().close();
    await door?.close();
  });
}

test.afterAll(() => writeIndex(Object.keys(SCREENS)));

async function newPage(
  browser: Browser,
  { url, now }: Server,
  storageState: Memory,
  worker = false,
): Promise<Page> {
  const serviceWorkers = worker ? "allow" : "block";
  const context = await browser.newContext({ baseURL: url, storageState, serviceWorkers });
  const page = await context.newPage();
  await page.clock.install({ time: now() });
  return page;
}

const openDoor = (film: string): Promise<Browser> =>
  chromium.launch({
    ...BROWSER,
    args: [
      ...BROWSER.args,
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });

/** A fake camera is called after the file of its film. */
const nameCamera = () =>
  Object.defineProperty(MediaStreamTrack.prototype, "label", { get: () => "Back camera" });

/** React shows a part at most 300 ms after its code has loaded. */
const PART_SHOWN_MS = 400;

/** Everything that was asked for is there, and is drawn. */
async function untilRest(page: Page, requests: ReturnType<typeof countRequests>): Promise<void> {
  await expect(page.locator("main, [role=alert]").first()).toBeVisible();
  await expect.poll(() => page.evaluate(turning), { intervals: [50] }).toBe(false);
  await expect.poll(() => requests().open, { intervals: [50] }).toBe(0);
  await page.waitForTimeout(PART_SHOWN_MS);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

/** Whether something in view is still being waited for; the end of a long list may be. */
function turning(): boolean {
  return [...document.querySelectorAll(".animate-spin, [aria-busy=true]")].some((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });
}

/** The whole page; overlays and scrolled pages are taken as the user sees them. */
async function photograph(page: Page, path: string, endless = false): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const { length, scrolled } = await page.evaluate(() => ({
    length: document.documentElement.scrollHeight,
    scrolled: scrollY > 0,
  }));
  const isPart = endless || scrolled || (await page.getByRole("dialog").count()) > 0;
  const whole = {
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(length, SCREENS_MAX * height) },
  };
  await page.screenshot({ path, animations: "disabled", ...(isPart ? {} : whole) });
}

/** A screenshot at twice the resolution, small enough for a README. */
async function webpOf(page: Page): Promise<Buffer> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const { ratio, y } = await page.evaluate(() => ({ ratio: devicePixelRatio, y: scrollY }));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: WEBP_QUALITY,
    clip: { x: 0, y, width, height, scale: 2 / ratio },
  });
  return Buffer.from(data, "base64");
}
