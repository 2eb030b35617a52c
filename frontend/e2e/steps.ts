import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, type Request } from "@playwright/test";
import type { Staff } from "./server";

/** Signs in through the screen; ends on the dashboard. */
export async function signIn(page: Page, staff: Pick<Staff, "username" | "password">): Promise<void> {
  await page.goto("/auth");
  await fillSignIn(page, staff);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("/");
  await expect(page.getByRole("link", { name: "Create Event" })).toBeVisible();
}

/** Makes the browser look new. */
export async function forgetSignIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/nowhere");
  await page.evaluate(() => localStorage.clear());
}

/** Signs in through the screen, replacing any current user. */
export async function signInAs(page: Page, staff: Pick<Staff, "username" | "password">): Promise<void> {
  await forgetSignIn(page);
  await signIn(page, staff);
}

export async function fillSignIn(page: Page, staff: Pick<Staff, "username" | "password">): Promise<void> {
  await page.getByLabel("Username").fill(staff.username);
  await page.getByLabel("Password", { exact: true }).fill(staff.password);
}

/** The toasts on the screen; at most one at a time (contract 4). */
export function toasts(page: Page): Locator {
  return page.getByRole("region", { name: "Messages" }).getByRole("listitem");
}

/**
 * The one toast that shows has this title, and this text beneath where one is given. In one round trip: on a busy
 * machine a toast is gone after a few.
 */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const words = (exact: string) => page.getByText(exact, { exact: true }).filter({ visible: true });
  let only = toasts(page)
    .and(page.locator(":only-child"))
    .filter({ has: words(title) });
  if (text !== undefined) only = only.filter({ has: words(text) });
  await expect(only).toBeVisible();
}

/** The error message of the dialog in front (contract 2.frame.12). */
export const failureIn = (page: Page): Locator => page.getByRole("dialog").getByRole("alert");

const KEY_TEXT = "[data-key-text]";
const PRESSABLE = "a[href], button, input, select, textarea, summary, label:has(input)";

/** A toast covers nothing that can be pressed, and no key text (contract 2.frame.13, 2.frame.640). */
export const expectToastClear = (page: Page): Promise<void> =>
  expectNotCovered(page, `${PRESSABLE}, ${KEY_TEXT}`);

/** A toast with this text covers no key text; one of the key texts contains `keyText` (contract 2.frame.640). */
export const expectKeyTextClear = (page: Page, toastText: string, keyText = ""): Promise<void> =>
  expectNotCovered(page, KEY_TEXT, toastText, keyText);

/** The page itself watches, frame by frame: on a busy machine a toast is gone after a few round trips. */
async function expectNotCovered(page: Page, selector: string, toastText = "", keyText = ""): Promise<void> {
  const wanted = { selector, keySelector: KEY_TEXT, toastText, keyText };
  await page.evaluate(() => Object.assign(window, { coveredByToast: "no toast yet" }));
  const isClear = ({ selector, keySelector, toastText, keyText }: typeof wanted) => {
    const toast = [...document.querySelectorAll("[role=region][aria-label^=Messages] li")].find((item) =>
      item.textContent?.includes(toastText),
    );
    const keys = [...document.querySelectorAll(keySelector)];
    if (
      !toast ||
      (keyText && !keys.some((key) => key.checkVisibility() && key.textContent?.includes(keyText)))
    )
      return false;
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    const covered = [...document.querySelectorAll(selector)].filter((element) => {
      const box = element.getBoundingClientRect();
      // A picture can be pressed beside it.
      if (box.height > 2 * (bottom - top) && !element.matches(keySelector)) return false;
      const meets = box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      return meets && box.width * box.height > 0 && !toast.contains(element);
    });
    const found = covered.map((element) => element.outerHTML.slice(0, 200)).join("\n");
    Object.assign(window, { coveredByToast: found });
    return found === "";
  };
  await page.waitForFunction(isClear, wanted, { polling: "raf", timeout: 40_000 }).catch(async (error) => {
    const found = await page.evaluate(() => (window as unknown as { coveredByToast: string }).coveredByToast);
    throw new Error(`A toast '${toastText}' covers: ${found}`, { cause: error });
  });
}

