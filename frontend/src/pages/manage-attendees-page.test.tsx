import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Attendee } from "@/api/types";
import { shownToast } from "@/components/ui/toast-store";
import { PREVIEW_DELAY_MS } from "@/features/attendees/rules";
import * as files from "@/lib/save-file";
import { attendeeNamed, GALA, OLIVE } from "@/testing/cast";
import { goTo, openApp, toastRegion } from "@/testing/open-app";
import { type Call, done, json, page, problem, serve } from "@/testing/server";

const saved = () => vi.mocked(files.saveFile);
beforeEach(() => void vi.spyOn(files, "saveFile").mockReturnValue());
afterEach(() => vi.useRealTimers());

const ADA = attendeeNamed("Ada Byron", { id: 42, tableNumber: 12 });
const BEN = attendeeNamed("Ben Okri", {
  id: 41,
  tableNumber: 0,
  paymentStatus: "comp",
  paymentGroup: "complimentary",
  attended: true,
});
const CY = attendeeNamed("Cy Twombly", { id: 40, paymentStatus: "half now", paymentGroup: "owed" });

const FIGURES = { eventId: 7, tickets: 174, attended: 77, unpaidTickets: 3, owedCents: 21_600 };

const NO_EFFECT = {
  unchanged: 0,
  paidByFreeCents: 0,
  owedByFreeCents: 0,
  partPaymentsCents: 0,
  belowPrice: 0,
  belowPriceCents: 0,
  abovePrice: 0,
  abovePriceCents: 0,
  amountPaidCents: 2500,
  amountPaidAfterCents: 2500,
  owedCents: 0,
  owedAfterCents: 0,
};

const isCount = ({ query }: Call) => query.limit === "1";

/** The list as a server would answer it: `rows` to every filter, `all` to the bare count. */
function serveList(rows: Attendee[], { all = rows.length, ...routes }: Record<string, unknown> = {}) {
  return serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": (call) =>
      isCount(call) ? page(rows.slice(0, 1), { total: all as number }) : page(rows, { total: rows.length }),
    ...(routes as Parameters<typeof serve>[0]),
  });
}

const open = (url = "/manage-attendees") => openApp(url, { as: OLIVE });
/** The list of the event, which answers a search by name. */
function openSearchable(rows: readonly Attendee[]) {
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": ({ query }) =>
      page(rows.filter(({ fullName }) => fullName.toLowerCase().includes(query.search ?? ""))),
  });
  return open("/manage-attendees?eventId=7");
}

const row = async (name: string) => {
  const link = await screen.findByRole("link", { name: new RegExp(name) });
  return link.closest("li") as HTMLElement;
};
const filters = (calls: Call[]) =>
  calls.filter((call) => call.path === "/api/attendees" && !isCount(call)).map(({ query }) => query);

