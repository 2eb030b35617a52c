import { type Browser, type BrowserContext, test as base, chromium, type Page } from "@playwright/test";
import { type Office, openOffice } from "./api";
import { BROWSER, INSECURE_HOST } from "./browser";
import { type Shot, writeFilm } from "./film";
import { type Command, type Doorlist, OLIVE, SAM, type Staff, startDoorlist } from "./server";
import { signIn } from "./steps";
import { newWatch, type Watch } from "./watch";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The camera's content: a film that starts with the browser and repeats, or Chromium's own arguments. */
export type Camera = { film: readonly Shot[] } | { args: readonly string[] };

interface TestFixtures {
  /** The user signed in on a test's pages; each worker signs in once and reuses the storage. */
  visitor: Staff | null;
  /**
   * A fresh server that only the cast can sign in to, or nobody, and a page of a visitor. Gone after the test. Another
   * `command` than the product's own may start it.
   */
  openElsewhere(staff: "cast" | "nobody", command?: Command): Promise<{ page: Page; elsewhere: Doorlist }>;
  /** A page of nobody yet, on a server without events that the tests of a worker share: they must leave it so. */
  openEventless(): Promise<Page>;
  /** Opens a separate browser with this camera, Olive signed in, on a blank page. */
  openDoor(camera: Camera): Promise<Page>;
  /** Forbidden actions of this test's pages, checked at the end of the test. */
  watched: Watch;
}

interface WorkerFixtures {
  doorlist: Doorlist;
  /** A second server, on which nobody ever makes an event. */
  eventless: Doorlist;
  office: Office;
  /** The storage state of a signed-in user. A test that signs them out must sign in itself. */
  memoryOf(staff: Staff): Promise<StorageState>;
}

/** The storage state of a new browser. */
export const NO_MEMORY: StorageState = { cookies: [], origins: [] };
/** For `test.use`: a visitor who is not signed in, and Sam. */
export const SIGNED_OUT = { visitor: null };
export const AS_SAM = { visitor: SAM };

/** Template of each server's data: Olive and Sam, as the global setup made them. */
const castTemplate = () => ({ directory: process.env.DOORLIST_E2E_TEMPLATE ?? "" });

/** Every page of these tests is Olive's, signed in, unless a file says otherwise. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  visitor: [OLIVE, { option: true }],
  doorlist: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const doorlist = await startDoorlist(castTemplate());
      await use(doorlist);
      await doorlist.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  eventless: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const eventless = await startDoorlist(castTemplate());
      await use(eventless);
      await eventless.stop();
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
  memoryOf: [
    async ({ browser, doorlist }, use) => {
      const memories = new Map<Staff, StorageState>();
      await use(async (staff) => {
        const memory = memories.get(staff) ?? (await rememberSignIn(browser, doorlist.url, staff));
        memories.set(staff, memory);
        return memory;
      });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ doorlist }, use) => use(doorlist.url),
  storageState: async ({ memoryOf, visitor }, use) => use(visitor ? await memoryOf(visitor) : NO_MEMORY),
  watched: [
    async ({ context, doorlist }, use, info) => {
      const watched = newWatch();
      await chooseAllEvents(context);
      watched.follow(context, new URL(doorlist.url).host);
      await use(watched);
      if (info.errors.length > 0) await info.attach("server.log", { body: doorlist.printed() });
      watched.expectNone();
    },
    { auto: true },
  ],
  openDoor: async ({ browserName, doorlist, memoryOf, watched }, use, info) => {
    info.skip(browserName !== "chromium", "Chromium alone is given pictures for its camera.");
    const browsers: Browser[] = [];
    await use(async (camera) => {
      // The headless shell neither keeps a screen on nor tells lenses apart.
      const args = [...BROWSER.args, ...cameraArgs(camera, info.outputPath("film.y4m"))];
      const browser = await chromium.launch({ ...BROWSER, args });
      browsers.push(browser);
      const storageState = await memoryOf(OLIVE);
      const context = await browser.newContext({ baseURL: doorlist.url, storageState });
      await chooseAllEvents(context);
      watched.follow(context, new URL(doorlist.url).host, `${INSECURE_HOST}:${doorlist.port}`);
      return context.newPage();
    });
    for (const browser of browsers) await browser.close();
  },
  openEventless: async ({ browser, eventless, watched }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: eventless.url, storageState: NO_MEMORY });
      contexts.push(context);
      watched.follow(context, new URL(eventless.url).host);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  openElsewhere: async ({ browser, watched }, use) => {
    const opened: { context: BrowserContext; elsewhere: Doorlist }[] = [];
    await use(async (staff, command) => {
      const elsewhere = await startDoorlist(staff === "cast" ? castTemplate() : null, command);
      const context = await browser.newContext({ baseURL: elsewhere.url, storageState: NO_MEMORY });
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

/** A person's choice on the scanner: the event of another test may be the only one of tonight. */
async function chooseAllEvents(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const key = "doorlist.door.event";
    if (location.protocol.startsWith("http") && localStorage.getItem(key) === null)
      localStorage.setItem(key, "null");
  });
}

function cameraArgs(camera: Camera, file: string): readonly string[] {
  if ("args" in camera) return camera.args;
  writeFilm(file, camera.film);
  return [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

async function rememberSignIn(browser: Browser, url: string, staff: Staff): Promise<StorageState> {
  const page = await browser.newPage({ baseURL: url, storageState: NO_MEMORY });
  await signIn(page, staff);
  const memory = await page.context().storageState();
  await page.close();
  return memory;
}
