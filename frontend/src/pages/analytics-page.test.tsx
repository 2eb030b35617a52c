import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type {
  ArrivalsPerMinute,
  EventFigures,
  EventSales,
  Overview,
  PaymentGroupSales,
  TableTickets,
  UserSales,
} from "@/api/types";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { type Call, json, laterResponse, problem, serve } from "@/testing/server";

// jsdom draws nothing; e2e/analytics.spec.ts checks the chart.
vi.mock("@/features/analytics/arrivals/arrivals-chart", () => ({
  ArrivalsChart: () => <div role="img" aria-label="Arrivals over time" />,
}));

const OVERVIEW: Overview = {
  totalEvents: 2,
  totalTicketsSold: 200,
  totalRevenue: 12345.6,
  activeUsers: 3,
  paidTickets: 125,
  unpaidTickets: 29,
  complimentaryTickets: 46,
  scannedTickets: 1,
  possibleExtraPeople: 0,
  totalOutstanding: 0,
  unpricedTickets: 0,
  noShows: 0,
};
const NOTHING: Overview = {
  totalEvents: 0,
  totalTicketsSold: 0,
  totalRevenue: 0,
  activeUsers: 1,
  paidTickets: 0,
  unpaidTickets: 0,
  complimentaryTickets: 0,
  scannedTickets: 0,
  possibleExtraPeople: 0,
  totalOutstanding: 0,
  unpricedTickets: 0,
  noShows: 0,
};
const salesOf = ({ id, fullName, username, role }: typeof SAM, totalSold: number): UserSales => ({
  user: { id, fullName, username, role },
  stats: { totalSold, paidTickets: totalSold, unpaidTickets: 0, complimentaryTickets: 0, revenue: totalSold },
});
const USERS = [
  salesOf({ ...OLIVE, id: 4, fullName: "Abel Nineteen", username: "abel" }, 19),
  salesOf({ ...OLIVE, id: 5, fullName: "Bea Twenty", username: "bea" }, 20),
  salesOf({ ...OLIVE, id: 6, fullName: "Cleo Fortynine", username: "cleo" }, 49),
  salesOf(OLIVE, 50),
  salesOf(SAM, 0),
];
const PAYMENTS: PaymentGroupSales[] = [
  { group: "paid", count: 125, revenue: 12000, totalOutstanding: 0, unpriced: 0, partial: 0 },
  { group: "complimentary", count: 46, revenue: 0, totalOutstanding: 0, unpriced: 0, partial: 0 },
  { group: "owed", count: 1, revenue: 345.6, totalOutstanding: 71, unpriced: 0, partial: 0 },
];
const TABLES: TableTickets[] = Array.from({ length: 30 }, (_, tableNumber) => ({
  tableNumber,
  tickets: 8,
  attended: tableNumber % 9,
}));
const ARRIVALS: ArrivalsPerMinute[] = [{ minute: "2026-11-28T08:30:00.000Z", count: 3 }];

interface Parts {
  overview?: (call: Call) => Response | Promise<Response>;
  users?: UserSales[];
  arrivals?: ArrivalsPerMinute[];
  events?: unknown[];
  payments?: PaymentGroupSales[];
  ofEvents?: EventSales[];
  presence?: Pick<EventFigures, "inside" | "left">;
}

const NOT_COUNTED = { inside: null, left: null };

function figuresRoutes({
  overview,
  users = USERS,
  arrivals = [],
  events = [GALA],
  payments = PAYMENTS,
  ofEvents = [],
  presence = NOT_COUNTED,
}: Parts = {}) {
  return {
    "GET /api/events": () => json(events),
    "GET /api/analytics/overview": overview ?? (() => json(OVERVIEW)),
    "GET /api/attendees/figures": () => json(presence),
    "GET /api/analytics/users": () => json(users),
    "GET /api/analytics/events": () => json(ofEvents),
    "GET /api/analytics/arrivals": () => json(arrivals),
    "GET /api/analytics/payments": () => json(payments),
    "GET /api/analytics/tables": () => json(TABLES),
  };
}

const serveFigures = (parts: Parts = {}) => serve(figuresRoutes(parts));

