import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EventFigures } from "@/api/types";
import { showCarriedToast, shownToast } from "@/components/ui/toast-store";
import { readDoorEvent } from "@/features/door/scan/device-settings";
import { sessionRecord } from "@/features/users/sign-in/session";
import * as navigation from "@/lib/hard-navigation";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { done, json, laterResponse, page, problem, serve } from "@/testing/server";

beforeEach(() => void vi.spyOn(navigation, "reloadPage").mockReturnValue());
afterEach(() => vi.useRealTimers());

const untimed = {
  ...GALA,
  id: 8,
  name: "New Year Breakfast",
  date: "2027-01-01",
  time: null,
};

const FIGURES: EventFigures = {
  eventId: GALA.id,
  tickets: 175,
  attended: 87,
  unpaidTickets: 12,
  owedCents: 54_000,
  inside: null,
  left: null,
};
const figuresOf = (facts: Partial<EventFigures>) => () => json({ ...FIGURES, ...facts });

/** The count of attendees comes with the first page of their list (contract 7). */
const COUNT = {
  "GET /api/attendees": () => page([], { total: 123 }),
  "GET /api/attendees/figures": figuresOf({}),
};

const THAT_EVENING = new Date(2026, 10, 28, 20, 0);
const evening = (name: RegExp | string) => within(screen.getByRole("region", { name }));

async function listedEvents(): Promise<(string | null)[]> {
  const list = (await screen.findByRole("heading", { name: "Your Events" })).parentElement as HTMLElement;
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
}

test.each([
  ["2.home.1", "Create Event", "/create-event"],
  ["2.home.330", "Doors", "/doors"],
  ["2.home.2", "Add Attendee", "/add-attendee"],
  ["2.home.3", "Scan Attendees", "/scan-attendees"],
  ["2.home.4", "Manage Attendees", "/manage-attendees"],
  ["2.home.5", "Backup & Restore", "/backup-restore"],
])("%s '%s' leads to %s", async (_id, name, path) => {
  serve({ "GET /api/events": () => json([]), ...COUNT });
  const { user } = openApp("/", { as: OLIVE });
  await user.click(await screen.findByRole("link", { name }));
  await waitFor(() => expect(window.location.pathname).toBe(path));
  expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
});

test.each([
  ["a super admin", SAM, 10],
  ["an organizer", OLIVE, 6],
])("2.home.1150 in pairs the tiles of %s fill their rows", async (_, as, count) => {
  serve({ "GET /api/events": () => json([]), ...COUNT });
  openApp("/", { as });
  const entries = within(await screen.findByRole("navigation", { name: "Main" })).getAllByRole("link");
  expect(entries).toHaveLength(count);
  expect(new Set(entries.map(({ parentElement }) => parentElement))).toHaveProperty("size", 1);
});

test("2.home.8 every entry leads to a screen that is there", async () => {
  serve({ "GET /api/events": () => json([]), ...COUNT });
  const dashboard = openApp("/", { as: SAM });
  const entries = within(await screen.findByRole("navigation", { name: "Main" })).getAllByRole("link");
  const paths = entries.map((entry) => entry.getAttribute("href") ?? "");
  dashboard.unmount();
  for (const path of paths) {
    const { unmount } = openApp(path, { as: SAM });
    await screen.findByRole("banner");
    expect(screen.queryByText("Page Not Found"), path).toBeNull();
    expect(window.location.pathname).toBe(path);
    unmount();
  }
});

test("2.home.10, 12, 13, 14 each of Your Events leads to its event and shows its date at its time", async () => {
  serve({ "GET /api/events": () => json([GALA, untimed]), ...COUNT });
  openApp("/", { as: OLIVE });
  await screen.findByRole("heading", { name: "Your Events" });
  const gala = screen.getByRole("link", { name: /Midwinter Gala/ });
  // 2.home.12
  expect(gala).toHaveAttribute("href", "/edit-event/7");
  // 2.home.13
  expect(gala).toHaveTextContent("Sat 28 Nov 2026 at 19:30");
  // 2.home.14
  expect(screen.getByRole("link", { name: /New Year Breakfast/ })).toHaveTextContent(/Fri 1 Jan 2027$/);
});

