import { test as base, type Browser, type BrowserContext } from "@playwright/test";
import { type Office, openOffice } from "./api";
import { type Doorlist, OLIVE, SAM, startDoorlist } from "./server";
import { signIn } from "./steps";
import { type Watch, watch } from "./watch";

export { expect } from "@playwright/test";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface TestFixtures {
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
    async ({ context, doorlist }, use) => {
      const watched = watch(context, new URL(doorlist.url).host);
      await use(watched);
      watched.expectNone();
    },
    { auto: true },
  ],
});

async function rememberSignIn(browser: Browser, url: string): Promise<StorageState> {
  const page = await browser.newPage({ baseURL: url });
  await signIn(page, OLIVE);
  const memory = await page.context().storageState();
  await page.close();
  return memory;
}