afterEach(() => vi.useRealTimers());

async function openAnalytics(path = "/analytics") {
  const opened = openApp(path, { as: SAM });
  await screen.findByText(/^Figures as of \d{2}:\d{2}$/);
  return opened;
}

const figure = (label: string) =>
  screen.getAllByText(label, { selector: "dt, dt *" })[0]?.closest("div") as HTMLElement;
const card = (heading: string) =>
  within(screen.getByRole("heading", { name: heading }).closest("section") ?? document.body);
const row = (fullName: string) => screen.getByText(fullName, { selector: "li *" }).closest("li");

test("2.guard.3 an organizer is sent to /", async () => {
  const calls = serve({ "GET /api/events": () => json([]) });
  openApp("/analytics", { as: OLIVE });
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(window.location.pathname).toBe("/");
  expect(calls.some(({ path }) => path.startsWith("/api/analytics"))).toBe(false);
});

test.each([
  ["a super admin", SAM, 1],
  ["an organizer", OLIVE, 0],
])("2.home.6 the dashboard leads %s here, or not", async (_who, as, links) => {
  serve({ "GET /api/events": () => json([]) });
  openApp("/", { as });
  await screen.findByRole("link", { name: "Create Event" });
  const entries = screen.queryAllByRole("link", { name: "Analytics Dashboard" });
  expect(entries).toHaveLength(links);
  for (const entry of entries) expect(entry).toHaveAttribute("href", "/analytics");
});

test("2.analytics.1, 8, 3.overview.4, 6, 9.analytics.4 the overview in numbers, parts and Australian dollars", async () => {
  serveFigures();
  await openAnalytics();
  for (const [label, words] of [
    ["Total Tickets Sold", "200"],
    ["Total Revenue (AUD)", "$12,345.60"],
    ["Total Events", "2"],
    ["Active Users", "3"],
    // 62.5 %, 14.5 %, 23 % and 0.5 %: halves go up.
    ["Paid", "12563%"],
    ["Unpaid", "2915%"],
    ["Free", "4623%"],
    ["Scanned", "11%"],
  ] as const) {
    expect(figure(label)).toHaveTextContent(`${label}${words}`);
  }
});

test("3.overview.5 with nothing sold every percentage is 0", async () => {
  serveFigures({ overview: () => json({ ...NOTHING, totalEvents: 1 }), users: [salesOf(SAM, 0)] });
  await openAnalytics();
  for (const label of ["Paid", "Unpaid", "Free", "Scanned"]) {
    expect(figure(label)).toHaveTextContent(`${label}00%`);
  }
});

test("2.analytics.2..5, 9.analytics.1..3 everybody shows, who sold most first, each with a badge", async () => {
  serveFigures();
  await openAnalytics();
  const names = card("Sales by User")
    .getAllByRole("listitem")
    .map((item) => item.textContent);
  expect(names[0]).toContain("Olive Organizer");
  expect(names).toHaveLength(5);
  // 2.analytics.2
  expect(row("Sam Superadmin")).toHaveTextContent("sam · Super Admin");
  expect(row("Sam Superadmin")).toHaveTextContent("0 sold");
  // 2.analytics.3
  expect(row("Olive Organizer")).toHaveTextContent("High Performer");
  // 2.analytics.4
  expect(row("Cleo Fortynine")).toHaveTextContent("Good");
  expect(row("Bea Twenty")).toHaveTextContent("Good");
  // 2.analytics.5
  expect(row("Abel Nineteen")).toHaveTextContent("Needs Improvement");
  expect(row("Sam Superadmin")).toHaveTextContent("Needs Improvement");
});

test("2.analytics.12 tickets that nobody is credited with are counted", async () => {
  serveFigures();
  await openAnalytics();
  expect(screen.getByText("62 tickets have no seller.")).toBeVisible();
});

