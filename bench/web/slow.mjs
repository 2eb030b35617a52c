// A processor slowed four times: typing in the long list's search, scrolling it, and tickets before the camera.

import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium, fromTests } from "./front-end.mjs";
import { followDoor, measureFrames, watchList } from "./in-page.mjs";

export const SLOWED = 4;
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const WORDS = ["mari", "tonber", "0412 3", "sonley", "elfor", "inv-7k"];
/** The pause between two keys that are measured one at a time, and between the keys of a word in one go. */
const REST_MS = 700;
const QUICK_MS = 100;
/** A strong thumb: six screens a second. */
const SCROLL_PX = 90_000;
const SCROLL_PX_A_SECOND = 5_000;
const ROWS_AT_LEAST = 1_000;
/** The cooldown of 3 s passes between two tickets. */
const SECONDS_IN_VIEW = 1.6;
const SECONDS_BETWEEN = 2.6;
const DOOR_MS = 120_000;
const PATIENCE_MS = 60_000;

export async function measureSlow({ address, username, password, tickets, directory }) {
  const { BROWSER } = await fromTests("browser.ts");
  const { qrPicture, writeFilm } = await fromTests("film.ts");
  const film = join(directory, "film.y4m");
  writeFilm(
    film,
    tickets.flatMap((ticket) => [
      { picture: null, seconds: SECONDS_BETWEEN },
      { picture: qrPicture(ticket), seconds: SECONDS_IN_VIEW },
    ]),
  );
  const camera = [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ];
  const browser = await chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...camera] });
  try {
    const { context, page } = await signIn(browser, { address, username, password });
    await page.close();
    const typed = await typing(context);
    const scrolled = await scrolling(context);
    return { ...typed, ...scrolled, door: await door(context, tickets.length) };
  } finally {
    await browser.close();
  }
}

/** A phone that is signed in: its browser context, and the page that is open. */
export async function signIn(browser, { address, username, password }) {
  const { fillSignIn } = await fromTests("steps.ts");
  const context = await browser.newContext({ ...PHONE, baseURL: address });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto("/auth");
  await fillSignIn(page, { username, password });
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("link", { name: "Create Event" }).waitFor();
  return { context, page };
}

/** A page of a slow phone. */
async function slowPage(context, path) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(path);
  const slow = () => devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  return { page, devtools, slow };
}

/** The rows that a search should show, from the server. */
async function expectedOf(page, search) {
  const answer = await page.request.get("/api/attendees", { params: { search, limit: 1 } });
  const [first] = await answer.json();
  return { first: first?.id ?? null, total: Number(answer.headers()["x-total-count"]) };
}

async function typing(context) {
  const { page, slow } = await slowPage(context, "/manage-attendees");
  const search = page.getByRole("searchbox", { name: "Search" });
  await page.getByRole("list", { name: "Attendees" }).waitFor();
  await slow();
  await search.focus();
  const keys = [];
  const burst = [];
  for (const word of WORDS) {
    // One key at a time. A key that does not change the list cannot be seen to have come.
    let before = await expectedOf(page, "");
    for (let length = 1; length <= word.length; length++) {
      const expected = await expectedOf(page, word.slice(0, length).trim());
      const isSeen = expected.total !== before.total && expected.first !== null;
      const shown = isSeen ? await watchList(page, expected) : null;
      await page.keyboard.press(word[length - 1]);
      if (shown) keys.push(await shown.milliseconds());
      before = expected;
      await wait(REST_MS);
    }
    if (before.first === null) throw new Error(`Nobody is found by '${word}'.`);
    await search.fill("");
    await wait(REST_MS);
    const shown = await watchList(page, before);
    await page.keyboard.type(word, { delay: QUICK_MS });
    burst.push(await shown.milliseconds());
    await search.fill("");
    await wait(REST_MS);
  }
  await page.close();
  return { keys, burst };
}

async function scrolling(context) {
  const { page, devtools, slow } = await slowPage(context, "/manage-attendees");
  await page.getByRole("list", { name: "Attendees" }).waitFor();
  await slow();
  const frames = await measureFrames(page, () =>
    devtools.send("Input.synthesizeScrollGesture", {
      x: PHONE.viewport.width / 2,
      y: PHONE.viewport.height / 2,
      yDistance: -SCROLL_PX,
      speed: SCROLL_PX_A_SECOND,
      gestureSourceType: "mouse",
      preventFling: true,
    }),
  );
  const scrolledRows = await page.evaluate(() =>
    Number(document.querySelector("li[aria-posinset]:last-child").getAttribute("aria-posinset")),
  );
  await page.close();
  if (scrolledRows < ROWS_AT_LEAST) throw new Error(`Only ${scrolledRows} rows went by.`);
  return { frames, scrolledRows };
}

async function door(context, tickets) {
  const { page, slow } = await slowPage(context, "/scan-attendees");
  await page.locator("video").waitFor({ state: "attached" });
  await followDoor(page);
  await slow();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction((count) => window.door.length >= count, tickets, { timeout: DOOR_MS });
  const seen = await page.evaluate(() => window.door);
  await page.close();
  // The browser does not slow the reader's own thread, so its time is multiplied here.
  return seen.map(({ view, picture, reading, verdict }) => ({
    reading,
    fromPicture: verdict - picture + (SLOWED - 1) * reading,
    fromView: verdict - view + (SLOWED - 1) * reading,
  }));
}