test("2.home.15, 16 Quick Overview counts events, and attendees without reading them", async () => {
  const calls = serve({ "GET /api/events": () => json([GALA, untimed]), ...COUNT });
  openApp("/", { as: OLIVE });
  expect(await screen.findByRole("heading", { name: "Quick Overview" })).toBeVisible();
  const figure = (label: string) => screen.getByText(label).parentElement ?? document.body;
  await waitFor(() => expect(within(figure("Total Events")).getByText("2")).toBeVisible());
  expect(await within(figure("Total Attendees")).findByText("123")).toBeVisible();
  expect(calls.find(({ path }) => path === "/api/attendees")?.query).toEqual({ limit: "1" });
});

test("2.home.18, 2.home.19 tonight stands first and is marked, then what is to come, then what is past", async () => {
  vi.setSystemTime(THAT_EVENING);
  const events = [
    { ...GALA, id: 1, name: "Spring Ball", date: "2026-09-19" },
    { ...GALA, id: 2, name: "Founders' Dinner", date: "2026-11-07" },
    { ...GALA, id: 3, name: "Harbour Breakfast", time: "08:00" },
    GALA,
    untimed,
  ];
  serve({ "GET /api/events": () => json(events), ...COUNT });
  openApp("/", { as: OLIVE });
  expect(await listedEvents()).toEqual([
    "Harbour BreakfastTodaySat 28 Nov 2026 at 08:00",
    "Midwinter GalaTonightSat 28 Nov 2026 at 19:30",
    "New Year BreakfastFri 1 Jan 2027",
    "Founders' DinnerPastSat 7 Nov 2026 at 19:30",
    "Spring BallPastSat 19 Sep 2026 at 19:30",
  ]);
});

test("2.home.904 two events of one name and moment show their venues, in the list and on their cards", async () => {
  vi.setSystemTime(THAT_EVENING);
  const halls = ["Town Hall", "Old Mill"].map((venue, index) => ({ ...GALA, id: index + 7, venue }));
  const alone = { ...untimed, venue: "Pier 4" };
  serve({
    "GET /api/events": () => json([...halls, alone]),
    ...COUNT,
  });
  openApp("/", { as: OLIVE });
  expect(await listedEvents()).toEqual([
    "Midwinter GalaTonightSat 28 Nov 2026 at 19:30 · Town Hall",
    "Midwinter GalaTonightSat 28 Nov 2026 at 19:30 · Old Mill",
    "New Year BreakfastFri 1 Jan 2027",
  ]);
  const cards = screen.getAllByRole("region", { name: "Midwinter Gala" });
  expect(cards.map((card) => within(card).getByText(/^Sat 28 Nov/).textContent)).toEqual([
    "Sat 28 Nov 2026 at 19:30 · Town Hall",
    "Sat 28 Nov 2026 at 19:30 · Old Mill",
  ]);
});

test("2.home.22..25 tonight leads: its arrivals, its debts, and the ways to its door, guests and paper", async () => {
  vi.setSystemTime(THAT_EVENING);
  serve({ "GET /api/events": () => json([GALA, untimed]), ...COUNT });
  const { user } = openApp("/", { as: OLIVE });
  await screen.findByText("12 guests owe $540.00");
  const gala = evening("Midwinter Gala");
  // 2.home.23
  expect(gala.getByText("Tonight")).toBeVisible();
  expect(gala.getByText("Sat 28 Nov 2026 at 19:30")).toBeVisible();
  expect(gala.getByText(/^Arrived/).closest("p")).toHaveTextContent("Arrived 87 of 175");
  const linkOf = (name: string) => gala.getByRole("link", { name }).getAttribute("href");
  // 2.home.1040
  expect(linkOf("88 not arrived")).toBe("/manage-attendees?eventId=7&attended=false");
  expect(linkOf("12 guests owe $540.00")).toBe("/manage-attendees?eventId=7&paymentGroup=owed");
  // 2.home.900
  expect(gala.queryByText(/^Inside/)).toBeNull();
  expect(screen.queryByRole("region", { name: "New Year Breakfast" })).toBeNull();
  // 2.home.24
  expect(gala.getByRole("link", { name: "Guests" })).toHaveAttribute("href", "/manage-attendees?eventId=7");
  expect(gala.getByRole("link", { name: "Door list" })).toHaveAttribute("href", "/print-door-list?eventId=7");
  // 2.home.330
  expect(gala.getByRole("link", { name: "Doors" })).toHaveAttribute("href", "/doors?eventId=7");
  await user.click(gala.getByRole("link", { name: "Scan" }));
  await waitFor(() => expect(window.location.pathname).toBe("/scan-attendees"));
  expect(readDoorEvent()).toBe(7);
});

