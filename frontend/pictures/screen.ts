import { expect, type Page } from "@playwright/test";
import type { Evening, STAFF } from "./evening";
import type { Device } from "./show";

/** The ticket that a guest holds into the camera. */
export interface Held {
  text: string;
  event: string;
  /** Out of focus, and so not read yet. */
  blurred?: true;
}

/** One picture: where it is taken, and what is done there first. */
export interface Screen {
  path: string | ((evening: Evening) => string | Promise<string>);
  /** The signed-in user; Olive, an organizer, by default. */
  who?: keyof typeof STAFF | "nobody";
  /** On a server without a single event. */
  empty?: true;
  /** The camera's content. */
  camera?: (evening: Evening) => Promise<Held>;
  /** Before the page is opened. */
  before?: (page: Page, evening: Evening) => Promise<unknown>;
  /** On the page. A buffer that comes back is the picture. */
  act?: (page: Page, evening: Evening) => Promise<unknown>;
  /** Taken while it loads, instead of after. */
  loading?: true;
  /** A list without end is taken as far as the screen goes. */
  endless?: true;
  /** With the service worker, which keeps the app for when there is no server. */
  worker?: true;
  /** The other device has no such thing. */
  only?: Device;
  /** The README shows it, under this name, as this device shows it. */
  front?: { name: string; device: Device };
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

export const says = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** No call of this path is answered. */
export const cut = (path: string | RegExp) => (page: Page) => page.route(path, (route) => route.abort());

/** Replaces these fields in the response to each call of this path. */
export const answerWith = (path: string | RegExp, fields: object) => (page: Page) =>
  page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } });
  });

/** Every call of this path waits for its answer, for ever. */
export const hold = (path: string | RegExp) => (page: Page) => page.route(path, () => {});