/**
 * Waits for three frames without a transition. New colours reach nested elements one level after the other, and axe would
 * measure the old ones.
 */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; ) {
      await new Promise(requestAnimationFrame);
      const isMoving = document.getAnimations().some(({ playState }) => playState === "running");
      frames = isMoving ? 0 : frames + 1;
    }
  });
}

/** Runs axe on the page, in light and in dark. */
export async function expectAccessible(
  page: Page,
  schemes: readonly ("light" | "dark")[] = ["light", "dark"],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await untilStill(page);
    // The pages have no frames, so axe needs no extra page to merge results.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // The same page in other colours: contrast is all that can have changed.
    if (colorScheme !== schemes[0]) axe.withRules("color-contrast");
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`),
    );
    expect(found, `what axe found in ${colorScheme}`).toEqual([]);
  }
}

/** On a phone, opens what is folded there; on a laptop it is open. */
export async function unfold(page: Page, name: "Filters" | "More actions"): Promise<void> {
  const fold = page.getByRole("button", { name: new RegExp(`^${name}`) });
  if (await fold.isVisible()) await fold.click();
}

/** Nothing sticks out to the right: no page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, "pixels that stick out to the right").toBe(0);
}

/** The picker of events of a screen or dialog: the browser's own, or among many events a list with a search. */
const eventPicker = (screen: Page | Locator) => screen.getByLabel("Event", { exact: true });

export async function chooseEvent(screen: Page | Locator, eventId: number | null): Promise<void> {
  const picker = eventPicker(screen);
  const page = "keyboard" in screen ? screen : screen.page();
  const option = (key: string) => page.locator(`[role=option][data-event="${key}"]`);
  const chosen = option(String(eventId));
  // More events may come meanwhile.
  await expect(async () => {
    if (await picker.evaluate((element) => element instanceof HTMLSelectElement)) {
      await picker.selectOption(eventId === null ? "" : String(eventId), { timeout: 2000 });
      return;
    }
    if ((await picker.getAttribute("aria-expanded")) !== "true") await picker.click({ timeout: 2000 });
    await expect(option("null")).toBeVisible({ timeout: 2000 });
    if (!(await chosen.isVisible()) && (await option("past").isVisible())) await option("past").click();
    await chosen.click({ timeout: 2000 });
  }).toPass();
}

/** The name and date of the chosen event. */
export const chosenEvent = (screen: Page | Locator): Locator =>
  eventPicker(screen).and(screen.locator("button")).or(eventPicker(screen).locator("option:checked"));

export async function expectEvent(screen: Page | Locator, eventId: number | null): Promise<void> {
  const value = eventId === null ? "" : String(eventId);
  await expect
    .poll(() =>
      eventPicker(screen).evaluate((element) => (element as HTMLSelectElement | HTMLButtonElement).value),
    )
    .toBe(value);
}

/** Something that a handler waits for, until the test calls `goOn`. */
export function hold(): { isOver: Promise<void>; goOn: () => void } {
  let goOn = () => {};
  const isOver = new Promise<void>((over) => {
    goOn = over;
  });
  return { isOver, goOn };
}

/** The box of an element that no longer moves. */
export async function boxAtRest(element: Locator): Promise<Awaited<ReturnType<Locator["boundingBox"]>>> {
  let box = await element.boundingBox();
  const hasMoved = async () => {
    const last = box;
    await element.page().waitForTimeout(300);
    box = await element.boundingBox();
    return JSON.stringify(box) !== JSON.stringify(last);
  };
  await expect.poll(hasMoved).toBe(false);
  return box;
}

/**
 * Requests of a page: those without a response yet, and changes since the last count. Without the live stream, and
 * without files that are only fetched for a later page.
 */
export function countRequests(page: Page): () => { open: number; changed: number } {
  const open = new Set<Request>();
  let changed = 0;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isForLater = pathname.startsWith("/assets/") && request.resourceType() === "fetch";
    if (pathname === "/api/live" || isForLater) return;
    open.add(request);
    changed += 1;
  });
  for (const end of ["requestfinished", "requestfailed"] as const) {
    // The overloads of `on` take one event each.
    page.on(end as "requestfinished", (request) => {
      if (open.delete(request)) changed += 1;
    });
  }
  return () => {
    const counted = { open: open.size, changed };
    changed = 0;
    return counted;
  };
}