test("2.home.900 where exits are counted the people inside show beside the arrivals", async () => {
  vi.setSystemTime(THAT_EVENING);
  const figures = laterResponse();
  serve({
    "GET /api/events": () => json([{ ...GALA, countsExits: true }]),
    ...COUNT,
    "GET /api/attendees/figures": () => figures.response,
  });
  openApp("/", { as: OLIVE });
  await screen.findByRole("region", { name: "Midwinter Gala" });
  const inside = () => evening("Midwinter Gala").getByText("Inside").closest("p");
  expect(inside()).toHaveTextContent("Inside –");
  figures.respond(json({ ...FIGURES, attended: 175, inside: 60, left: 112 }));
  await screen.findByText("60");
  expect(inside()).toHaveTextContent(/^Inside 60$/);
  expect(
    evening("Midwinter Gala")
      .getByText(/^Arrived/)
      .closest("p"),
  ).toHaveTextContent("Arrived 175 of 175");
  expect(screen.getByText("Everyone came")).toBeVisible();
});

test.each([
  ["without exits the arrivals", { attended: 90 }, false, "Nearly full", "Arrived"],
  ["without exits the arrivals", { attended: 100 }, false, "Full", "Arrived"],
  ["with exits the people inside", { attended: 150, inside: 90 }, true, "Nearly full", "Inside"],
  ["with exits the people inside", { attended: 150, inside: 100 }, true, "Full", "Inside"],
  ["with exits not the arrivals", { attended: 150, inside: 89 }, true, null, null],
])("2.home.901 %s fill the event up: %o", async (_what, facts, countsExits, word, framed) => {
  vi.setSystemTime(THAT_EVENING);
  serve({
    "GET /api/events": () => json([{ ...GALA, capacity: 100, countsExits }]),
    ...COUNT,
    "GET /api/attendees/figures": figuresOf(facts),
  });
  openApp("/", { as: OLIVE });
  await screen.findByText(String(facts.attended));
  const gala = evening("Midwinter Gala");
  expect(gala.queryByText(/full$/i)?.textContent ?? null).toBe(word);
  const frames = gala.getAllByRole("paragraph").filter(({ className }) => className.includes("outline-"));
  expect(frames.map(({ textContent }) => textContent?.split(" ")[0] ?? null)).toEqual(framed ? [framed] : []);
});

test("2.home.901 the capacity shows beside the number, and how many are over it", async () => {
  vi.setSystemTime(THAT_EVENING);
  serve({
    "GET /api/events": () => json([{ ...GALA, capacity: 70 }]),
    ...COUNT,
    "GET /api/attendees/figures": figuresOf({ attended: 74, tickets: 174 }),
  });
  openApp("/", { as: OLIVE });
  expect(await screen.findByText("Full, 4 over")).toBeVisible();
  const gala = evening("Midwinter Gala");
  expect(gala.getByText(/^Arrived/).closest("p")).toHaveTextContent("Arrived 74 of 174 · capacity 70");
  expect(gala.getByText("100 not arrived").closest("span")?.parentElement).toHaveTextContent(
    "100 not arrived · overbooked by 104",
  );
});

test.each([
  [59, "34%"],
  [65, "93%"],
  [74, "100%"],
])("2.home.1041 with %i of 70 in, the bar is %s wide", async (attended, width) => {
  vi.setSystemTime(THAT_EVENING);
  serve({
    "GET /api/events": () => json([{ ...GALA, capacity: 70 }]),
    ...COUNT,
    "GET /api/attendees/figures": figuresOf({ attended, tickets: 174 }),
  });
  openApp("/", { as: OLIVE });
  await screen.findByText(`${174 - attended} not arrived`);
  const bar = screen.getByRole("region", { name: "Midwinter Gala" }).querySelector<HTMLElement>("[style]");
  expect(`${Math.round(Number.parseFloat(bar?.style.width ?? ""))}%`).toBe(width);
});

