import type { Page, Route } from "@playwright/test";
import { chooseEvent } from "../e2e/steps";
import type { Evening } from "./evening";
import { claimElsewhere, makePass } from "./pass-screens";
import { cut, press, type Screen, says } from "./screen";

/** /doors, which is open all night, and the passes on it. */

/** The figures that these pictures change. */
interface Doors {
  asOf: string;
  arrived: number;
  doors: { door: string | null; waiting: number }[];
}

const PATH = ({ tonight }: Evening) => `/doors?eventId=${tonight.id}`;

const opened = new WeakMap<Evening, Promise<void>>();

/** Three doors that let guests in, once an evening. */
function withDoors(evening: Evening): Promise<void> {
  const known = opened.get(evening) ?? openDoors(evening);
  opened.set(evening, known);
  return known;
}

async function openDoors(evening: Evening): Promise<void> {
  const { office, newGuest, tonight, later } = evening;
  for (const [door, helper] of [
    ["Main entrance", "Kim"],
    ["Garden gate", "Noor"],
  ] as const) {
    await claimElsewhere(evening, await makePass(evening, { door }), helper);
  }
  for (const device of ["Main entrance", "Main entrance", "Garden gate", "Box office", "Main entrance"]) {
    const data = { qrData: (await newGuest()).qrCodeData, eventId: tonight.id, device };
    await office.call.post("/api/attendees/scan", { data });
  }
  const { qrCodeData } = await newGuest({ eventId: later.id });
  const refused = { qrData: qrCodeData, eventId: tonight.id, device: "Garden gate" };
  await office.call.post("/api/attendees/scan", { data: refused });
}

/** Changes the server's response about the doors. */
const changed = (change: (doors: Doors) => void) => (page: Page) =>
  page.route(/\/api\/doors\?/, async (route: Route) => {
    const answer = await route.fetch();
    const doors: Doors = await answer.json();
    change(doors);
    await route.fulfill({ response: answer, json: doors });
  });

const minutesBefore = (moment: string, minutes: number) =>
  new Date(Date.parse(moment) - minutes * 60_000).toISOString();

const silent = changed((doors) => {
  const quiet = doors.doors.find(({ door }) => door === "Garden gate");
  if (quiet) {
    const at = minutesBefore(doors.asOf, 63);
    Object.assign(quiet, { isOnline: false, lastContactAt: at, lastScanAt: at, waiting: 3 });
  }
});

/** Sets the event's capacity so that the guests who arrived are this share of it. */
const holding = (share: number) => async (page: Page, evening: Evening) => {
  await withDoors(evening);
  const { office, tonight } = evening;
  const { arrived }: Doors = await (await office.call.get(`/api/doors?eventId=${tonight.id}`)).json();
  const capacity = Math.floor(arrived / share);
  // The scanner goes by the event of its list.
  await page.route(/\/api\/door\/list/, async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), "if-none-match": "" } });
    const list: { event?: { capacity: number | null } } = await answer.json();
    if (list.event) list.event.capacity = capacity;
    await route.fulfill({ response: answer, json: list });
  });
  await page.route("**/api/events", async (route) => {
    const answer = await route.fetch();
    const events: { id: number; capacity: number | null }[] = await answer.json();
    for (const event of events) {
      if (event.id === tonight.id) event.capacity = capacity;
    }
    await route.fulfill({ response: answer, json: events });
  });
};

/** An event with three check-in lists, at which guests came in. Returns its id. */
export async function eventWithLists({ office }: Evening): Promise<number> {
  const event = await office.event({ name: "Harbour Weekend", date: "2026-11-21", time: "19:00" });
  const made = async <T>(path: string, data: object): Promise<T> =>
    (await office.call.post(`/api/events/${event.id}/${path}`, { data })).json();
  const vip = await made<{ id: number }>("ticket-types", { name: "VIP", color: "gold" });
  const crew = await made<{ id: number }>("ticket-types", { name: "Crew", color: "slate" });
  const types = { ticketTypeIds: [vip.id, crew.id], needsEntrance: true };
  const lists = [
    await made<{ id: number }>("check-in-lists", {
      name: "Backstage",
      rule: "reentry",
      capacity: 4,
      ...types,
    }),
    await made<{ id: number }>("check-in-lists", { name: "Dinner", capacity: 96 }),
    await made<{ id: number }>("check-in-lists", { name: "Harbour shuttle", rule: "every" }),
  ];
  for (let guests = 0; guests < 4; guests += 1) {
    const { qrCodeData } = await office.attendee(event.id, { ticketTypeId: vip.id });
    for (const listId of [null, ...lists.map(({ id }) => id)]) {
      const data = { qrData: qrCodeData, eventId: event.id, listId, device: "Stage door" };
      await office.call.post("/api/attendees/scan", { data });
    }
  }
  return event.id;
}

const doors = (rest: Partial<Screen> = {}): Screen => ({
  path: PATH,
  before: (_, evening) => withDoors(evening),
  ...rest,
});

