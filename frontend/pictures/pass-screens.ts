import { expect, type Page } from "@playwright/test";
import { answered } from "../e2e/api";
import { typeAtOnce } from "../e2e/door";
import type { Evening } from "./evening";
import { cut, press, type Screen, says } from "./screen";

/** The pass of a helper from its link on, and the door that it opens. */

export interface Pass {
  id: number;
  secret: string;
}
type Values = { door?: string; helper?: string; eventId?: number; claimUntil?: string; replaces?: number };
type Guest = Parameters<Evening["newGuest"]>[0];

const DOOR = "Main entrance";
const LONG = { fullName: "Wilhelmina Bartholomea Featherstonehaugh van den Heuvel", tableNumber: 14 };

export const makePass = ({ office, tonight }: Evening, values: Values = {}): Promise<Pass> =>
  answered<Pass>(
    office.call.post("/api/door/passes", { data: { eventId: tonight.id, door: DOOR, ...values } }),
  );

/** A phone that is not in the picture claims it. */
export async function claimElsewhere(evening: Evening, pass: Pass, helper = "Kim"): Promise<void> {
  const body = JSON.stringify({ secret: pass.secret, helper });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${evening.url}/api/door/passes/claim`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

const start = async (page: Page) => {
  await page.getByLabel("Your name").fill("Kim");
  await page.getByRole("button", { name: /^(Sign out and s|S)tart$/ }).click();
};

/** Starts, and reads why not. */
const refused = async (page: Page) => {
  await start(page);
  await page.getByRole("alert").waitFor();
};

/** The pass of each page, for what becomes of it while the page is open. */
const passes = new WeakMap<Page, Pass>();
const linkOf = async (page: Page, evening: Evening, values?: Values) => {
  const pass = await makePass(evening, values);
  passes.set(page, pass);
  await page.goto(`/pass#${pass.secret}`);
};

const fresh = async (evening: Evening) => `/pass#${(await makePass(evening)).secret}`;

const PASS: Record<string, Screen> = {
  "pass: fresh link": { who: "nobody", path: fresh },
  "pass: no name": { who: "nobody", path: fresh, act: (page) => page.getByRole("button").first().click() },
  "pass: signed in": { path: fresh },
  "pass: used already": {
    who: "nobody",
    path: async (evening) => {
      const pass = await makePass(evening);
      await claimElsewhere(evening, pass);
      return `/pass#${pass.secret}`;
    },
    act: refused,
  },
  "pass: revoked": {
    who: "nobody",
    path: async (evening) => {
      const pass = await makePass(evening);
      await evening.office.call.delete(`/api/door/passes/${pass.id}`);
      return `/pass#${pass.secret}`;
    },
    act: refused,
  },
  "pass: expired": {
    who: "nobody",
    path: async (evening) => {
      const claimUntil = new Date(evening.now().getTime() + 1500).toISOString();
      return `/pass#${(await makePass(evening, { claimUntil })).secret}`;
    },
    act: async (page) => {
      await page.waitForTimeout(2000);
      await refused(page);
    },
  },
  "pass: unknown": { who: "nobody", path: `/pass#${"x".repeat(43)}`, act: refused },
  "pass: no pass in the link": { who: "nobody", path: "/pass" },
  "pass: no connection": {
    who: "nobody",
    path: fresh,
    before: cut("**/api/door/passes/claim"),
    act: refused,
  },
  "pass: a second link at a helper's door": {
    who: "nobody",
    path: fresh,
    act: async (page, evening) => {
      await start(page);
      await says(page, /Ready for the door$|things? to look at/);
      await linkOf(page, evening);
    },
  },
};

/** A helper's door, the check of the device behind it. */
const atDoor =
  (act?: Screen["act"], values?: (evening: Evening) => Values) =>
  async (page: Page, evening: Evening): Promise<unknown> => {
    const isRead = page.waitForResponse((answer) => answer.url().includes("/api/door/list") && answer.ok());
    await linkOf(page, evening, values?.(evening));
    await start(page);
    await page.getByRole("dialog").waitFor();
    await isRead;
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return act?.(page, evening);
  };

const helper = (act?: Screen["act"], rest: Partial<Screen> = {}): Screen => ({
  who: "nobody",
  path: "/pass",
  act: atDoor(act),
  ...rest,
});

/** Without a network once the pass is claimed. */
const offline = (act?: Screen["act"]) =>
  helper(
    async (page, evening) => {
      await expect(page.getByText(/^Offline/).first()).toBeVisible({ timeout: 15_000 });
      return act?.(page, evening);
    },
    { before: cut(/\/api\/(live|attendees\/scan|door\/scans)/) },
  );