test.each([
  [true, "The door refuses guests"],
  [false, "Guests are still let in"],
])(
  "2.home.1020 the capacity leads to its field, and a full card says what the door does",
  async (stops, rule) => {
    vi.setSystemTime(THAT_EVENING);
    serve({
      "GET /api/events": () => json([{ ...GALA, capacity: 70, stopsAtCapacity: stops }]),
      ...COUNT,
      "GET /api/attendees/figures": figuresOf({ attended: 70, tickets: 174 }),
    });
    openApp("/", { as: OLIVE });
    expect(await screen.findByText(rule)).toBeVisible();
    expect(screen.getByRole("link", { name: "capacity 70: change it" })).toHaveAttribute(
      "href",
      "/edit-event/7#capacity",
    );
  },
);

test("2.home.22 several events of one day have a card each; else the next to come has one", async () => {
  vi.setSystemTime(THAT_EVENING);
  const harbour = { ...GALA, id: 3, name: "Harbour Breakfast", time: "08:00" };
  serve({ "GET /api/events": () => json([harbour, GALA, untimed]), ...COUNT });
  const opened = openApp("/", { as: OLIVE });
  await screen.findByRole("region", { name: "Harbour Breakfast" });
  expect(evening("Harbour Breakfast").getByText("Today")).toBeVisible();
  expect(evening("Midwinter Gala").getByText("Tonight")).toBeVisible();
  opened.unmount();

  vi.setSystemTime(new Date(2026, 10, 20));
  serve({ "GET /api/events": () => json([GALA, untimed]), ...COUNT });
  openApp("/", { as: OLIVE });
  await screen.findByRole("region", { name: "Midwinter Gala" });
  expect(evening("Midwinter Gala").getByText("Coming up")).toBeVisible();
  expect(screen.queryByRole("region", { name: "New Year Breakfast" })).toBeNull();
});

test("2.home.22 of more than six events that day the others are counted", async () => {
  vi.setSystemTime(THAT_EVENING);
  const events = Array.from({ length: 8 }, (_, id) => ({ ...GALA, id, name: `Room ${id}` }));
  serve({ "GET /api/events": () => json(events), ...COUNT });
  openApp("/", { as: OLIVE });
  await screen.findByText("2 more events that day: see Your Events.");
  expect(screen.getAllByRole("region", { name: /^Room/ })).toHaveLength(6);
});

test.each([
  ["everybody is in", { attended: 175 }, "Everyone is here"],
  ["nobody owes", { unpaidTickets: 0, owedCents: 0 }, "Nothing owed"],
  ["one owes", { unpaidTickets: 1, owedCents: 4_500 }, "1 guest owes $45.00"],
  ["there is no price", { owedCents: null }, "12 guests have not paid"],
  ["nobody is on the list", { tickets: 0, attended: 0, unpaidTickets: 0, owedCents: 0 }, "No guests yet"],
])("2.home.23 the evening says it where %s", async (_what, facts, words) => {
  vi.setSystemTime(THAT_EVENING);
  serve({ "GET /api/events": () => json([GALA]), ...COUNT, "GET /api/attendees/figures": figuresOf(facts) });
  openApp("/", { as: OLIVE });
  await screen.findByText(words);
});

test("2.home.26 where every event is over, the evening leads to the next one or to a copy of the last", async () => {
  vi.setSystemTime(new Date(2027, 5, 1));
  serve({ "GET /api/events": () => json([GALA, untimed]), ...COUNT });
  openApp("/", { as: OLIVE });
  await screen.findByText("No event ahead");
  expect(screen.getByRole("link", { name: "Create the next event" })).toHaveAttribute(
    "href",
    "/create-event",
  );
  expect(screen.getByRole("link", { name: "Duplicate the last event" })).toHaveAttribute(
    "href",
    "/create-event?copyOf=8",
  );
  expect(screen.getByRole("heading", { name: "Your Events" })).toBeVisible();
});