const chooseTonight = (page: Page, { tonight }: Evening) => chooseEvent(page, tonight.id);

const DOORS: Record<string, Screen> = {
  "doors: good": doors(),
  "doors: a silent door": doors({
    before: async (page, evening) => {
      await withDoors(evening);
      await silent(page);
    },
  }),
  "doors: nearly full": doors({ before: holding(0.95) }),
  "doors: full": doors({ before: holding(1.02) }),
  "doors: people inside": doors({
    before: async (page, evening) => {
      await withDoors(evening);
      await changed((answer) => Object.assign(answer, { inside: answer.arrived - 2, left: 2, leavers: 0 }))(
        page,
      );
    },
  }),
  "doors: check-in lists": { path: async (evening) => `/doors?eventId=${await eventWithLists(evening)}` },
  "doors: extra people and conflicts": doors({
    before: async (page, evening) => {
      await withDoors(evening);
      await changed((answer) => Object.assign(answer, { openConflicts: 4, possibleExtraPeople: 2 }))(page);
    },
  }),
  "doors: forty doors": doors({
    before: async (page, evening) => {
      await withDoors(evening);
      await changed((answer) => {
        const [first] = answer.doors;
        if (!first) return;
        answer.doors = Array.from({ length: 40 }, (_, number) => ({
          ...first,
          door: `Gate ${number + 1}`,
          checkIns: 120 + ((number * 37) % 90),
          isOnline: number % 9 !== 4,
          waiting: number % 9 === 4 ? 12 : 0,
          lastContactAt: minutesBefore(answer.asOf, number % 9),
        }));
      })(page);
    },
  }),
  "doors: no contact with the server": doors({
    before: async (page, evening) => {
      await withDoors(evening);
      await cut("**/api/live**")(page);
    },
    act: (page) => says(page, /^No contact with the server/),
  }),
  "doors: loading": { path: PATH, before: (page) => page.route(/\/api\/doors\?/, () => {}), loading: true },
  "doors: not to be read": { path: PATH, before: cut(/\/api\/doors\?/) },
  "doors: nothing yet": { path: ({ later }) => `/doors?eventId=${later.id}` },
  "doors: no events": { empty: true, path: "/doors" },
  "doors: stage nearly full": {
    path: "/scan-attendees",
    before: holding(0.95),
    act: chooseTonight,
  },
  "doors: stage full": { path: "/scan-attendees", before: holding(1.02), act: chooseTonight },
};

const makeIt = async (page: Page) => {
  await press("New pass")(page);
  await page.getByRole("dialog").getByLabel("Door", { exact: true }).fill("Side gate");
  await page.getByRole("button", { name: "Make pass" }).click();
  await page.getByRole("img", { name: "QR code of the pass" }).waitFor();
};

/** A new event with a pass in each state. */
const listed = async (evening: Evening): Promise<string> => {
  const { office, now } = evening;
  const { id: eventId } = await office.event({ name: "Rooftop supper", date: "2026-11-21", time: "22:00" });
  const soon = new Date(now().getTime() + 1200).toISOString();
  await makePass(evening, { eventId, door: "Side gate", claimUntil: soon });
  const old = await makePass(evening, { eventId, door: "Cloakroom" });
  await claimElsewhere(evening, old, "Maximiliana Wolfeschlegelstein");
  await office.call.delete(`/api/door/passes/${old.id}`);
  await claimElsewhere(evening, await makePass(evening, { eventId, door: "Main entrance" }), "Kim");
  await makePass(evening, { eventId, door: "Garden gate by the old greenhouse, left of the car park" });
  return `/doors?eventId=${eventId}`;
};

const toPasses = async (page: Page) => {
  await page.waitForTimeout(1300);
  await page.reload();
  await page.getByRole("list", { name: "Passes" }).scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
};

const PASSES: Record<string, Screen> = {
  "passes: list": { path: listed, act: toPasses },
  "passes: none": {
    path: async ({ office }) => `/doors?eventId=${(await office.event({ name: "Rooftop supper" })).id}`,
  },
  "passes: new": { path: PATH, act: press("New pass") },
  "passes: new, errors": {
    path: PATH,
    act: async (page) => {
      await press("New pass")(page);
      await page.getByRole("button", { name: "Make pass" }).click();
    },
  },
  "passes: new, for a check-in list": {
    path: async (evening) => `/doors?eventId=${await eventWithLists(evening)}`,
    act: press("New pass"),
  },
  "passes: the link, once": { path: PATH, act: makeIt },
  "passes: revoke": {
    path: listed,
    act: (page) => page.getByRole("button", { name: /^Revoke the pass of Kim/ }).click(),
  },
  "passes: card": {
    path: PATH,
    act: async (page) => {
      await makeIt(page);
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 794, height: 1123 });
      return page.screenshot();
    },
  },
};

export const WALL_SCREENS: Record<string, Screen> = { ...DOORS, ...PASSES };
