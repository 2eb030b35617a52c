import { expect, type Page } from "@playwright/test";

/**
 * Every call of every screen, broken. The page is never blank, nothing turns for ever, what was typed stays, and there
 * is a way on that works as soon as the network does.
 */
export const WAYS = ["no connection", "an error 500", "a slow answer"] as const;
type Way = (typeof WAYS)[number];

/** `make soak` breaks every call in all three ways; `make test` breaks each in one, the ways in turn. */
export const waysOf = (number: number): readonly Way[] =>
  process.env.DOORLIST_SOAK ? WAYS : WAYS.filter((_, index) => index === number % WAYS.length);

const SLOW_MS = 700;
const slowness = () => new Promise<void>((done) => setTimeout(done, SLOW_MS));

export interface Call {
  method: string;
  path: RegExp;
  /** Distinguishes two calls of one path. */
  query?: RegExp;
}

/** A slow answer comes after `delay`. */
export async function breakCall(
  page: Page,
  { method, path, query = /^/ }: Call,
  way: Way,
  delay: () => Promise<void> = slowness,
): Promise<void> {
  await page.route(
    (url) => path.test(url.pathname) && query.test(url.search),
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      if (way === "no connection") return route.abort();
      if (way === "an error 500") return route.fulfill({ status: 500, body: "" });
      await delay();
      return route.continue();
    },
  );
}

export const mend = (page: Page) => page.unrouteAll({ behavior: "wait" });

export async function expectSomethingToRead(page: Page): Promise<void> {
  // Finds the element, not the role: a dialog hides the rest of the page from the accessibility tree.
  await expect(page.locator("main")).toContainText(/\w/);
}

export async function expectAtRest(page: Page): Promise<void> {
  await expect(page.locator(".animate-spin, [aria-busy=true]")).toHaveCount(0);
  await expect(page.getByText(/^(Loading|Reading|Checking \w).*\.\.\.$/)).toHaveCount(0);
}
