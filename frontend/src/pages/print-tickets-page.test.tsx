import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as pictures from "@/features/tickets/picture/draw-ticket";
import * as measures from "@/features/tickets/picture/measure";
import * as files from "@/lib/save-file";
import { attendeeNamed, GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, page, problem, serve } from "@/testing/server";

// The first test of a page waits for the page itself, on a busy machine for long.
const ADA = attendeeNamed("Ada Byron", { id: 42, tableNumber: 12 });
const BEN = attendeeNamed("Ben Okri", { id: 41, tableNumber: 0 });
const CY = attendeeNamed("Cy Twombly", { id: 40, tableNumber: 2 });

// jsdom has no canvas.
beforeEach(() => {
  vi.spyOn(measures, "pageMeasure").mockReturnValue((text, { size }) => (text.length * size) / 2);
});

const open = (url: string) => openApp(url, { as: OLIVE });
const sheets = () => screen.findAllByRole("list", { name: /^Sheet/ });
const ticketsOf = (sheet: HTMLElement) => within(sheet).getAllByRole("listitem");
const printButton = () => screen.getByRole("button", { name: "Print" });

test("2.print.14 a ticket has event, moment, name, table, invoice number, QR code and the terms", async () => {
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([ADA, BEN], { total: 2 }),
  });
  open("/print-tickets?eventId=7");
  const [sheet] = await sheets();
  await within(sheet as HTMLElement).findAllByText("Sat 28 Nov 2026 at 19:30");
  const [ada, ben] = ticketsOf(sheet as HTMLElement);
  for (const fact of ["Midwinter Gala", "Ada Byron", "TABLE12", "INV-42"])
    expect(ada).toHaveTextContent(fact);
  expect(ada).toHaveTextContent("Tickets are not refundable. Please arrive 30 minutes early.");
  expect(
    within(ada as HTMLElement).getByRole("img", { name: "QR code of Ada Byron, invoice INV-42" }),
  ).toBeVisible();
  // 2.manage.945
  expect(ben).not.toHaveTextContent(/table/i);
  expect(screen.getByText("2 tickets on 1 sheet")).toBeVisible();
});

test("2.print.14 eight to a sheet, by name or by table", async () => {
  const many = Array.from({ length: 17 }, (_, index) =>
    attendeeNamed(`Guest ${index + 1}`, { id: 100 - index, tableNumber: 17 - index }),
  );
  serve({ "GET /api/events": () => json([GALA]), "GET /api/attendees": () => page(many, { total: 17 }) });
  const { user } = open("/print-tickets");
  expect((await sheets()).map((sheet) => ticketsOf(sheet).length)).toEqual([8, 8, 1]);
  expect(screen.getByText("17 tickets on 3 sheets")).toBeVisible();
  const first = () => screen.getAllByRole("listitem")[0];
  expect(first()).toHaveTextContent("Guest 1TABLE17");
  await user.selectOptions(screen.getByLabelText("Sorted"), "By table");
  expect(first()).toHaveTextContent("Guest 17TABLE1");
  expect(window.location.search).toBe("?eventId=7&by=table");
});

test("2.print.1, 2.print.4 all that the filters show but for a few, and nobody who came later", async () => {
  const late = attendeeNamed("Late Comer", { id: 43 });
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([late, ADA, BEN, CY], { total: 4 }),
  });
  open("/print-tickets?search=a&attended=false&newest=42&except=41");
  const [sheet] = await sheets();
  const [ada, cy, ...others] = ticketsOf(sheet as HTMLElement);
  expect(ada).toHaveTextContent("Ada Byron");
  expect(cy).toHaveTextContent("Cy Twombly");
  expect(others).toEqual([]);
  const read = calls.find(({ path }) => path === "/api/attendees");
  expect(read?.query).toEqual({ search: "a", attended: "false", limit: "500" });
});

test("2.print.1, 2.print.15 those that were ticked, and a word about who is gone", async () => {
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees/42": () => json(ADA),
    "GET /api/attendees/41": () => problem(404, "attendee_not_found", "Attendee not found"),
    "GET /api/attendees/40": () => json(CY),
  });
  open("/print-tickets?ids=42,41,40");
  const [sheet] = await sheets();
  expect(ticketsOf(sheet as HTMLElement)).toHaveLength(2);
  expect(screen.getByText(/^One attendee you chose was deleted/)).toBeVisible();
  expect(calls.some(({ path }) => path === "/api/attendees")).toBe(false);
});

test("many that were ticked are read a few at a time", async () => {
  let underway = 0;
  let most = 0;
  const ids = Array.from({ length: 45 }, (_, index) => index + 1);
  const one = (id: number) => async () => {
    underway += 1;
    most = Math.max(most, underway);
    await Promise.resolve();
    underway -= 1;
    return json(attendeeNamed(`Guest ${id}`, { id }));
  };
  serve({
    "GET /api/events": () => json([GALA]),
    ...Object.fromEntries(ids.map((id) => [`GET /api/attendees/${id}`, one(id)])),
  });
  open(`/print-tickets?ids=${ids.join(",")}`);
  expect(await screen.findByText("45 tickets on 6 sheets")).toBeVisible();
  expect(most).toBeLessThanOrEqual(20);
});

