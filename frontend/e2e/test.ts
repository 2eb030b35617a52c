import { type Browser, type BrowserContext, test as base, chromium, type Page } from "@playwright/test";
import { type Office, openOffice } from "./api";
import { BROWSER, INSECURE_HOST } from "./browser";
import { type Shot, writeFilm } from "./film";
import { type Doorlist, OLIVE, SAM, type Staff, startDoorlist } from "./server";
import { signIn } from "./steps";
import { newWatch, type Watch } from "./watch";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** What stands before the camera: a film that begins at the start of the browser and repeats, or what Chromium is told. */
export type Camera = { film: readonly Shot[] } | { args: readonly string[] };

interface TestFixtures {
  /** A fresh server with these users only, and a page of a visitor who is not signed in. Gone after the test. */
  openElsewhere(staff: readonly Staff[]): Promise<{ page: Page; elsewhere: Doorlist }>;
  /** A browser of its own with this camera, Olive signed in, on a blank page. */
  openDoor(camera: Camera): Promise<Page>;
  /** What the pages of this test did that no page may do; it is judged at the end of the test. */
  watched: Watch;
}

interface WorkerFixtures {
  doorlist: Doorlist;
  office: Office;
  /** A browser's memory after Olive signed in through the screen. */
  olivesMemory: StorageState;
}

/** For `test.use`: a visitor who is not signed in. */
export const SIGNED_OUT = { storageState: { cookies: [], origins: [] } };

/** Every page of these tests is Olive's, signed in, unless a file says otherwise. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  doorlist: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const doorlist = await startDoorlist([OLIVE, SAM]);
      await use(doorlist);
      await doorlist.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  office: [
    async ({ doorlist }, use) => {
      const office = await openOffice(doorlist.url, OLIVE);
      await use(office);
      await office.call.dispose();
    },
    { scope: "worker" },
  ],
  olivesMemory: [
    async ({ browser, doorlist }, use) => use(await rememberSignIn(browser, doorlist.url)),
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ doorlist }, use) => use(doorlist.url),
  storageState: async ({ olivesMemory }, use) => use(olivesMemory),
  watched: [
    async ({ context, doorlist }, use, info) => {
      const watched = newWatch();
      watched.follow(context, new URL(doorlist.url).host);
      await use(watched);
      if (info.errors.length > 0) await info.attach("server.log", { body: doorlist.printed() });
      watched.expectNone();
    },
    { auto: true },
  ],
  openDoor: async ({ doorlist, olivesMemory, watched }, use, info) => {
    const browsers: Browser[] = [];
    await use(async (camera) => {
      const args = [...BROWSER.args, ...cameraArgs(camera, info.outputPath("film.y4m"))];
      const browser = await chromium.launch({ ...BROWSER, args });
      browsers.push(browser);
      const context = await browser.newContext({ baseURL: doorlist.url, storageState: olivesMemory });
      watched.follow(context, new URL(doorlist.url).host, `${INSECURE_HOST}:${doorlist.port}`);
      return context.newPage();
    });
    for (const browser of browsers) await browser.close();
  },
  openElsewhere: async ({ browser, watched }, use) => {
    const opened: { context: BrowserContext; elsewhere: Doorlist }[] = [];
    await use(async (staff) => {
      const elsewhere = await startDoorlist(staff);
      const context = await browser.newContext({ baseURL: elsewhere.url, ...SIGNED_OUT });
      opened.push({ context, elsewhere });
      watched.follow(context, new URL(elsewhere.url).host);
      return { page: await context.newPage(), elsewhere };
    });
    for (const { context, elsewhere } of opened) {
      await context.close();
      await elsewhere.stop();
    }
  },
});

function cameraArgs(camera: Camera, file: string): readonly string[] {
  if ("args" in camera) return camera.args;
  writeFilm(file, camera.film);
  return [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

async function rememberSignIn(browser: Browser, url: string): Promise<StorageState> {
  const page = await browser.newPage({ baseURL: url, ...SIGNED_OUT });
  await signIn(page, OLIVE);
  const memory = await page.context().storageState();
  await page.close();
  return memory;
}