test("2.home.27 arrivals that could not be read are said, and read again; the ways on stay", async () => {
  vi.setSystemTime(THAT_EVENING);
  const answers = [problem(503, "database_unavailable", "Down"), json(FIGURES)];
  serve({
    "GET /api/events": () => json([GALA]),
    ...COUNT,
    "GET /api/attendees/figures": () => answers.shift() ?? json(FIGURES),
  });
  const { user } = openApp("/", { as: OLIVE });
  await screen.findByText("The arrivals could not be loaded.");
  const gala = evening("Midwinter Gala");
  expect(gala.getByText(/^Arrived/).closest("p")).toHaveTextContent("Arrived – of –");
  expect(gala.getByRole("link", { name: "Scan" })).toBeVisible();
  await user.click(gala.getByRole("button", { name: "Try again" }));
  await gala.findByText("87");
});

test("2.home.22, 9.night.1 a dashboard that stays open goes on to the next evening by itself", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 29, 4, 58) });
  const next = { ...untimed, date: "2026-11-29" };
  serve({ "GET /api/events": () => json([GALA, next]), ...COUNT });
  openApp("/", { as: OLIVE });
  await screen.findByRole("region", { name: "Midwinter Gala" });
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(evening("New Year Breakfast").getByText("Tonight")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Midwinter Gala" })).toBeNull();
});

test("2.home.11, 2.home.20 without events there is no list, but the way to the first", async () => {
  serve({ "GET /api/events": () => json([]), ...COUNT });
  openApp("/", { as: OLIVE });
  await waitFor(() => expect(screen.getByText("Total Events").parentElement).toHaveTextContent("0"));
  expect(screen.queryByRole("heading", { name: "Your Events" })).toBeNull();
  expect(screen.getByRole("link", { name: "Create the first event" })).toHaveAttribute(
    "href",
    "/create-event",
  );
});

test("events that could not be read are said, and asked for again", async () => {
  const answers = [problem(503, "database_unavailable", "Down"), json([GALA])];
  serve({ "GET /api/events": () => answers.shift() ?? json([]), ...COUNT });
  const { user } = openApp("/", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: /Midwinter Gala/ });
});

test("2.home.17 attendees that could not be counted are said, and counted again", async () => {
  const answers = [problem(503, "database_unavailable", "Down"), page([], { total: 123 })];
  vi.setSystemTime(THAT_EVENING);
  serve({
    "GET /api/events": () => json([GALA]),
    ...COUNT,
    "GET /api/attendees": () => answers.shift() ?? page([], { total: 0 }),
  });
  const { user } = openApp("/", { as: OLIVE });
  await screen.findByText("The attendees could not be counted.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await within(screen.getByText("Total Attendees").parentElement as HTMLElement).findByText("123");
  expect(screen.queryByText("The attendees could not be counted.")).toBeNull();
});

test("2.home.9, 4.logout.5..8 the dashboard's Logout waits for nobody: flag and time go, the page reloads, its own words follow", async () => {
  const calls = serve({ "GET /api/events": () => json([]), "POST /api/logout": () => new Promise(() => {}) });
  const { user } = openApp("/", { as: OLIVE });
  const main = await screen.findByRole("main");
  await user.click(within(main).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(navigation.reloadPage).toHaveBeenCalledOnce());
  // 4.logout.5
  expect(sessionRecord()).toMatchObject({ authenticated: false, authTime: 0 });
  // 4.logout.6
  expect(calls.at(-1)).toMatchObject({ path: "/api/logout", keepalive: true });
  showCarriedToast();
  await waitFor(() =>
    expect(toastRegion()).toHaveTextContent("Logged OutYou have been successfully logged out"),
  );
});

test("2.frame.6, 4.logout.1..3 the frame's logout waits for the server, then forgets the user and goes to /auth", async () => {
  let respond: (response: Response) => void = () => {};
  const calls = serve({
    "GET /api/events": () => json([]),
    "POST /api/logout": () => new Promise<Response>((resolve) => (respond = resolve)),
  });
  const { user } = openApp("/", { as: OLIVE });
  const frame = await screen.findByRole("banner");
  await user.click(within(frame).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/logout"));
  expect(sessionRecord()).toMatchObject({ user: { username: "olive" }, authenticated: true });
  respond(done());
  await screen.findByRole("heading", { name: "Sign in" });
  expect(window.location.pathname).toBe("/auth");
  expect(toastRegion()).toHaveTextContent("Logged out successfullyYou have been logged out of the system");
  expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 });
  expect(navigation.reloadPage).not.toHaveBeenCalled();
});