test("9.print.2, 2.print.17 more than 2,000 are too many, and it says what to do", async () => {
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([ADA], { total: 2001, next: 42 }),
  });
  open("/print-tickets");
  expect(await screen.findByText("2,001 tickets are too many to print at once")).toBeVisible();
  expect(
    screen.getByText("At most 2,000 at a time. Select fewer, or narrow the filters, and print again."),
  ).toBeVisible();
  expect(printButton()).toBeDisabled();
});

test("2.print.17 who was registered after the tick does not make them too many", async () => {
  const late = attendeeNamed("Late Comer", { id: 5000 });
  serve({
    "GET /api/events": () => json([GALA]),
    // One of the 2,001 was registered later; on the first page, all of them were.
    "GET /api/attendees": ({ query }) => {
      if (!query.after) return page([late], { total: 2001, next: 5000 });
      return query.after === "5000" ? page([ADA, BEN], { next: 41 }) : page([CY]);
    },
  });
  open("/print-tickets?newest=42");
  expect(await screen.findByText("3 tickets on 1 sheet")).toBeVisible();
});

test("2.print.16 nobody to print is said, with the way back", async () => {
  serve({ "GET /api/events": () => json([GALA]), "GET /api/attendees": () => page([], { total: 0 }) });
  open("/print-tickets?search=nobody");
  expect(await screen.findByText("There are no tickets to print")).toBeVisible();
  expect(printButton()).toBeDisabled();
  expect(screen.getByRole("link", { name: "Back to Attendees" })).toHaveAttribute(
    "href",
    "/manage-attendees?search=nobody",
  );
});

test("what cannot be read is said, and read at the second try", async () => {
  let down = true;
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () =>
      down ? problem(503, "database_unavailable", "Down") : page([ADA], { total: 1 }),
  });
  const { user } = open("/print-tickets");
  await screen.findByText("The attendees could not be loaded");
  down = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await sheets()).toHaveLength(1);
});

test("2.print.18 tickets wait for the times of their events, and say so where these cannot be read", async () => {
  let isDown = true;
  serve({
    "GET /api/events": () => (isDown ? problem(503, "database_unavailable", "Down") : json([GALA])),
    "GET /api/attendees": () => page([ADA], { total: 1 }),
  });
  const { user } = open("/print-tickets");
  expect(await screen.findByText("The events could not be loaded")).toBeVisible();
  expect(printButton()).toBeDisabled();
  expect(screen.queryByRole("list", { name: /^Sheet/ })).toBeNull();
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await sheets();
  expect(printButton()).toBeEnabled();
});

test("2.erase.555 an erased guest has no ticket on the sheet, and a line says so", async () => {
  const erased = attendeeNamed("Erased guest", { id: 39, erasedAt: "2026-11-29T01:00:00.000Z" });
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([ADA, erased], { total: 2 }),
  });
  open("/print-tickets?eventId=7");
  const [sheet] = await sheets();
  expect(ticketsOf(sheet as HTMLElement)).toHaveLength(1);
  expect(screen.getByText("One guest was erased and has no ticket here.")).toBeVisible();
  expect(screen.getByText("1 ticket on 1 sheet")).toBeVisible();
});

test("2.print.941 of more than 500 tickets there is no ZIP, and of 500 there is", async () => {
  let count = 501;
  const guests = (from: number) =>
    Array.from({ length: count }, (_, index) => attendeeNamed(`Guest ${index + from}`, { id: 1000 - index }));
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page(guests(1), { total: count }),
  });
  const { unmount } = openApp("/print-tickets?eventId=7", { as: OLIVE });
  expect(await screen.findByRole("button", { name: "Save images (ZIP)" })).toBeDisabled();
  expect(screen.getByText(/A ZIP file holds at most 500 images/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Save as PDF" })).toBeEnabled();
  unmount();
  count = 500;
  openApp("/print-tickets?eventId=7", { as: OLIVE });
  expect(await screen.findByRole("button", { name: "Save images (ZIP)" })).toBeEnabled();
});

test("2.print.940, 2.export.1022 a file of tickets that is being made can be stopped", async () => {
  const drawn: (() => void)[] = [];
  vi.spyOn(pictures, "drawTicket").mockImplementation(
    // jsdom cannot read its blobs.
    () =>
      new Promise((done) =>
        drawn.push(() =>
          done(Object.assign(new Blob(["png"]), { arrayBuffer: async () => new ArrayBuffer(3) })),
        ),
      ),
  );
  const saved = vi.spyOn(files, "saveFile").mockReturnValue();
  const guests = [attendeeNamed("Ada Byron", { id: 42 }), attendeeNamed("Ben Okri", { id: 41 })];
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page(guests, { total: 2 }),
  });
  const { user } = openApp("/print-tickets?eventId=7", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: "Save images (ZIP)" }));
  await waitFor(() => expect(drawn).toHaveLength(1));
  drawn[0]?.();
  expect(await screen.findByText("Drawing ticket 1 of 2")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(drawn).toHaveLength(2));
  drawn[1]?.();
  expect(await screen.findByRole("button", { name: "Save as PDF" })).toBeEnabled();
  expect(screen.getByText("Each holds the 2 tickets below: Tickets Midwinter Gala 2026-11-28")).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});