describe("the list", () => {
  test("2.manage.12, 2.manage.13, 2.manage.14, 2.manage.1159 a row has name, table, badge, event and attendance", async () => {
    serveList([ADA, BEN, CY]);
    open();
    const ada = await row("Ada Byron");
    expect(ada).toHaveTextContent("Table 12");
    expect(within(ada).getByText("Paid")).toBeVisible();
    expect(ada).toHaveTextContent("Midwinter Gala");
    expect(ada).toHaveTextContent("Not Attended");
    expect(within(ada).getByRole("link")).toHaveAttribute("href", "/attendee-details/42");
    const ben = await row("Ben Okri");
    expect(ben).toHaveTextContent("No table");
    expect(within(ben).getByText("Free")).toBeVisible();
    expect(within(ben).getByText("Attended")).toBeVisible();
    // A style makes the capital, and jsdom does not compute it.
    expect(within(await row("Cy Twombly")).getByText("half now")).toHaveClass("first-letter:uppercase");
  });

  test("2.manage.942 a row whose attendee has notes has a mark", async () => {
    serveList([{ ...ADA, notes: "Nut allergy" }, BEN]);
    open();
    expect(within(await row("Ada Byron")).getByRole("img", { name: "Has notes" })).toHaveAttribute(
      "title",
      "Nut allergy",
    );
    expect(within(await row("Ben Okri")).queryByRole("img")).toBeNull();
  });

  test("2.manage.5, 2.manage.6 counts on the server, not what it has loaded", async () => {
    serveList([ADA, BEN], { all: 100_000 });
    open("/manage-attendees?attended=true");
    expect(await screen.findByText("Showing 2 of 100,000 attendees")).toBeVisible();
  });

  test("2.manage.22, 2.manage.640 of a chosen event it says how many it has, and of all of it how many arrived", async () => {
    const calls = serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": (call) =>
        isCount(call) ? page([BEN], { total: 2000 }) : page([ADA, BEN], { total: 174 }),
      "GET /api/attendees/figures": () => json(FIGURES),
    });
    const { user } = open("/manage-attendees?eventId=7");
    await row("Ada Byron");
    expect(await screen.findByText("174 at this event")).toBeVisible();
    expect(await screen.findByText("Showing 174 of 2,000 attendees")).toBeVisible();
    expect(screen.getByText("77 arrived")).toBeVisible();
    await user.type(screen.getByLabelText("Search"), "ada{Enter}");
    await waitFor(() => expect(screen.queryByText("77 arrived")).toBeNull());
    expect(screen.getByText("174 at this event")).toBeVisible();
    await user.clear(screen.getByLabelText("Search"));
    await user.selectOptions(screen.getByLabelText("Event"), "All Events");
    await waitFor(() => expect(window.location.search).toBe(""));
    expect(screen.queryByText(/at this event|arrived$/)).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith("/figures")).map(({ query }) => query)).toEqual([
      { eventId: "7" },
    ]);
  });

  test("2.sort.6, 2.manage.1132 'Owes money' says how much the chosen event is owed, and each row what it is", async () => {
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": () => page([{ ...CY, owedCents: 9000 }], { total: 1 }),
      "GET /api/attendees/figures": () => json(FIGURES),
    });
    const { user } = open("/manage-attendees?eventId=7");
    const cy = within(await row("Cy Twombly"));
    expect(cy.queryByText("$90.00")).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Owes money $216.00" }));
    expect(await cy.findByText("$90.00")).toBeVisible();
    expect(cy.getByText("half now")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Attendance"), "Not Attended");
    expect(await screen.findByText("$90.00 owed")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
    expect(screen.getByText(/^Showing/)).toHaveFocus();
    expect(window.location.search).toBe("?eventId=7");
    expect(await screen.findByRole("button", { name: "Owes money $216.00" })).toBeVisible();
    // The figure is of the whole event.
    await user.selectOptions(screen.getByLabelText("Attendance"), "Attended");
    expect(await screen.findByRole("button", { name: "Owes money" })).toBeVisible();
  });

  test("2.manage.1132 a typed payment says what its guests owe, but not while other guests are shown", async () => {
    let answer: (list: Response) => void = () => {};
    serveList([], {
      "GET /api/attendees": ({ query }: Call) =>
        query.search
          ? new Promise<Response>((resolve) => (answer = resolve))
          : page([{ ...CY, owedCents: 9000 }], { total: 1 }),
      "GET /api/attendees/figures": () => json(FIGURES),
    });
    const { user } = open("/manage-attendees?eventId=7");
    await row("Cy Twombly");
    expect(screen.queryByText("$90.00 owed")).toBeNull();
    await user.type(screen.getByLabelText("Payment"), "unpaid{Enter}");
    expect(await screen.findByText("$90.00 owed")).toBeVisible();
    await user.type(screen.getByLabelText("Search"), "be{Enter}");
    await waitFor(() => expect(window.location.search).toContain("search=be"));
    expect(screen.getByRole("link", { name: /Cy Twombly/ })).toBeVisible();
    expect(screen.queryByText("$90.00 owed")).toBeNull();
    answer(page([{ ...BEN, owedCents: 2000 }], { total: 1 }));
    expect(await screen.findByText("$20.00 owed")).toBeVisible();
  });

  test("2.sort.6 without a price 'Owes money' says how many have not paid", async () => {
    serveList([CY], { "GET /api/attendees/figures": () => json({ ...FIGURES, owedCents: null }) });
    open("/manage-attendees?eventId=7&paymentGroup=owed");
    expect(await screen.findByRole("button", { name: "Owes money 3 not paid" })).toBeVisible();
  });

  test("2.manage.641 the picker has tonight's event first, then those to come, then the past", async () => {
    vi.setSystemTime(new Date(2026, 10, 28, 19));
    const named = (id: number, date: string) => ({ ...GALA, id, name: `Event ${id}`, date });
    serveList([ADA], {
      "GET /api/events": () =>
        json([
          named(1, "2026-11-01"),
          named(2, "2026-11-27"),
          named(3, "2026-11-28"),
          named(4, "2026-12-05"),
        ]),
    });
    open();
    await row("Ada Byron");
    const options = within(screen.getByLabelText("Event")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent?.slice(0, 10).trim())).toEqual([
      "All Events",
      "Event 3 (S",
      "Event 4 (S",
      "Event 2 (F",
      "Event 1 (S",
    ]);
  });

  test("2.manage.955 the list with a search tells two events of one name and date apart", async () => {
    const events = Array.from({ length: 9 }, (_, index) => ({
      ...GALA,
      id: index + 1,
      time: `1${index}:00`,
    }));
    serveList([ADA], { "GET /api/events": () => json(events) });
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByLabelText("Event"));
    await user.type(await screen.findByRole("combobox", { name: "Find event" }), "gala 18:00");
    const option = screen.getByRole("option", { name: /^Midwinter Gala/ });
    expect(option).toHaveTextContent("Midwinter Gala (Sat 28 Nov 2026 at 18:00)");
    await user.click(option);
    expect(screen.getByLabelText("Event")).toHaveTextContent("Midwinter Gala (Sat 28 Nov 2026 at 18:00)");
    // 2.manage.1064
    await user.click(screen.getByLabelText("Event"));
    await user.type(await screen.findByRole("combobox", { name: "Find event" }), "all ev{Enter}");
    expect(screen.getByLabelText("Event")).toHaveTextContent("All Events");
  });

  test("2.manage.23 'Add Attendee' leads to the form, with the event of the list chosen", async () => {
    serveList([ADA]);
    const { user } = open("/manage-attendees?eventId=7");
    await row("Ada Byron");
    const add = screen.getByRole("link", { name: "Add Attendee" });
    expect(add).toHaveAttribute("aria-keyshortcuts", "n");
    expect(add).toHaveAttribute("href", "/add-attendee?eventId=7");
    await user.click(add);
    expect(await screen.findByLabelText("Event")).toHaveDisplayValue(/Midwinter Gala/);
  });

  test("2.manage.15 asks for pages as it is scrolled, and draws a part of a long one", async () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      attendeeNamed(`Guest ${1000 - index}`, { id: 1000 - index }),
    );
    const calls = serve({
      "GET /api/events": () => json([]),
      "GET /api/attendees": (call) =>
        isCount(call) ? page([], { total: 900 }) : page(many, { total: 900, next: 901 }),
    });
    open();
    await row("Guest 1000");
    expect(filters(calls)).toEqual([{ limit: "100" }]);
    expect(screen.getAllByRole("listitem").length).toBeLessThan(60);
    expect(screen.getAllByRole("listitem")[0]).toHaveAttribute("aria-setsize", "900");
  });

  test("2.manage.10 without anybody it says how to begin", async () => {
    serveList([]);
    open();
    expect(await screen.findByText("No attendees found")).toBeVisible();
    expect(screen.getByText("Add some attendees to get started")).toBeVisible();
    expect(screen.getByRole("link", { name: "Add Attendee" })).toHaveAttribute("href", "/add-attendee");
  });

  test("2.manage.980 an event without guests says so, with the ways to add and to import them", async () => {
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": (call) => (isCount(call) ? page([ADA], { total: 3 }) : page([], { total: 0 })),
    });
    const { user } = open(`/manage-attendees?eventId=${GALA.id}`);
    expect(await screen.findByText(/has no guests yet|No attendees match/)).toHaveTextContent(
      "This event has no guests yet",
    );
    expect(screen.getByText("Add them one by one, or import a list")).toBeVisible();
    expect(screen.getByRole("link", { name: "Add Attendee" })).toHaveAttribute(
      "href",
      "/add-attendee?eventId=7",
    );
    await user.click(screen.getByRole("button", { name: "Import CSV" }));
    expect(await screen.findByRole("dialog", { name: "Import CSV" })).toBeVisible();
  });

  test("2.manage.11, 2.similar.2 when the filters match nobody it says so, and who may be meant", async () => {
    const calls = serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees/similar": () => json([ADA]),
      "GET /api/attendees": (call) =>
        call.query.search ? page([], { total: 0 }) : page([ADA], { total: 1 }),
    });
    const { user } = open(`/manage-attendees?search=aad+byron&eventId=${GALA.id}`);
    expect(await screen.findByText("No attendees match your filters")).toBeVisible();
    expect(screen.getByText("Try adjusting your search or filter criteria")).toBeVisible();
    const similar = await screen.findByRole("region", { name: "Did you mean" });
    expect(within(similar).getByRole("link", { name: /Ada Byron/ })).toHaveAttribute(
      "href",
      "/attendee-details/42",
    );
    expect(calls.find(({ path }) => path === "/api/attendees/similar")?.query).toEqual({
      name: "aad byron",
      eventId: String(GALA.id),
    });
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await row("Ada Byron");
    expect(window.location.search).toBe("");
  });

  test("a list that cannot be read says so, and is asked for again", async () => {
    let down = true;
    serve({
      "GET /api/events": () => json([]),
      "GET /api/attendees": () =>
        down ? problem(503, "database_unavailable", "Down") : page([ADA], { total: 1 }),
    });
    const { user } = open();
    await screen.findByText("The attendees could not be loaded");
    down = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await row("Ada Byron");
  });
});