test("8.toast.1 a session that ends before the logout is answered is no news of its own", async () => {
  const logout = laterResponse();
  const count = laterResponse();
  const calls = serve({
    "GET /api/events": () => json([]),
    "GET /api/attendees": () => count.response,
    "POST /api/logout": () => logout.response,
  });
  const { user } = openApp("/", { as: OLIVE });
  await user.click(within(await screen.findByRole("banner")).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/logout"));
  count.respond(problem(401, "not_signed_in", "Sign in first"));
  await screen.findByText("The attendees could not be counted.");
  expect(shownToast()).toBeNull();
  logout.respond(done());
  await screen.findByRole("heading", { name: "Sign in" });
  expect(shownToast()?.title).toBe("Logged out successfully");
});

test("a logout that is answered after its page was left ends the sign-in all the same", async () => {
  let respond: (response: Response) => void = () => {};
  const calls = serve({
    "GET /api/events": () => json([]),
    "POST /api/logout": () => new Promise<Response>((resolve) => (respond = resolve)),
  });
  const { user } = openApp("/create-event", { as: OLIVE });
  const frame = await screen.findByRole("banner");
  await user.click(within(frame).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/logout"));
  await user.click(within(frame).getByRole("link", { name: "Back" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  respond(done());
  await waitFor(() => expect(window.location.pathname).toBe("/auth"));
  expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 });
});

test("8.session.1 a logout that the server refuses says so and stays", async () => {
  serve({
    "GET /api/events": () => json([]),
    "POST /api/logout": () => problem(500, "internal_error", "Oops"),
  });
  const { user } = openApp("/", { as: OLIVE });
  const frame = await screen.findByRole("banner");
  await user.click(within(frame).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("Logout failedThere was an error logging out"));
  expect(shownToast()?.variant).toBe("destructive");
  expect(sessionRecord().authenticated).toBe(true);
});

test("2.frame.5 the name opens the change of one's own password", async () => {
  const calls = serve({ "GET /api/events": () => json([]), "PUT /api/me/password": () => done() });
  const { user } = openApp("/", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: /Olive Organizer/ }));
  await user.type(await screen.findByLabelText("Current password"), "the old password");
  await user.type(screen.getByLabelText("New password"), "a better password");
  await user.type(screen.getByLabelText("Repeat new password"), "a better password");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("SuccessPassword changed"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.at(-1)?.body).toEqual({
    currentPassword: "the old password",
    newPassword: "a better password",
  });
});

const ANNOUNCED = {
  keepDays: 90,
  changedAt: null,
  changedBy: null,
  lastRun: null,
  lastErasedAt: null,
  announced: [{ id: 7, name: "Midwinter Gala", date: "2026-08-28", guests: 3, eraseOn: "2026-11-28" }],
  postponed: [],
};

test("2.home.490 super admins see which guests will be erased when", async () => {
  serve({ "GET /api/events": () => json([]), ...COUNT, "GET /api/privacy": () => json(ANNOUNCED) });
  openApp("/", { as: SAM });
  expect(await screen.findByRole("heading", { name: "Guests will be erased soon" })).toBeVisible();
  expect(screen.getByText("3 guests will be erased on Sat 28 Nov 2026")).toBeVisible();
  expect(screen.getByRole("button", { name: "Keep until: Midwinter Gala" })).toBeVisible();
});

test("2.home.490, 6.keep.491 an organizer sees nothing of it", async () => {
  const calls = serve({ "GET /api/events": () => json([]), ...COUNT });
  openApp("/", { as: OLIVE });
  await screen.findByRole("link", { name: "Create Event" });
  expect(calls.some(({ path }) => path === "/api/privacy")).toBe(false);
});