const verdict = (page: Page, title: string) =>
  page.getByRole("heading", { name: title, exact: true }).waitFor();

const typed =
  (title: string, guest?: Guest | ((evening: Evening) => Promise<string>)) =>
  async (page: Page, evening: Evening) => {
    const code =
      typeof guest === "function" ? await guest(evening) : (await evening.newGuest(guest)).qrCodeData;
    await typeAtOnce(page, code);
    await verdict(page, title);
  };

const search = (text: string, found: string | RegExp) => async (page: Page) => {
  await press("Find guest")(page);
  await page.getByRole("dialog").getByRole("searchbox").fill(text);
  await page.getByRole("dialog").getByText(found).first().waitFor();
};

/** Revokes the page's pass while the page is open. */
const revoke = async (page: Page, { office }: Evening) => {
  await office.call.delete(`/api/door/passes/${passes.get(page)?.id}`);
  await says(page, /Ask for a new pass/);
};

const HELPER: Record<string, Screen> = {
  "helper: check of the device": {
    who: "nobody",
    path: fresh,
    act: async (page) => {
      await start(page);
      await says(page, /Ready for the door$|things? to look at/);
    },
  },
  "helper: door": helper(),
  "helper: door, event to come": {
    who: "nobody",
    path: "/pass",
    act: atDoor(undefined, ({ later }) => ({ eventId: later.id })),
  },
  "helper: scanning": helper(
    async (page) => {
      await press("Start")(page);
      await says(page, "Scanning...");
      await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0.5);
    },
    {
      camera: async ({ newGuest, tonight }) => ({
        text: (await newGuest()).qrCodeData,
        event: tonight.name,
        blurred: true,
      }),
    },
  ),
  "helper: checked in": helper(
    async (page) => {
      await press("Start")(page);
      await verdict(page, "Check-in Complete");
    },
    {
      camera: async ({ newGuest, tonight }) => ({
        text: (await newGuest({ fullName: "Amélie Laurent", tableNumber: 12 })).qrCodeData,
        event: tonight.name,
      }),
    },
  ),
  "helper: checked in, owes, with notes": helper(
    typed("Check-in Complete", { ...LONG, paymentStatus: "unpaid", notes: "Wheelchair, sits by the aisle" }),
  ),
  "helper: already in": helper(
    typed("Already Checked In", async ({ newGuest, office }) => {
      const { qrCodeData } = await newGuest({ fullName: "Kwame Asante", tableNumber: 7 });
      await office.scan(qrCodeData);
      return qrCodeData;
    }),
  ),
  "helper: already in, by themselves": helper(async (page, evening) => {
    const { qrCodeData } = await evening.newGuest({ fullName: "Ingrid Sørensen", tableNumber: 7 });
    await typed("Check-in Complete", async () => qrCodeData)(page, evening);
    await page.getByRole("heading", { name: "Check-in Complete" }).waitFor({ state: "detached" });
    await page.waitForTimeout(3100);
    await typed("Already Checked In", async () => qrCodeData)(page, evening);
  }),
  "helper: another event": helper(
    typed(
      "Invalid QR Code",
      async ({ newGuest, later }) => (await newGuest({ eventId: later.id })).qrCodeData,
    ),
  ),
  "helper: not a ticket": helper(typed("Invalid QR Code", async () => "https://example.org/menu")),
  "helper: not on the list, offline": offline(typed("Invalid QR Code")),
  "helper: recent scan": helper(async (page, evening) => {
    await typed("Check-in Complete", { ...LONG, paymentStatus: "unpaid", notes: "Wheelchair" })(
      page,
      evening,
    );
    await press("Details")(page);
    await page.getByRole("dialog").waitFor();
  }),
  "helper: recent scans": helper(async (page, evening) => {
    await page.getByRole("switch", { name: "Rapid mode" }).check();
    for (const fullName of ["Kwame Asante", "Mei-Ling Chow"]) {
      await typeAtOnce(page, (await evening.newGuest({ fullName })).qrCodeData);
      await page.getByRole("listitem").filter({ hasText: fullName }).first().waitFor();
    }
    await page.getByRole("heading", { name: "Check-in Complete" }).waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Recent Scans" }).scrollIntoViewIfNeeded();
  }),
  "helper: find a guest": helper(search("nguyen", /Nguyen$/)),
  "helper: find a guest, nobody": helper(search("nobody of this name", "No guest matches")),
  "helper: offline": offline(),
  "helper: pass revoked": helper(revoke),
};

export const PASS_SCREENS: Record<string, Screen> = { ...PASS, ...HELPER };