test("2.analytics.6, 7, 7.call.32..36 the picker asks for one event, and the URL keeps it", async () => {
  const calls = serveFigures();
  const { user, unmount } = await openAnalytics("/analytics?eventId=all");
  const asked = () => calls.filter(({ path }) => path.startsWith("/api/analytics"));
  expect(new Set(asked().map(({ query }) => query.eventId))).toEqual(new Set([undefined]));
  const picker = screen.getByLabelText("Event");
  expect(within(picker).getAllByRole("option")[0]).toHaveTextContent("All Events");
  await user.selectOptions(picker, "Midwinter Gala (Sat 28 Nov 2026)");
  await waitFor(() => expect(asked()).toHaveLength(9));
  expect(
    new Set(
      asked()
        .slice(4)
        .map(({ query }) => query.eventId),
    ),
  ).toEqual(new Set(["7"]));
  expect(window.location.search).toBe("?eventId=7");
  unmount();

  await openAnalytics("/analytics?eventId=7");
  expect(screen.getByLabelText("Event")).toHaveDisplayValue("Midwinter Gala (Sat 28 Nov 2026)");
  await user.selectOptions(screen.getByLabelText("Event"), "All Events");
  expect(window.location.search).toBe("?eventId=all");
});

test("a URL that makes no sense is all events", async () => {
  const calls = serveFigures();
  await openAnalytics("/analytics?eventId=gala");
  expect(screen.getByLabelText("Event")).toHaveDisplayValue("All Events");
  expect(calls.find(({ path }) => path === "/api/analytics/overview")?.query.eventId).toBeUndefined();
});

const SPRING = { ...GALA, id: 5, name: "Spring Ball", date: "2026-11-27" };
const BREAKFAST = { ...GALA, id: 8, name: "New Year Breakfast", date: "2027-01-01" };

test.each([
  ["the event of tonight", [SPRING, GALA, BREAKFAST], "Midwinter Gala (Sat 28 Nov 2026)"],
  ["else the last that was", [SPRING, BREAKFAST], "Spring Ball (Fri 27 Nov 2026)"],
  ["else all events", [BREAKFAST], "All Events"],
])("2.analytics.16 without a choice the figures are of %s", async (_which, events, shown) => {
  vi.setSystemTime(new Date(2026, 10, 28, 20, 0));
  serveFigures({ events });
  await openAnalytics();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue(shown);
  expect(window.location.search).toBe("");
});

test("2.analytics.16 where the events cannot be read the figures are of all of them", async () => {
  serve({
    ...figuresRoutes(),
    "GET /api/events": () => problem(503, "database_unavailable", "The database is away"),
  });
  await openAnalytics();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue("All Events");
});