test("2.print.943 the bar names the event and the filters in force, and another event can be chosen", async () => {
  const fair = { ...GALA, id: 8, name: "Spring Fair", date: "2026-11-30" };
  const calls = serve({
    "GET /api/events": () => json([GALA, fair]),
    "GET /api/events/7/ticket-types": () => json([{ id: 3, name: "VIP", color: "gold", eventId: 7 }]),
    "GET /api/attendees": () => page([ADA], { total: 1 }),
  });
  const { user } = open(
    "/print-tickets?eventId=7&ticketTypeId=3&search=ada&payment=unpaid&paymentGroup=owed&attended=false&tableNumber=0&ticketMail=notSent&newest=42&except=41",
  );
  await sheets();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue(/^Midwinter Gala/);
  const words =
    "Search ada · Payment unpaid · Not Attended · Owes money · VIP · No table · Email not sent · 1 left out";
  expect(await screen.findByText(`Filters: ${words}`)).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Event"), "8");
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ eventId: "8", search: "ada" }));
  // A type belongs to one event.
  expect(window.location.search).not.toContain("ticketTypeId");
});

test("2.print.943 without filters there are none in words; of a selection, how many", async () => {
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([ADA], { total: 1 }),
    "GET /api/attendees/42": () => json(ADA),
  });
  const { unmount } = open("/print-tickets?eventId=all");
  await sheets();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue("All Events");
  expect(screen.queryByText(/^Filters/)).toBeNull();
  unmount();
  open("/print-tickets?ids=42");
  await sheets();
  expect(screen.getByText("1 selected")).toBeVisible();
  expect(screen.queryByLabelText("Event")).toBeNull();
});

describe("2.print.947 an address that says nothing", () => {
  const ended = { ...GALA, id: 5, name: "Spring Ball", date: "2020-03-08" };
  const older = { ...ended, id: 4, date: "2019-03-08" };
  const ahead = { ...GALA, id: 8, name: "Winter Fair", date: "2037-11-28" };
  const later = { ...ahead, id: 9, date: "2037-12-05" };

  test.each([
    ["the next event", [older, ended, ahead, later], "8"],
    ["the only one, even if it is over", [ended], "5"],
    ["all, if several are over", [older, ended], null],
    ["all, if there is none", [], null],
  ])("prints %s, and the address then names it", async (_what, events, eventId) => {
    const calls = serve({
      "GET /api/events": () => json(events),
      "GET /api/attendees": () => page([ADA], { total: 1 }),
    });
    open("/print-tickets?by=table");
    await sheets();
    expect(window.location.search).toBe(`?by=table&eventId=${eventId ?? "all"}`);
    const read = calls
      .filter(({ path }) => path === "/api/attendees")
      .map(({ query }) => query.eventId ?? null);
    expect(read).toEqual([eventId]);
  });

  test("offers all events, and keeps that choice", async () => {
    const calls = serve({
      "GET /api/events": () => json([ended, ahead]),
      "GET /api/attendees": () => page([ADA], { total: 1 }),
    });
    const { user } = open("/print-tickets");
    await sheets();
    expect(screen.getByLabelText("Event")).toHaveDisplayValue(/^Winter Fair/);
    await user.selectOptions(screen.getByLabelText("Event"), "All Events");
    await waitFor(() => expect(calls.at(-1)?.query).toEqual({ limit: "500" }));
    expect(window.location.search).toBe("?eventId=all");
    expect(screen.getByLabelText("Event")).toHaveDisplayValue("All Events");
  });

  test("reads no attendees while the events cannot be read", async () => {
    const calls = serve({
      "GET /api/events": () => problem(503, "database_unavailable", "Down"),
      "GET /api/attendees": () => page([ADA], { total: 1 }),
    });
    open("/print-tickets");
    expect(await screen.findByText("The events could not be loaded")).toBeVisible();
    expect(screen.queryByText("Loading attendees...")).toBeNull();
    expect(calls.some(({ path }) => path === "/api/attendees")).toBe(false);
  });

  test("one with a filter is of all events", async () => {
    const calls = serve({
      "GET /api/events": () => json([ended, ahead]),
      "GET /api/attendees": () => page([ADA], { total: 1 }),
    });
    open("/print-tickets?search=ada");
    await sheets();
    expect(calls.find(({ path }) => path === "/api/attendees")?.query).toEqual({
      search: "ada",
      limit: "500",
    });
    expect(window.location.search).toBe("?search=ada");
  });
});