describe("the filters", () => {
  test("2.manage.1 to 2.manage.4 go to the server and stand in the URL", async () => {
    const calls = serveList([ADA]);
    const { user } = open();
    await row("Ada Byron");
    await user.type(screen.getByLabelText("Search"), " ada ");
    await waitFor(() => expect(window.location.search).toBe("?search=ada"));
    await user.selectOptions(screen.getByLabelText("Event"), "Midwinter Gala (Sat 28 Nov 2026)");
    await user.type(screen.getByLabelText("Payment"), "PAID{Enter}");
    await waitFor(() => expect(window.location.search).toContain("payment=PAID"));
    await user.selectOptions(screen.getByLabelText("Attendance"), "Not Attended");
    await waitFor(() =>
      expect(filters(calls).at(-1)).toEqual({
        search: "ada",
        eventId: "7",
        payment: "PAID",
        attended: "false",
        limit: "100",
      }),
    );
    // One question for a word, not one for each letter.
    expect(filters(calls).filter(({ search }) => search === "a" || search === "ad")).toEqual([]);
  });

  test("a shared URL opens with its filters", async () => {
    const calls = serveList([ADA]);
    open("/manage-attendees?search=ada&eventId=7&payment=un&attended=true");
    await row("Ada Byron");
    expect(screen.getByLabelText("Search")).toHaveValue("ada");
    await waitFor(() => expect(screen.getByLabelText("Event")).toHaveDisplayValue(/Midwinter Gala/));
    expect(screen.getByLabelText("Payment")).toHaveValue("un");
    expect(screen.getByLabelText("Attendance")).toHaveDisplayValue("Attended");
    expect(filters(calls)[0]).toMatchObject({ search: "ada", eventId: "7", payment: "un", attended: "true" });
  });

  test("2.manage.941 'table 12' offers the table as a filter, which a click takes away", async () => {
    const calls = serveList([ADA]);
    const { user } = open("/manage-attendees?attended=false");
    await row("Ada Byron");
    await user.type(screen.getByLabelText("Search"), "table 12");
    await user.click(await screen.findByRole("button", { name: "Show table 12" }));
    await waitFor(() => expect(window.location.search).toBe("?attended=false&tableNumber=12"));
    expect(screen.getByLabelText("Search")).toHaveValue("");
    await waitFor(() => expect(filters(calls).at(-1)).toMatchObject({ tableNumber: "12" }));
    expect(screen.queryByRole("button", { name: "Show table 12" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Table 12: show all tables" }));
    await waitFor(() => expect(window.location.search).toBe("?attended=false"));
    await user.type(screen.getByLabelText("Search"), "no table");
    await user.click(await screen.findByRole("button", { name: "Show attendees without a table" }));
    expect(await screen.findByRole("button", { name: "No table: show all tables" })).toBeVisible();
    await user.type(screen.getByLabelText("Search"), "table 12{Enter}");
    expect(await screen.findByRole("button", { name: "Table 12: show all tables" })).toBeVisible();
    expect(screen.getByLabelText("Search")).toHaveValue("");
  });

  test("2.manage.21 what is folded on a phone says how many of it are set", async () => {
    serveList([ADA]);
    const { user } = open("/manage-attendees?eventId=7&payment=un");
    await row("Ada Byron");
    const fold = screen.getByRole("button", { name: "Filters (1)" });
    expect(fold).toHaveAttribute("aria-expanded", "false");
    await user.click(fold);
    expect(fold).toHaveAttribute("aria-expanded", "true");
    await user.selectOptions(screen.getByLabelText("Attendance"), "Not Attended");
    expect(await screen.findByRole("button", { name: "Filters (2)" })).toBe(fold);
  });

  test("they offer all events, and all attendees", async () => {
    serveList([ADA]);
    open();
    await row("Ada Byron");
    expect(screen.getByLabelText("Event")).toHaveDisplayValue("All Events");
    const offered = within(screen.getByLabelText("Attendance")).getAllByRole("option");
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      "All Attendees",
      "Attended",
      "Not Attended",
    ]);
  });
});

describe("a selection", () => {
  const pick = async (user: ReturnType<typeof open>["user"], name: string) =>
    user.click(screen.getByRole("checkbox", { name: `Select ${name}` }));
  const confirm = (user: ReturnType<typeof open>["user"]) =>
    user.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Delete/ }));

  test("2.manage.8, 20 is deleted only after a question, and offered nothing before it is there", async () => {
    const calls = serveList([ADA, BEN, CY], { "DELETE /api/attendees/42": done });
    const { user } = open();
    await row("Ada Byron");
    for (const name of ["Delete", "Export QR"]) expect(screen.queryByRole("button", { name })).toBeNull();
    await pick(user, "Ada Byron");
    expect(screen.getByText("1 selected")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel" }));
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  });

  test("2.manage.953 the question of a deletion names the first three, and says how many are not shown", async () => {
    const { user } = openSearchable([ADA, BEN, CY]);
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.type(screen.getByLabelText("Search"), "ben");
    await screen.findByText("3 selected, 2 not shown");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(
      within(screen.getByRole("dialog")).getByText("Ada Byron, Ben Okri, Cy Twombly (2 not shown)"),
    ).toBeVisible();
  });

  const boxes = () =>
    ["Ada Byron", "Ben Okri", "Cy Twombly"].map(
      (name) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` }).checked,
    );

  test("2.manage.940 a click with Shift takes the rows in between along, both ways", async () => {
    serveList([ADA, BEN, CY]);
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Cy Twombly");
    await user.keyboard("{Shift>}");
    await pick(user, "Ada Byron");
    expect(boxes()).toEqual([true, true, true]);
    await pick(user, "Ben Okri");
    expect(boxes()).toEqual([false, false, true]);
    await user.keyboard("{/Shift}");
    await pick(user, "Ada Byron");
    expect(boxes()).toEqual([true, false, true]);
  });

  test("2.manage.940 a range begins only in the list that shows", async () => {
    serveList([ADA, BEN, CY]);
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Cy Twombly");
    await user.selectOptions(screen.getByLabelText("Attendance"), "Not Attended");
    await row("Ada Byron");
    await user.keyboard("{Shift>}");
    await pick(user, "Ada Byron");
    await user.keyboard("{/Shift}");
    expect(boxes()).toEqual([true, false, true]);
  });

  const CHANGE = "POST /api/attendees/update-many";
  const isChange = ({ method, path }: Call) => `${method} ${path}` === CHANGE;
  const PREVIEW = `${CHANGE}/preview`;
  const sendTable = async (user: ReturnType<typeof open>["user"], count: number) => {
    await user.click(await screen.findByRole("button", { name: "Change" }));
    await user.type(await screen.findByLabelText("Table Number"), "9");
    await user.click(screen.getByRole("button", { name: `Change ${count}` }));
  };
  const changeTable = async (user: ReturnType<typeof open>["user"]) => {
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await sendTable(user, 1);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendee changed"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.body.style.pointerEvents).not.toBe("none"));
  };

  // The toast takes clicks a moment after the body: its layer is notified of the closed dialog later.
  const undo = (user: ReturnType<typeof open>["user"]) =>
    waitFor(() => user.click(within(toastRegion()).getByRole("button", { name: "Undo" })));

  test("2.manage.943, 9.toast.940 a change of many can be undone from its toast", async () => {
    const calls = serveList([ADA, BEN], {
      [CHANGE]: () => json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => json({ restored: 1, amountChangeCents: 0 }),
    });
    const { user } = open();
    await changeTable(user);
    expect(shownToast()?.duration).toBe(30_000);
    await undo(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendee changed back"));
    expect(calls.filter(({ path }) => path.endsWith("/undo"))).toHaveLength(1);
    expect(within(toastRegion()).queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("2.manage.951 a change that changes nobody says so, cannot be undone, and leaves the selection", async () => {
    serveList([ADA, BEN, CY], {
      [CHANGE]: () => json({ id: 31, updated: 2, unchanged: 2, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await pick(user, "Ben Okri");
    await sendTable(user, 2);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Nothing to change"));
    expect(toastRegion()).toHaveTextContent("All 2 attendees have these values already");
    expect(within(toastRegion()).queryByRole("button", { name: "Undo" })).toBeNull();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(boxes()).toEqual([true, true, false]);
  });

  test("2.manage.951, 2.manage.1133 a change of some of them says how many, and so does its undo", async () => {
    serveList([ADA, BEN, CY], {
      [CHANGE]: () => json({ id: 31, updated: 3, unchanged: 1, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => json({ restored: 2, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    for (const name of ["Ada Byron", "Ben Okri", "Cy Twombly"]) await pick(user, name);
    await sendTable(user, 3);
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("2 attendees changed: Table 9. 1 had these values already"),
    );
    await undo(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("2 attendees changed back"));
  });

  test("2.manage.952 after an undo the attendees are selected as before, also those not shown", async () => {
    const listed = [ADA, BEN, CY];
    serveList(listed, {
      [CHANGE]: () => json({ id: 31, updated: 2, unchanged: 0, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => json({ restored: 2, amountChangeCents: 0 }),
    });
    const { user } = open("/manage-attendees?search=o");
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await pick(user, "Cy Twombly");
    await sendTable(user, 2);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("2 attendees changed"));
    await waitFor(() => expect(boxes()).toEqual([false, false, false]));
    listed.pop();
    await undo(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("2 attendees changed back"));
    expect(await screen.findByText("2 selected, 1 not shown")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Select Ada Byron" })).toBeChecked();
  });

  test("2.manage.952 after the undo of a change of all matches these alone are selected, nobody who is new", async () => {
    const late = attendeeNamed("Late Comer", { id: 43 });
    const listed = [ADA, BEN, CY];
    serveList(listed, {
      [CHANGE]: () => json({ id: 31, updated: 3, unchanged: 0, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => json({ restored: 3, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await sendTable(user, 3);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("3 attendees changed"));
    await waitFor(() => expect(boxes()).toEqual([false, false, false]));
    const earlier = attendeeNamed("Early Bird", { id: 39 });
    listed.unshift(late);
    listed.push(earlier);
    await undo(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("3 attendees changed back"));
    expect(await screen.findByText("3 selected")).toBeVisible();
    expect(boxes()).toEqual([true, true, true]);
    for (const name of ["Late Comer", "Early Bird"]) {
      expect(await screen.findByRole("checkbox", { name: `Select ${name}` })).not.toBeChecked();
    }
  });

  test("2.manage.952 an undo leaves a selection that was made since", async () => {
    serveList([ADA, BEN, CY], {
      [CHANGE]: () => json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => json({ restored: 1, amountChangeCents: 0 }),
    });
    const { user } = open();
    await changeTable(user);
    await pick(user, "Ben Okri");
    await undo(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendee changed back"));
    expect(boxes()).toEqual([false, true, false]);
  });

  test("2.manage.953 the dialog names the first three, and says how many more and how many are not shown", async () => {
    const dora = attendeeNamed("Dora Maar", { id: 39 });
    const listed = [ADA, BEN, CY, dora];
    serveList(listed);
    const { user } = open();
    await row("Ada Byron");
    for (const name of ["Ada Byron", "Ben Okri", "Cy Twombly"]) await pick(user, name);
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const opened = await screen.findByRole("dialog");
    expect(opened).toHaveAccessibleDescription(/^Ada Byron, Ben Okri, Cy Twombly$/);
    await user.click(within(opened).getByRole("button", { name: "Cancel" }));
    await pick(user, "Dora Maar");
    listed.splice(2, 2);
    await user.selectOptions(screen.getByLabelText("Attendance"), "Not Attended");
    await screen.findByText("4 selected, 2 not shown");
    await user.click(screen.getByRole("button", { name: "Change" }));
    expect(await screen.findByRole("dialog")).toHaveAccessibleDescription(
      /^Ada Byron, Ben Okri, Cy Twombly and 1 more \(2 not shown\)$/,
    );
  });

  test("2.manage.953 of all matches it names the first that are selected", async () => {
    serveList([ADA, BEN, CY]);
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await pick(user, "Ada Byron");
    await user.click(await screen.findByRole("button", { name: "Change" }));
    expect(await screen.findByRole("dialog")).toHaveAccessibleDescription(/^Ben Okri, Cy Twombly$/);
  });

  test("2.manage.1131 a change and a deletion say what is known of all the selected", async () => {
    const owing = { ...BEN, eventId: 8, attended: true, amountPaidCents: 2500, owedCents: 9500 };
    serveList([ADA, owing, CY]);
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    expect(screen.queryByText(/owed/)).toBeNull();
    await pick(user, "Ben Okri");
    expect(await screen.findByText("$95.00 owed")).toBeVisible();
    const facts = "At 2 events · 1 has attended · $25.00 paid · $95.00 owed";
    await user.click(screen.getByRole("button", { name: "Change" }));
    expect(within(await screen.findByRole("dialog")).getByText(facts)).toBeVisible();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(within(await screen.findByRole("dialog")).getByText(facts)).toBeVisible();
  });

  const PAID_BEN = { ...BEN, amountPaidCents: 2500, owedCents: null };

  /** The list has loaded only Ben; `rest` answers the read of all the selected. */
  async function askToDelete(total: number, rest: () => Response) {
    const calls = serveList([], {
      "GET /api/attendees": ({ query }: Call) =>
        query.limit === "500" ? rest() : page([PAID_BEN], { total }),
    });
    const { user } = open();
    await row("Ben Okri");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    const reads = () => calls.filter(({ query }) => query.limit === "500").length;
    return { dialog: within(await screen.findByRole("dialog")), reads, user };
  }

  test("2.manage.1131 a selection that is not loaded is read for both dialogs", async () => {
    const everybody = () =>
      page([
        { ...CY, attended: true, owedCents: 9500 },
        { ...PAID_BEN, owedCents: 0 },
      ]);
    const facts = "2 have attended · $25.00 paid · $95.00 owed";
    const { dialog, user } = await askToDelete(2, everybody);
    expect(await dialog.findByText(facts)).toBeVisible();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Change" }));
    expect(await within(await screen.findByRole("dialog")).findByText(facts)).toBeVisible();
  });

  test("2.manage.1131 nothing is said of a selection that cannot be read, or of more than 5,000", async () => {
    const failing = () => problem(503, "database_unavailable", "Down");
    const { dialog, reads } = await askToDelete(5000, failing);
    await waitFor(() => expect(reads()).toBe(1));
    expect(dialog.queryByText(/owed|paid|attended/)).toBeNull();
    expect(shownToast()?.variant).not.toBe("destructive");
    cleanup();
    const more = await askToDelete(5001, () => page([PAID_BEN]));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(more.reads()).toBe(0);
    expect(more.dialog.queryByText(/owed|paid|attended/)).toBeNull();
  });

  test("2.manage.1131 nothing is said of what is owed where the amount is unknown", async () => {
    serveList([{ ...ADA, owedCents: 9500 }, PAID_BEN]);
    const { user } = open();
    await row("Ben Okri");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("1 has attended · $25.00 paid")).toBeVisible();
    expect(screen.queryByText(/owed/)).toBeNull();
  });

  test("2.manage.1090 the dialog asks for one field, and says that an unusual payment counts as unpaid", async () => {
    const calls = serveList([ADA]);
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Change 1" }));
    expect(within(dialog).getByRole("alert")).toHaveTextContent(/^Fill in at least one field$/);
    const payment = within(dialog).getByLabelText("Payment Status");
    await user.type(payment, "bank transfer");
    expect(payment).toHaveAccessibleDescription("This counts as unpaid.");
    await user.clear(payment);
    await user.type(payment, "partial");
    await new Promise((resolve) => setTimeout(resolve, PREVIEW_DELAY_MS + 50));
    expect(payment).toHaveAccessibleDescription(
      "A part payment needs its amount. Edit these guests one by one.",
    );
    const asked = calls
      .filter(({ path }) => path.endsWith("/preview"))
      .map(({ body }) => body as { paymentStatus: string });
    expect(asked.filter(({ paymentStatus }) => paymentStatus.startsWith("part"))).toEqual([]);
  });

  test("2.manage.1090, 2.manage.1133 the dialog and its toast say how the sums paid and owed change", async () => {
    const calls = serveList([ADA, BEN, CY], {
      [PREVIEW]: () =>
        json({
          ...NO_EFFECT,
          unchanged: 1,
          paidByFreeCents: 9500,
          owedByFreeCents: 4500,
          partPaymentsCents: 1000,
          belowPrice: 2,
          belowPriceCents: 3000,
          abovePrice: 1,
          abovePriceCents: 500,
          amountPaidCents: 2500,
          amountPaidAfterCents: 21_500,
          owedCents: 9500,
          owedAfterCents: null,
        }),
      [CHANGE]: () => json({ id: 31, updated: 3, unchanged: 1, amountChangeCents: 19_000 }),
      [`${CHANGE}/31/undo`]: () => json({ restored: 2, amountChangeCents: -19_000 }),
    });
    const { user } = open();
    await row("Ben Okri");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Table Number"), "9");
    await user.click(dialog.getByRole("button", { name: "paid" }));
    const sums = await dialog.findByLabelText("Sums of these attendees");
    expect(sums).toHaveTextContent("Paid$25.00 →afterwards $215.00Owed$95.00 →afterwards unknown");
    expect(dialog.getByText("1 has attended")).toBeVisible();
    expect(dialog.getByText("Paid includes $95.00 for guests who were free.")).toBeVisible();
    expect(dialog.getByText("Paid includes $10.00 in part payments.")).toBeVisible();
    expect(dialog.getByText("Owed includes $45.00 of guests who were free.")).toBeVisible();
    expect(dialog.getByText("1 has paid $5.00 more than the ticket price.")).toBeVisible();
    const rest = dialog.getByRole("checkbox", {
      name: "2 have paid $30.00 less than the ticket price: the rest is paid now",
    });
    await user.click(rest);
    expect(sums).toHaveTextContent("Paid$25.00 →afterwards $245.00");
    expect(calls.filter(({ path }) => path.endsWith("/preview")).map(({ body }) => body)).toEqual([
      { ids: [42, 41, 40], expected: 3, paymentStatus: "paid" },
    ]);
    await user.click(dialog.getByRole("button", { name: "Change 3" }));
    await waitFor(() =>
      expect(calls.find(isChange)?.body).toMatchObject({
        tableNumber: 9,
        paidInFull: true,
      }),
    );
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent(
        "2 attendees changed: Table 9, payment paid, $190.00 added to the amounts paid. 1 had these values already",
      ),
    );
    await undo(user);
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent(
        "2 attendees changed back, $190.00 removed from the amounts paid",
      ),
    );
  });

  test("2.manage.1090 what is missing counts as paid only with the payment and type that were shown", async () => {
    const calls = serveList([ADA], {
      [PREVIEW]: () => json({ ...NO_EFFECT, belowPrice: 1, belowPriceCents: 3000 }),
      [CHANGE]: () => json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "paid" }));
    const rest = await dialog.findByRole("checkbox", { name: /less than the ticket price/ });
    await user.click(rest);
    expect(rest).toBeChecked();
    await user.click(dialog.getByRole("button", { name: "free" }));
    expect(rest).not.toBeInTheDocument();
    expect(await dialog.findByRole("checkbox", { name: /less than the ticket price/ })).not.toBeChecked();
    await user.click(dialog.getByRole("button", { name: "Change 1" }));
    await waitFor(() => expect(calls.find(isChange)?.body).toBeDefined());
    expect(calls.find(isChange)?.body).not.toHaveProperty("paidInFull");
  });

  test("2.manage.1175 under 'All Events' the types are those of the event of all who are selected", async () => {
    const vip = {
      id: 3,
      name: "VIP",
      color: "amber",
      priceCents: null,
      announce: false,
      attendees: 0,
      version: 1,
    };
    serveList([ADA, BEN, { ...CY, eventId: 8 }], {
      "GET /api/events": () => json([{ ...GALA, ticketPriceCents: 4500 }]),
      "GET /api/events/7/ticket-types": () => json([vip]),
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await pick(user, "Ben Okri");
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByLabelText("Ticket Type")).toHaveTextContent("VIP ($45.00)");
    expect(dialog.queryByText(/one event at a time/)).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await pick(user, "Cy Twombly");
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const several = within(await screen.findByRole("dialog"));
    expect(
      await several.findByText("Ticket types are changed for the guests of one event at a time."),
    ).toBeVisible();
    expect(several.queryByLabelText("Ticket Type")).toBeNull();
  });

  test("2.manage.1222 the dialog says how many guests of the event have the typed table", async () => {
    const calls = serveList([ADA]);
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const table = await screen.findByLabelText("Table Number");
    await user.type(table, "9");
    await waitFor(() => expect(table).toHaveAccessibleDescription("1 guest has it."));
    const asked = calls.find(({ query }) => query.tableNumber === "9");
    expect(asked?.query).toMatchObject({ eventId: String(ADA.eventId), limit: "1" });
    await user.type(table, "2");
    expect(table).not.toHaveAccessibleDescription("1 guest has it.");
  });

  test.each(["partial", "Part paid"])(
    "2.manage.981 the payment %j, without an amount, is refused",
    async (status) => {
      const calls = serveList([ADA, BEN], {
        [CHANGE]: () => json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
      });
      const { user } = open();
      await row("Ada Byron");
      await pick(user, "Ada Byron");
      await user.click(await screen.findByRole("button", { name: "Change" }));
      const payment = await screen.findByRole("textbox", { name: "Payment Status" });
      await user.type(payment, status);
      await user.click(screen.getByRole("button", { name: "Change 1" }));
      await waitFor(() =>
        expect(payment).toHaveAccessibleDescription(
          "A part payment needs its amount. Edit these guests one by one.",
        ),
      );
      expect(calls.filter(({ path }) => path.endsWith("/update-many"))).toEqual([]);
      await user.clear(payment);
      await user.type(payment, "paid");
      await user.click(screen.getByRole("button", { name: "Change 1" }));
      await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendee changed"));
    },
  );

  test("2.manage.954, 7.update-many.946 attendees who were deleted elsewhere leave the selection, and a second press changes the others", async () => {
    const listed = [ADA, BEN, CY];
    const calls = serveList(listed, {
      [CHANGE]: ({ body }: Call) =>
        (body as { expected: number }).expected === 3
          ? problem(409, "selection_changed", "The list has changed", { matching: 2, missing: [40] })
          : json({ id: 31, updated: 2, unchanged: 0, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    for (const name of ["Ada Byron", "Ben Okri", "Cy Twombly"]) await pick(user, name);
    listed.pop();
    await user.selectOptions(screen.getByLabelText("Attendance"), "Not Attended");
    await screen.findByText("3 selected, 1 not shown");
    await sendTable(user, 3);
    expect(
      await screen.findByText(
        "1 selected attendee was deleted or no longer matches. Nothing was changed. Press again to change the other 2.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("dialog", { name: "Change 2 attendees" })).toHaveAccessibleDescription(
      /^Ada Byron, Ben Okri$/,
    );
    const sent = () => calls.filter(({ path }) => path.endsWith("/update-many")).map(({ body }) => body);
    expect(sent()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Change 2" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("2 attendees changed"));
    expect(sent()[1]).toMatchObject({ ids: [42, 41], expected: 2, tableNumber: 9 });
  });

  test("2.manage.954 of all matches those that no longer match leave the selection", async () => {
    const listed = [ADA, BEN, CY];
    const calls = serveList(listed, {
      [CHANGE]: ({ body }: Call) =>
        (body as { expected: number }).expected === 3
          ? problem(409, "selection_changed", "The list has changed", { matching: 1 })
          : json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    listed.splice(1);
    await sendTable(user, 3);
    expect(await screen.findByText(/^2 selected attendees were deleted or no longer match\./)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Change 1" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendee changed"));
    expect(calls.filter(({ path }) => path.endsWith("/update-many"))[1]?.body).toMatchObject({ ids: [42] });
  });

  test("2.manage.954 where none is left the dialog closes and says so", async () => {
    serveList([ADA, BEN, CY], {
      [CHANGE]: () =>
        problem(409, "selection_changed", "The list has changed", { matching: 0, missing: [42] }),
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await sendTable(user, 1);
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("The selected attendees were deleted or no longer match."),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("1 selected")).toBeNull();
  });

  test("2.manage.954 of all matches of which none is left it does so without a request", async () => {
    const listed = [ADA, BEN];
    const calls = serveList(listed);
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    listed.splice(0);
    await sendTable(user, 2);
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("The selected attendees were deleted or no longer match."),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("2 selected")).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith("/update-many"))).toEqual([]);
  });

  test("2.manage.26 a change of many takes the table away", async () => {
    const calls = serveList([ADA, BEN], {
      [CHANGE]: () => json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await user.click(screen.getByRole("button", { name: "Change" }));
    await user.click(await screen.findByRole("button", { name: "No table" }));
    await user.click(screen.getByRole("button", { name: "Change 1" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendee changed"));
    const [sent] = calls.filter(({ path }) => path.endsWith("/update-many"));
    expect(sent?.body).toMatchObject({ ids: [42], tableNumber: null });
  });

  test("2.manage.27 a change without a response is not called a failure", async () => {
    serveList([ADA, BEN], { [CHANGE]: () => Promise.reject(new TypeError("Failed to fetch")) });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await user.click(screen.getByRole("button", { name: "Change" }));
    await user.type(await screen.findByLabelText("Table Number"), "9");
    await user.click(screen.getByRole("button", { name: "Change 1" }));
    expect(await within(screen.getByRole("dialog")).findByText(/^The server did not answer/)).toBeVisible();
  });

  test("2.frame.1223 a change that fails after the user has left the page says so", async () => {
    let fail = () => {};
    const answer = new Promise<Response>((_, reject) => {
      fail = () => reject(new TypeError("Failed to fetch"));
    });
    serveList([ADA, BEN], { [CHANGE]: () => answer });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await sendTable(user, 1);
    goTo("/");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fail();
    await waitFor(() => expect(toastRegion()).toHaveTextContent("the change may have been made"));
  });

  test("7.update-many.944 a change without a response is sent again as it was, another change with another key", async () => {
    const calls = serveList([ADA, BEN], { [CHANGE]: () => Promise.reject(new TypeError("Failed to fetch")) });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await user.click(screen.getByRole("button", { name: "Change" }));
    const table = await screen.findByLabelText("Table Number");
    const bodies = () => calls.filter(({ path }) => path.endsWith("/update-many")).map(({ body }) => body);
    const send = async (count: number) => {
      await user.click(screen.getByRole("button", { name: "Change 1" }));
      await waitFor(() => expect(bodies()).toHaveLength(count));
      await waitFor(() => expect(screen.getByRole("button", { name: "Change 1" })).toBeEnabled());
    };
    await user.type(table, "9");
    await send(1);
    await send(2);
    await user.type(table, "1");
    await send(3);
    const [first, second, third] = bodies() as { tableNumber: number; idempotencyKey: string }[];
    expect(second).toEqual(first);
    expect(third?.tableNumber).toBe(91);
    expect(third?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  test("2.manage.1133 an undo without a response may have been made, and is tried again", async () => {
    const answers = [
      () => Promise.reject(new TypeError("Failed to fetch")),
      () => json({ restored: 1, amountChangeCents: 0 }),
    ];
    serveList([ADA, BEN], {
      [CHANGE]: () => json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => answers.shift()?.(),
    });
    const { user } = open();
    await changeTable(user);
    await undo(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Not confirmed"));
    expect(toastRegion()).not.toHaveTextContent("Nothing was undone");
    await user.click(within(toastRegion()).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendee changed back"));
  });

  test("2.manage.950 without a search or filter nobody counts as not shown", async () => {
    const listed = [ADA, BEN, CY];
    serveList(listed, {
      [CHANGE]: () => json({ id: 31, updated: 2, unchanged: 0, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => json({ restored: 2, amountChangeCents: 0 }),
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await pick(user, "Cy Twombly");
    await sendTable(user, 2);
    await waitFor(() => expect(boxes()).toEqual([false, false, false]));
    listed.pop();
    await undo(user);
    expect(await screen.findByText("2 selected")).toBeVisible();
    expect(screen.queryByText(/not shown/)).toBeNull();
  });

  test("2.manage.943 an undo that is refused says why", async () => {
    serveList([ADA, BEN], {
      [CHANGE]: () => json({ id: 31, updated: 1, unchanged: 0, amountChangeCents: 0 }),
      [`${CHANGE}/31/undo`]: () => problem(409, "edited_since", "1 of these attendees was edited since."),
    });
    const { user } = open();
    await changeTable(user);
    await undo(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 of these attendees was edited since."));
    expect(toastRegion()).toHaveTextContent("Nothing was undone");
  });

  test("2.manage.16, 8.manage.1 one DELETE each, one toast at the end, and the rows are gone", async () => {
    const calls = serveList([ADA, BEN, CY], {
      "DELETE /api/attendees/42": done,
      "DELETE /api/attendees/40": () => problem(404, "attendee_not_found", "Attendee not found"),
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await pick(user, "Cy Twombly");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await confirm(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("2 attendees deleted"));
    expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
      "/api/attendees/42",
      "/api/attendees/40",
    ]);
    expect(screen.queryByText("Ada Byron")).toBeNull();
    expect(screen.getByText("Ben Okri")).toBeVisible();
  });

  test("4.form.900 the unsaved edits of deleted attendees go with them", async () => {
    serveList([ADA, BEN], { "DELETE /api/attendees/42": done });
    const edits = {
      "edit-attendee-42": { fullName: "Ada King" },
      "edit-attendee-41": { fullName: "Ben King" },
    };
    const { user } = open();
    await row("Ada Byron");
    sessionStorage.setItem("doorlist.drafts", JSON.stringify({ ownerId: OLIVE.id, forms: edits }));
    await pick(user, "Ada Byron");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await confirm(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("1 attendees deleted"));
    const { forms } = JSON.parse(sessionStorage.getItem("doorlist.drafts") ?? "");
    expect(Object.keys(forms)).toEqual(["edit-attendee-41"]);
  });

  test("2.manage.7 more that match by now than the question said are not deleted", async () => {
    const late = attendeeNamed("Late", { id: 30 });
    const listed = [ADA, BEN];
    const calls = serveList(listed, { "DELETE /api/attendees/42": done });
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    listed.push(late);
    await confirm(user);
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("3 attendees match by now, and not 2. Select them again."),
    );
    expect(calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  test("8.manage.2 a deletion that fails says so, and leaves the rest selected", async () => {
    serveList([ADA, BEN], {
      "DELETE /api/attendees/42": () => new Response("", { status: 500 }),
      "DELETE /api/attendees/41": done,
    });
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    await pick(user, "Ben Okri");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await confirm(user);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Failed to delete attendees"));
    expect(toastRegion()).toHaveTextContent("1 of 2 were deleted.");
    expect(screen.getByRole("checkbox", { name: "Select Ada Byron" })).toBeChecked();
  });

  describe("of more than 20", () => {
    const many = Array.from({ length: 21 }, (_, index) =>
      attendeeNamed(`Guest ${index}`, { id: 200 - index }),
    );
    const BEFORE = "POST /api/attendees/before-deletion";
    const deletions = Object.fromEntries(many.map(({ id }) => [`DELETE /api/attendees/${id}`, done]));

    async function deleteAll(before: () => Response | Promise<Response>) {
      const calls = serveList(many, { [BEFORE]: before, ...deletions });
      const { user } = open();
      await row("Guest 0");
      await user.click(screen.getByRole("checkbox", { name: "Select all" }));
      await user.click(screen.getByRole("button", { name: "Delete" }));
      expect(screen.getByRole("dialog")).toHaveTextContent("A backup is made first.");
      await user.type(screen.getByLabelText("Type DELETE to confirm"), "DELETE");
      await confirm(user);
      return { calls, user };
    }

    test("4.backup.6 has a backup made first", async () => {
      let respond: (response: Response) => void = () => {};
      const { calls } = await deleteAll(() => new Promise((resolve) => (respond = resolve)));
      await screen.findByRole("dialog", { name: "Making a backup first..." });
      expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
      respond(json({ safetyBackup: "safety-1.db" }));
      await waitFor(() => expect(toastRegion()).toHaveTextContent("21 attendees deleted"));
      expect(calls.find(({ path }) => path.endsWith("before-deletion"))?.body).toEqual({ attendees: 21 });
      expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(21);
    });

    test("4.backup.7 without that backup nothing is deleted", async () => {
      const { calls } = await deleteAll(() => problem(507, "backup_failed", "The disk is full"));
      await waitFor(() =>
        expect(toastRegion()).toHaveTextContent("Failed to delete attendeesThe disk is full"),
      );
      expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
      expect(screen.queryByRole("dialog")).toBeNull();
    });

    test("8.manage.5 stopped during the backup it deletes nobody, and says so", async () => {
      let respond: (response: Response) => void = () => {};
      const { calls, user } = await deleteAll(() => new Promise((resolve) => (respond = resolve)));
      await user.click(await screen.findByRole("button", { name: "Stop" }));
      respond(json({ safetyBackup: null }));
      await waitFor(() => expect(toastRegion()).toHaveTextContent("StoppedNo attendee was deleted."));
      expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    });
  });

  /** Two pages: the first is loaded, the second is not. */
  const twoPages = (call: Call) => {
    if (isCount(call)) return page([ADA], { total: 3 });
    if (call.query.after) return page([CY]);
    return page([ADA, BEN], { total: 3, next: 41 });
  };

  test("2.manage.7, 8.manage.3, 7.export.7 all that match: also those that were never loaded", async () => {
    const late = attendeeNamed("Late Comer", { id: 43 });
    let exporting = false;
    serve({
      "GET /api/events": () => json([]),
      "GET /api/attendees": (call) =>
        exporting && !call.query.after ? page([late, ADA, BEN], { total: 4, next: 41 }) : twoPages(call),
    });
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    expect(screen.getByText("3 selected")).toBeVisible();
    await pick(user, "Ben Okri");
    expect(screen.getByText("2 selected")).toBeVisible();
    exporting = true;
    await user.click(screen.getByRole("button", { name: "Export QR" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("QR codes exported for 2 attendees"));
    const file = saved().mock.calls[0]?.[0] as File;
    expect(file.name).toMatch(/^qr-codes-selected-2-\d{4}-\d{2}-\d{2}\.json$/);
    // An attendee registered after the tick was not selected.
    expect(JSON.parse(await textOf(file))).toEqual([
      { name: "Ada Byron", invoice: ADA.invoiceNumber, table: 12, qrData: ADA.qrCodeData },
      { name: "Cy Twombly", invoice: CY.invoiceNumber, table: 7, qrData: CY.qrCodeData },
    ]);
  });

  test.each([
    ["", false, ""],
    ["?search=a", false, "-filtered"],
    ["?eventId=7", false, "-Midwinter Gala"],
    ["?eventId=7&search=a", false, "-Midwinter Gala-filtered"],
    ["?eventId=7&search=a", true, "-Midwinter Gala-selected-1"],
    ["?eventId=7", true, "-Midwinter Gala-selected-1"],
  ])(
    "7.export.6, 7.export.946 the name of the QR file of '%s', with one left out %s",
    async (address, leavesOut, part) => {
      serveList([ADA, BEN]);
      const { user } = open(`/manage-attendees${address}`);
      await row("Ada Byron");
      await user.click(screen.getByRole("checkbox", { name: "Select all" }));
      if (leavesOut) await pick(user, "Ben Okri");
      await user.click(screen.getByRole("button", { name: "Export QR" }));
      await waitFor(() => expect(saved()).toHaveBeenCalled());
      const file = saved().mock.calls[0]?.[0] as File;
      expect(file.name).toMatch(new RegExp(`^qr-codes${part}-\\d{4}-\\d{2}-\\d{2}\\.json$`));
    },
  );

  test("2.manage.20 says how many it is of, and is cleared", async () => {
    serveList([ADA, BEN]);
    const { user } = open();
    await row("Ada Byron");
    await pick(user, "Ada Byron");
    expect(screen.getByText("1 selected")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear the selection" }));
    expect(screen.queryByText(/selected/)).toBeNull();
    expect(screen.getByRole("checkbox", { name: "Select Ada Byron" })).not.toBeChecked();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  test("2.manage.950, 2.manage.1061 matches that are not all loaded wait for their own filters", async () => {
    serveList([ADA, BEN], { "GET /api/attendees": () => page([ADA, BEN], { total: 3 }) });
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.selectOptions(screen.getByLabelText("Attendance"), "Attended");
    await waitFor(() => expect(screen.getByRole("checkbox", { name: "Select Ada Byron" })).not.toBeChecked());
    expect(screen.getByText("3 selected under the search before")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Attendance"), "All Attendees");
    expect(await screen.findByText("3 selected")).toBeVisible();
    expect(screen.queryByText(/under the search/)).toBeNull();
  });

  test("2.manage.956 rows that were chosen are chosen again on the way back from a guest", async () => {
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": () => page([ADA, BEN, CY]),
      [`GET /api/attendees/${ADA.id}`]: () => json(ADA),
    });
    const { user } = open("/manage-attendees?eventId=7");
    await row("Cy Twombly");
    await pick(user, "Ben Okri");
    await user.click(screen.getByRole("link", { name: /Ada Byron/ }));
    await screen.findByRole("heading", { name: "Ada Byron" });
    window.history.back();
    await row("Cy Twombly");
    expect(await screen.findByText("1 selected")).toBeVisible();
    expect(boxes()).toEqual([false, true, false]);
  });

  test("2.manage.950 all matches of a search stay selected under another one, but for those unticked since", async () => {
    const { user } = openSearchable([ADA, BEN, CY]);
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await pick(user, "Ben Okri");
    expect(screen.getByText("2 selected")).toBeVisible();
    await user.type(screen.getByLabelText("Search"), "ben");
    await waitFor(() => expect(screen.getByText("2 selected, 2 not shown")).toBeVisible());
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.clear(screen.getByLabelText("Search"));
    await row("Ada Byron");
    await waitFor(() => expect(boxes()).toEqual([true, true, true]));
  });

  test.each([
    [200, "200 selected, 200 not shown"],
    [201, "201 selected under the search before"],
  ])("9.manage.1040, 2.manage.1061 of %i matches, '%s' under another filter", async (count, text) => {
    const rows = Array.from({ length: count }, (_, index) => ({ ...ADA, id: 1000 - index }));
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": ({ query }) => page(query.attended ? [] : rows),
    });
    const { user } = open();
    await waitFor(() => expect(screen.getByRole("checkbox", { name: "Select all" })).toBeEnabled());
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.selectOptions(screen.getByLabelText("Attendance"), "Attended");
    await screen.findByText(/^Showing 0 of/);
    expect(screen.getByText(text)).toBeVisible();
  });

  test("2.manage.950 rows that were chosen stay selected under another search of the event", async () => {
    const { user } = openSearchable([ADA, BEN, CY]);
    const search = async (text: string) => {
      await user.clear(screen.getByLabelText("Search"));
      await user.type(screen.getByLabelText("Search"), text);
    };
    await search("ben");
    await waitFor(() => expect(screen.queryByText("Ada Byron")).toBeNull());
    await pick(user, "Ben Okri");
    await search("cy");
    await row("Cy Twombly");
    await waitFor(() => expect(screen.getByText("1 selected, 1 not shown")).toBeVisible());
    expect(screen.getByRole("checkbox", { name: "Select all" })).not.toBeChecked();
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    expect(screen.getByText("2 selected, 1 not shown")).toBeVisible();
    await search("nobody");
    await waitFor(() => expect(screen.getByText("2 selected, 2 not shown")).toBeVisible());
    expect(screen.queryByRole("checkbox", { name: "Select Cy Twombly" })).toBeNull();
    await user.clear(screen.getByLabelText("Search"));
    await row("Ada Byron");
    await waitFor(() => expect(screen.getByText("2 selected")).toBeVisible());
    expect(boxes()).toEqual([false, true, true]);
    await user.selectOptions(screen.getByLabelText("Event"), "All Events");
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
  });
});

describe("2.print.1 what can be printed", () => {
  const choices = async (user: ReturnType<typeof open>["user"]) => {
    await user.click(screen.getByRole("button", { name: "Print" }));
    const links = within(await screen.findByRole("dialog", { name: "Print" })).getAllByRole("link");
    return links.map((link) => [link.textContent, link.getAttribute("href")]);
  };

  test("of one event its door list, and the tickets of all that the filters show", async () => {
    serveList([ADA, BEN, CY]);
    const { user } = open("/manage-attendees?eventId=7&search=a");
    await row("Ada Byron");
    expect(await choices(user)).toEqual([
      ["Door listEveryone at Midwinter Gala, with a tick box", "/print-door-list?eventId=7"],
      [
        "Door list of the 3 that the filters showIts heading says which guests it lists",
        "/print-door-list?search=a&eventId=7",
      ],
      ["QR ticketsFor all 3 that the filters show", "/print-tickets?search=a&eventId=7"],
    ]);
  });

  test("2.print.948 in the order of the list, without filters all of them", async () => {
    serveList([ADA, BEN, CY]);
    const { user } = open("/manage-attendees?eventId=7&sort=table");
    await row("Ada Byron");
    expect(await choices(user)).toEqual([
      ["Door listEveryone at Midwinter Gala, with a tick box", "/print-door-list?eventId=7&by=table"],
      ["QR ticketsFor all 3", "/print-tickets?eventId=7&by=table"],
    ]);
  });

  test("2.print.2 without an event it says where that is chosen; a selection has its own tickets", async () => {
    serveList([ADA, BEN, CY]);
    const { user } = open();
    await row("Ada Byron");
    await user.click(screen.getByRole("checkbox", { name: "Select Ada Byron" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Cy Twombly" }));
    expect(await choices(user)).toEqual([
      ["Door listChoose the event on the next page", "/print-door-list"],
      [
        "Door list of the 2 selectedIts heading says which guests it lists",
        "/print-door-list?eventId=7&ids=42,40",
      ],
      ["QR ticketsFor the 2 selected", "/print-tickets?ids=42,40"],
    ]);
  });
});

/** jsdom's files have no text(). */
function textOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
}

test.each([
  ["2.manage.17, 2.export.1020", "Export CSV (1)", "csv"],
  ["2.manage.230, 2.export.1020", "Export Excel (1)", "xlsx"],
])("%s %s asks for the event of the filter", async (_id, name, ending) => {
  const headers = { "Content-Disposition": `attachment; filename="attendees.${ending}"` };
  const path = `/api/attendees/export/${ending}`;
  const calls = serveList([ADA], { [`GET ${path}`]: () => new Response("Name\n", { headers }) });
  const { user } = open("/manage-attendees?eventId=7&search=ada");
  await row("Ada Byron");
  const button = screen.getByRole("button", { name });
  expect(button).toHaveAccessibleDescription("1 row: the attendees that the filters show");
  await user.click(button);
  await waitFor(() => expect(saved()).toHaveBeenCalledOnce());
  const query = calls.find((call) => call.path === path)?.query;
  expect(query).toMatchObject({ eventId: "7", search: "ada", sort: "newest" });
  expect(toastRegion()).toHaveTextContent("1 attendee exported");
});

test.each([
  ["Export CSV (2)", "csv"],
  ["Export Excel (2)", "xlsx"],
])("2.manage.930 %s asks for those that are ticked, in the order of the list", async (name, ending) => {
  const headers = { "Content-Disposition": `attachment; filename="attendees.${ending}"` };
  const path = `/api/attendees/export/${ending}`;
  const calls = serveList([ADA, BEN, CY], { [`GET ${path}`]: () => new Response("Name\n", { headers }) });
  const { user } = open("/manage-attendees?search=a&sort=name");
  await row("Ada Byron");
  await user.click(screen.getByRole("checkbox", { name: "Select Ada Byron" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Cy Twombly" }));
  await user.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(saved()).toHaveBeenCalledOnce());
  const query = calls.find((call) => call.path === path)?.query;
  expect(query).toMatchObject({ ids: "42,40", sort: "name" });
  expect(query).not.toHaveProperty("search");
  expect(toastRegion()).toHaveTextContent("2 attendees exported");
});

test("2.manage.930 all but one are asked for by the filters", async () => {
  const headers = { "Content-Disposition": 'attachment; filename="attendees.csv"' };
  const path = "/api/attendees/export/csv";
  const calls = serveList([ADA, BEN, CY], { [`GET ${path}`]: () => new Response("Name\n", { headers }) });
  const { user } = open();
  await row("Ada Byron");
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Cy Twombly" }));
  await user.click(screen.getByRole("button", { name: "Export CSV (2)" }));
  await waitFor(() => expect(saved()).toHaveBeenCalledOnce());
  expect(calls.find((call) => call.path === path)?.query).toMatchObject({ newest: "42", except: "40" });
});

test("8.manage.4 an export that fails says so", async () => {
  serveList([ADA], { "GET /api/attendees/export/csv": () => new Response("", { status: 500 }) });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("Export Failed"));
});