test("2.analytics.17 of all events neither arrivals nor tables show or are asked for, and extra people stay", async () => {
  const calls = serveFigures({ overview: () => json({ ...OVERVIEW, possibleExtraPeople: 2 }) });
  await openAnalytics("/analytics?eventId=all");
  expect(screen.queryByRole("heading", { name: "Arrivals" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Tables" })).toBeNull();
  expect(screen.getByText("Choose one event to see its arrivals and tables.")).toBeVisible();
  expect(screen.getByRole("link", { name: "2 possible extra people" })).toHaveAttribute("href", "/conflicts");
  expect(calls.filter(({ path }) => /arrivals|tables/.test(path))).toEqual([]);
});

test.each([
  ["all events", "all", "Not arrived", "12"],
  ["an event that is over", "5", "Not arrived", "12"],
  ["tonight's event", "7", "Not arrived", "199"],
])(
  "2.analytics.18 of %s it says what is outstanding and who stayed away",
  async (_which, id, label, count) => {
    vi.setSystemTime(new Date(2026, 10, 28, 20, 0));
    const overview = { ...OVERVIEW, totalOutstanding: 540, unpricedTickets: 3, noShows: 12 };
    const calls = serveFigures({ overview: () => json(overview), events: [SPRING, GALA] });
    await openAnalytics(`/analytics?eventId=${id}`);
    await waitFor(() => expect(figure(label)).toHaveTextContent(`${label}${count}`));
    const saysWhich = figure(label)?.textContent?.includes("at events that are over");
    expect(saysWhich).toBe(id === "all");
    expect(figure("Outstanding (AUD)")).toHaveTextContent("$540.00");
    expect(figure("Outstanding (AUD)")).toHaveTextContent("and 3 unpaid tickets without a price");
    expect(calls.find(({ path }) => path.endsWith("overview"))?.query.today).toBe("2026-11-28");
  },
);

test("2.analytics.900 of one event that counts exits it says who is inside and who left", async () => {
  serveFigures({ presence: { inside: 60, left: 26 } });
  const { user } = await openAnalytics("/analytics?eventId=7");
  expect(figure("Inside")).toHaveTextContent("Inside60are there now");
  expect(figure("Left")).toHaveTextContent("Left26have left and not come back");
  await user.selectOptions(screen.getByLabelText("Event"), "All Events");
  await waitFor(() => expect(screen.queryByText("Inside")).toBeNull());
});

test("2.analytics.900 of an event that does not count exits it says neither", async () => {
  serveFigures();
  await openAnalytics("/analytics?eventId=7");
  expect(screen.queryByText("Inside")).toBeNull();
  expect(screen.queryByText("Left")).toBeNull();
});

test("2.analytics.1140 of one event with a capacity it says how much of it is used", async () => {
  vi.setSystemTime(new Date(2026, 10, 28, 20, 0));
  serveFigures({
    overview: () => json({ ...OVERVIEW, scannedTickets: 76 }),
    events: [SPRING, { ...GALA, capacity: 74 }],
  });
  const { user } = await openAnalytics("/analytics?eventId=7");
  expect(figure("Capacity")).toHaveTextContent("Capacity76 of 74arrived · Full, 2 over");
  await user.selectOptions(screen.getByLabelText("Event"), "Spring Ball (Fri 27 Nov 2026)");
  await waitFor(() => expect(screen.queryByText("Capacity")).toBeNull());
});

const salesOfEvent = (event: Partial<EventSales["event"]>, facts: Partial<EventSales> = {}): EventSales => ({
  event: { id: 7, name: "Midwinter Gala", date: "2026-11-28", time: "19:30", venue: null, ...event },
  tickets: 118,
  arrived: 76,
  revenueCents: 630_000,
  outstandingCents: 0,
  unpriced: 0,
  ...facts,
});
const cells = () =>
  within(screen.getByRole("table", { name: "Events" }))
    .getAllByRole("row")
    .slice(1)
    .map((item) =>
      [...item.querySelectorAll("th, td > span:last-child, td:not(:has(span))")].map(
        ({ textContent }) => textContent,
      ),
    );

test("2.analytics.1141 of all events each has its sales, tonight's first, and its name chooses it", async () => {
  vi.setSystemTime(new Date(2026, 10, 28, 20, 0));
  const calls = serveFigures({
    events: [SPRING, GALA, BREAKFAST],
    ofEvents: [
      salesOfEvent({ id: 4, name: "Open Day", date: "2026-05-01", time: null }, { unpriced: 3, arrived: 0 }),
      salesOfEvent(
        { id: 5, name: "Spring Ball", date: "2026-11-27" },
        { outstandingCents: 7_150, unpriced: 1 },
      ),
      salesOfEvent({}),
      salesOfEvent({ id: 8, name: "New Year Breakfast", date: "2027-01-01" }, { tickets: 1200, arrived: 0 }),
    ],
  });
  const { user } = await openAnalytics("/analytics?eventId=all");
  expect(cells()).toEqual([
    ["Midwinter Gala", "Sat 28 Nov 2026 at 19:30", "118", "76", "$6,300.00", "$0.00"],
    ["New Year Breakfast", "Fri 1 Jan 2027 at 19:30", "1,200", "0", "$6,300.00", "$0.00"],
    ["Spring Ball", "Fri 27 Nov 2026 at 19:30", "118", "76", "$6,300.00", "$71.501 without a price"],
    ["Open Day", "Fri 1 May 2026", "118", "0", "$6,300.00", "Unknown3 without a price"],
  ]);
  expect(screen.queryByRole("button", { name: /^Show more/ })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Spring Ball" }));
  expect(window.location.search).toBe("?eventId=5");
  await waitFor(() => expect(screen.queryByRole("table", { name: "Events" })).toBeNull());
  expect(screen.getByLabelText("Event")).toHaveFocus();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue("Spring Ball (Fri 27 Nov 2026)");
  expect(calls.filter(({ path }) => path === "/api/analytics/events")).toHaveLength(1);
});

test("2.analytics.1141 ten events show at first", async () => {
  const ofEvents = Array.from({ length: 13 }, (_, id) => salesOfEvent({ id: id + 1 }));
  serveFigures({ ofEvents });
  const { user } = await openAnalytics("/analytics?eventId=all");
  expect(cells()).toHaveLength(10);
  await user.click(screen.getByRole("button", { name: "Show more events (3 left)" }));
  expect(cells()).toHaveLength(13);
  expect(screen.queryByRole("button", { name: /^Show more/ })).toBeNull();
});

test("2.analytics.1145 the figures can be printed, under the name of their event", async () => {
  serveFigures();
  const print = vi.spyOn(window, "print").mockReturnValue();
  const { user } = await openAnalytics("/analytics?eventId=7");
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("beforeprint"));
  expect(document.title).toBe("Analytics · Midwinter Gala (Sat 28 Nov 2026)");
  window.dispatchEvent(new Event("afterprint"));
  expect(document.title).toBe("Analytics Dashboard · Doorlist");
});

test("2.analytics.18 what is owed is not known where no ticket has a price", async () => {
  serveFigures({ overview: () => json({ ...OVERVIEW, unpricedTickets: 1 }) });
  await openAnalytics();
  expect(figure("Outstanding (AUD)")).toHaveTextContent("Unknown1 unpaid ticket without a price");
});

test("2.analytics.9 says when the figures were read, and needs no button to read them again", async () => {
  serveFigures({});
  await openAnalytics();
  expect(screen.getByText(/^Figures as of \d{2}:\d{2}$/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
});

test("2.analytics.14 figures that cannot be read are said in the server's words, and asked for again", async () => {
  const answers = [problem(503, "database_unavailable", "The database is away"), json(OVERVIEW)];
  serveFigures({ overview: () => answers.shift() ?? json(OVERVIEW) });
  const { user } = openApp("/analytics", { as: SAM });
  expect(screen.queryByRole("heading", { name: "Overview" })).toBeNull();
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The numbers could not be loadedThe database is away");
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Overview" });
});

test("2.analytics.13 without events it leads to the first one", async () => {
  serveFigures({ overview: () => json(NOTHING), events: [] });
  await openAnalytics();
  expect(screen.getByText("No events yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Create Event" })).toHaveAttribute("href", "/create-event");
  expect(screen.queryByRole("heading", { name: "Arrivals" })).toBeNull();
});

test("2.analytics.13 with events and no tickets it leads to the first attendee", async () => {
  serveFigures({ overview: () => json({ ...NOTHING, totalEvents: 1 }) });
  await openAnalytics("/analytics?eventId=all");
  expect(screen.getByText("No tickets sold yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Add Attendee" })).toHaveAttribute("href", "/add-attendee");
});

test("2.analytics.1002 of one event without tickets it leads to the first attendee of that event", async () => {
  serveFigures({ overview: () => json({ ...NOTHING, totalEvents: 1 }) });
  await openAnalytics("/analytics?eventId=7");
  const link = screen.getByRole("link", { name: "Add Attendee" });
  expect(link).toHaveAttribute("href", "/add-attendee?eventId=7");
});

test("2.analytics.13, 2.analytics.1144 an event that is gone has no figures, and leads back to all", async () => {
  serveFigures({ overview: ({ query }) => json(query.eventId ? NOTHING : OVERVIEW) });
  const { user } = await openAnalytics("/analytics?eventId=999");
  await waitFor(() => expect(screen.getByLabelText("Event")).toHaveDisplayValue("Deleted event"));
  expect(screen.getByText(/^It does not exist, or was deleted\./)).toBeVisible();
  expect(screen.queryAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Analytics Dashboard",
  ]);
  expect(screen.getByText("This event is gone")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show All Events" }));
  await waitFor(() => expect(figure("Total Tickets Sold")).toHaveTextContent("200"));
  expect(window.location.search).toBe("?eventId=all");
});

test("2.analytics.11, 13 arrivals are a chart with a table of the same numbers; before the first one it says so", async () => {
  serveFigures();
  const opened = await openAnalytics("/analytics?eventId=7");
  expect(screen.getByText("No one has arrived yet")).toBeVisible();
  opened.unmount();

  serveFigures({ arrivals: ARRIVALS });
  const { user } = await openAnalytics("/analytics?eventId=7");
  await screen.findByRole("img", { name: "Arrivals over time" });
  await user.click(screen.getByText("Show as a table"));
  const table = within(screen.getByRole("table"));
  expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Time",
    "Arrived",
    "In all",
  ]);
  expect(table.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["3", "3"]);
});

test("2.analytics.10, 2.analytics.1020 payments and tables show with their numbers in words", async () => {
  serveFigures();
  const { user } = await openAnalytics("/analytics?eventId=7");
  const payments = card("Payments")
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(payments).toEqual([
    "Paid125 tickets$12,000.00 taken",
    "Free46 tickets$0.00 taken",
    "Unpaid1 ticket$345.60 taken · $71.00 owed",
  ]);
  const tables = card("Tables");
  expect(tables.getAllByRole("listitem")).toHaveLength(12);
  expect(tables.getAllByRole("listitem")[0]).toHaveTextContent("No table0 of 8 arrived");
  expect(tables.getAllByRole("listitem")[7]).toHaveTextContent("Table 77 of 8 arrived");
  await user.click(tables.getByRole("button", { name: "Show more tables (18 left)" }));
  expect(tables.getAllByRole("listitem")).toHaveLength(30);
  expect(tables.queryByRole("button")).toBeNull();
});

test.each([
  [
    { count: 9, totalOutstanding: 71, unpriced: 0, partial: 3 },
    "9 tickets$345.60 taken · $71.00 owed · 3 partial",
  ],
  [
    { count: 9, totalOutstanding: 71, unpriced: 1, partial: 3 },
    "9 tickets$345.60 taken · $71.00 owed · 1 without a price · 3 partial",
  ],
  [
    { count: 2, totalOutstanding: 0, unpriced: 2, partial: 2 },
    "2 tickets$345.60 taken · 2 without a price · 2 partial",
  ],
  [{ count: 1, totalOutstanding: 0, unpriced: 0, partial: 0 }, "1 ticket$345.60 taken · $0.00 owed"],
])("2.analytics.19 the unpaid say what they owe, and how many paid a part: %o", async (owing, words) => {
  serveFigures({ payments: PAYMENTS.map((row) => (row.group === "owed" ? { ...row, ...owing } : row)) });
  await openAnalytics("/analytics?eventId=7");
  const link = card("Payments").getByRole("link");
  expect(link.textContent).toBe(`Unpaid${words}`);
  expect(link).toHaveAttribute("href", "/manage-attendees?eventId=7&paymentGroup=owed");
});

test("2.analytics.19 of all events the unpaid are those of all", async () => {
  serveFigures();
  await openAnalytics("/analytics?eventId=all");
  expect(card("Payments").getByRole("link")).toHaveAttribute("href", "/manage-attendees?paymentGroup=owed");
});

test("2.analytics.19 where nobody owes anything there is no link", async () => {
  const none = { count: 0, revenue: 0, totalOutstanding: 0 };
  serveFigures({ payments: PAYMENTS.map((row) => (row.group === "owed" ? { ...row, ...none } : row)) });
  await openAnalytics("/analytics?eventId=7");
  expect(card("Payments").getAllByRole("listitem").at(-1)?.textContent).toBe("Unpaid0 tickets$0.00 taken");
  expect(card("Payments").queryByRole("link")).toBeNull();
});

test("2.analytics.15 possible extra people stand beside the arrivals, and are part of no other figure", async () => {
  const overview = () => json({ ...OVERVIEW, possibleExtraPeople: 2 });
  serveFigures({ overview, arrivals: ARRIVALS });
  openApp("/analytics?eventId=7", { as: SAM });
  const link = await screen.findByRole("link", { name: "2 possible extra people" });
  expect(link).toHaveAttribute("href", "/conflicts?eventId=7");
  expect(screen.getByText(/Not part of any figure here/)).toBeVisible();
  const arrived = screen.getByText("Arrived", { selector: "dt" }).closest("div");
  expect(arrived).toHaveTextContent("Arrived3");
});

const OWING = { ...OVERVIEW, totalOutstanding: 71, noShows: 12 };
const hrefs = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

test("2.analytics.1001 figures of one event lead to their guests in the list", async () => {
  const type = { id: 3, name: "VIP", color: "gold", sold: 2 };
  serve({
    ...figuresRoutes({ overview: () => json(OWING) }),
    "GET /api/analytics/types": () =>
      json([
        { type, sold: 2, arrived: 1, revenueCents: 9000 },
        { type: null, sold: 5, arrived: 1, revenueCents: 0 },
      ]),
  });
  await openAnalytics("/analytics?eventId=7");
  const section = (heading: string) =>
    screen.getByRole("heading", { name: heading }).closest("section") ?? document.body;
  expect(hrefs(section("Overview"))).toEqual([
    "Total Tickets Sold /manage-attendees?eventId=7",
    "Outstanding (AUD) /manage-attendees?eventId=7&paymentGroup=owed",
    "Not arrived /manage-attendees?eventId=7&attended=false",
    "Unpaid /manage-attendees?eventId=7&paymentGroup=owed",
    "Scanned /manage-attendees?eventId=7&attended=true",
  ]);
  expect(hrefs(section("Tables")).slice(0, 2)).toEqual([
    "No table /manage-attendees?eventId=7&tableNumber=0",
    "Table 1 /manage-attendees?eventId=7&tableNumber=1",
  ]);
  expect(hrefs(section("Ticket Types"))).toEqual(["VIP /manage-attendees?eventId=7&ticketTypeId=3"]);
});

test("2.analytics.1001 of all events who stayed away is no link, and neither is a number that is 0", async () => {
  serveFigures({ overview: () => json({ ...OWING, scannedTickets: 0 }) });
  await openAnalytics("/analytics?eventId=all");
  const overview = screen.getByRole("heading", { name: "Overview" }).closest("section");
  expect(hrefs(overview ?? document.body)).toEqual([
    "Total Tickets Sold /manage-attendees",
    "Outstanding (AUD) /manage-attendees?paymentGroup=owed",
    "Unpaid /manage-attendees?paymentGroup=owed",
  ]);
});

test.each([
  ["7", "by tickets sold at this event: 50 or more is High Performer, 20 to 49 is Good, and under 20"],
  ["all", "by tickets sold: 50 or more is High Performer, 20 to 49 is Good, and under 20"],
])("2.analytics.1000 the rule of the badges shows once, for event %s", async (id, rule) => {
  serveFigures();
  await openAnalytics(`/analytics?eventId=${id}`);
  const text = screen.getByRole("heading", { name: "Sales by User" }).parentElement;
  expect(text).toHaveTextContent(rule);
  expect(row("Sam Superadmin")).not.toHaveTextContent("0 paid");
  expect(row("Abel Nineteen")).toHaveTextContent("19 paid · 0 unpaid");
});

test("2.analytics.1003 another event's figures take the place of those on the screen, with no step between", async () => {
  const overview = laterResponse();
  serveFigures({
    events: [SPRING, GALA],
    overview: ({ query }) =>
      query.eventId === "5" ? overview.response : json({ ...NOTHING, totalEvents: 1 }),
  });
  const { user } = await openAnalytics("/analytics?eventId=7");
  const empty = screen.getByText("No tickets sold yet");
  await user.selectOptions(screen.getByLabelText("Event"), "Spring Ball (Fri 27 Nov 2026)");
  const outdated = empty.closest("[aria-busy]");
  // A wait of half a second fades what is there; a fast response changes nothing before it comes.
  expect(outdated).toHaveClass("delay-500");
  overview.respond(json({ ...NOTHING, totalEvents: 1 }));
  await waitFor(() => expect(outdated).not.toHaveAttribute("aria-busy"));
  expect(outdated).not.toHaveClass("delay-500");
  expect(screen.getByText("No tickets sold yet")).toBe(empty);
});
