import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { attendeeNamed, GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { type Call, json, laterResponse, page, problem, serve } from "@/testing/server";

// The first test of a page waits for the page itself, on a busy machine for long.
const ADA = attendeeNamed("Ada Byron", { id: 42, tableNumber: 12, phone: "+61 400 123 456" });
const BEN = attendeeNamed("Ben Okri", {
  id: 41,
  tableNumber: 0,
  paymentStatus: "comp",
  paymentGroup: "complimentary",
  attended: true,
});
const CY = attendeeNamed("Cy Twombly", {
  id: 40,
  tableNumber: 2,
  paymentStatus: "half now",
  paymentGroup: "owed",
  owedCents: 4500,
});
const AMY = attendeeNamed("Amy Tan", { id: 39, tableNumber: 12, notes: "Wheelchair\nNut allergy" });

function serveGuests(answer: (call: Call) => Response) {
  return serve({ "GET /api/events": () => json([GALA]), "GET /api/attendees": answer });
}
const everybody = () => page([ADA, BEN, CY, AMY], { total: 4 });
const open = (url = "/print-door-list?eventId=7") => openApp(url, { as: OLIVE });
const preview = () => screen.findByRole("region", { name: "Door list" });
const row = async (name: string) => within(await preview()).getByRole("row", { name: new RegExp(name) });
const printButton = () => screen.getByRole("button", { name: "Print" });

describe("the door list", () => {
  test("2.print.9 is headed by the event, when it is, how many come and as of when", async () => {
    serveGuests(everybody);
    open();
    const paper = await preview();
    expect(within(paper).getByRole("heading", { name: "Midwinter Gala" })).toBeVisible();
    expect(paper).toHaveTextContent("Sat 28 Nov 2026 at 19:30");
    expect(paper).toHaveTextContent("4 attendees · 1 arrived · 1 not paid");
    expect(paper).toHaveTextContent(/Printed from the list as of \d{1,2} \w{3,4} \d{4}, \d\d:\d\d/);
  });

  test("2.print.9 is headed by the place and the end, too", async () => {
    const gala = { ...GALA, endTime: "23:00", venue: "Town Hall", address: "483 George St,\nSydney" };
    serve({ "GET /api/events": () => json([gala]), "GET /api/attendees": everybody });
    open();
    const paper = await preview();
    expect(within(paper).getByText("Sat 28 Nov 2026 at 19:30 to 23:00")).toBeVisible();
    expect(within(paper).getByText("Town Hall, 483 George St, Sydney")).toBeVisible();
  });

  test("2.print.10 a line has a box, name, table, invoice number, end of the phone, notes, and what is owed", async () => {
    serveGuests(everybody);
    open();
    const ada = await row("Ada Byron");
    expect(within(ada).getByRole("img", { name: "Not arrived" })).toBeVisible();
    expect(
      within(ada)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["", "Ada Byron", "12", "INV-42", "…3456", ""]);
    const ben = await row("Ben Okri");
    expect(within(ben).getByRole("img", { name: "Arrived" })).toBeVisible();
    expect(ben).toHaveTextContent(/Free$/);
    expect(ben).not.toHaveTextContent(/table/i);
    expect(await row("Amy Tan")).toHaveTextContent("Wheelchair Nut allergy");
    expect(await row("Cy Twombly")).toHaveTextContent("half now · $45.00 owed");
  });

  test("2.print.6, 2.print.11, 2.print.12 by last name with letters at first, or by table with numbers", async () => {
    serveGuests(everybody);
    const { user } = open();
    await preview();
    const headings = () =>
      screen.getAllByRole("table").map((table) => within(table).getAllByRole("row")[0]?.textContent);
    expect(headings()).toEqual(["B", "O", "T"].map((letter) => `${letter} TableInvoicePhonePayment`));
    await user.selectOptions(screen.getByLabelText("Sorted"), "By table");
    expect(headings()).toEqual(
      ["Table 2 1 attendee", "Table 12 2 attendees", "No table 1 attendee · 1 arrived"].map(
        (title) => `${title}InvoicePhonePayment`,
      ),
    );
    expect(window.location.search).toBe("?eventId=7&by=table");
  });

  test("2.print.5 'Print' prints, and the file that it may become has a name", async () => {
    serveGuests(everybody);
    window.print = vi.fn(() => {
      window.dispatchEvent(new Event("beforeprint"));
      expect(document.title).toBe("Door list Midwinter Gala 2026-11-28");
      window.dispatchEvent(new Event("afterprint"));
    });
    const { user } = open();
    await preview();
    await user.click(printButton());
    expect(window.print).toHaveBeenCalledOnce();
    expect(document.title).toBe("Print Door List · Doorlist");
  });
});

describe("reading everybody", () => {
  test("2.print.7 goes on until all pages are there, and reads no more then", async () => {
    const calls = serveGuests(({ query }) =>
      query.after ? page([CY, AMY]) : page([ADA, BEN], { total: 4, next: 41 }),
    );
    open();
    await row("Amy Tan");
    const pages = calls.filter(({ path }) => path === "/api/attendees").map(({ query }) => query);
    expect(pages).toEqual([
      { eventId: "7", limit: "500" },
      { eventId: "7", limit: "500", after: "41" },
    ]);
  });

  test("says how far it is, and prints nothing by halves", async () => {
    const rest = laterResponse();
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": ({ query }) =>
        query.after ? rest.response : page([ADA, BEN], { total: 4, next: 41 }),
    });
    open();
    expect(await screen.findByText("2 of 4")).toBeVisible();
    expect(screen.getByRole("progressbar")).toBeVisible();
    expect(printButton()).toBeDisabled();
    rest.respond(page([CY, AMY]));
    await row("Amy Tan");
    expect(printButton()).toBeEnabled();
  });

  test("2.print.9 that fails in the middle begins anew, so that no line is older than the list says", async () => {
    let down = true;
    const calls = serveGuests(({ query }) => {
      if (!query.after) return page([ADA, BEN], { total: 4, next: 41 });
      return down ? problem(503, "database_unavailable", "Down") : page([CY, AMY]);
    });
    const { user } = open();
    await screen.findByText("The attendees could not be loaded");
    expect(printButton()).toBeDisabled();
    down = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await row("Amy Tan");
    expect(calls.filter(({ query }) => query.limit === "500" && !query.after)).toHaveLength(2);
  });

  test("9.print.1, 2.print.17 of more than 10,000 says so and prints nobody", async () => {
    const calls = serveGuests(() => page([ADA], { total: 10_001, next: 42 }));
    open();
    expect(await screen.findByText("10,001 attendees are too many for one door list")).toBeVisible();
    expect(screen.getByText("At most 10,000 fit. Export CSV has them all.")).toBeVisible();
    expect(printButton()).toBeDisabled();
    expect(calls.filter(({ path }) => path === "/api/attendees")).toHaveLength(1);
  });
});

describe("2.print.2, 2.print.16 without a list to print", () => {
  test("it asks for the event where none is chosen", async () => {
    const calls = serveGuests(everybody);
    const { user } = open("/print-door-list");
    expect(await screen.findByText("Its door list shows here, ready to print.")).toBeVisible();
    expect(printButton()).toBeDisabled();
    expect(calls.some(({ path }) => path === "/api/attendees")).toBe(false);
    await user.selectOptions(screen.getByLabelText("Event"), "Midwinter Gala (Sat 28 Nov 2026)");
    await preview();
    expect(window.location.search).toBe("?eventId=7");
  });

  test("an event that is gone is not found", async () => {
    serveGuests(() => page([], { total: 0 }));
    open("/print-door-list?eventId=8");
    expect(await screen.findByText("Event not found")).toBeVisible();
    expect(printButton()).toBeDisabled();
  });

  test("an event without attendees says so", async () => {
    serveGuests(() => page([], { total: 0 }));
    open();
    expect(await screen.findByText("No one is registered for this event yet")).toBeVisible();
    expect(printButton()).toBeDisabled();
  });

  test("without any event it leads to the first", async () => {
    serve({ "GET /api/events": () => json([]) });
    open("/print-door-list");
    expect(await screen.findByRole("link", { name: "Create Event" })).toBeVisible();
  });

  test("events that cannot be read are asked for again", async () => {
    let down = true;
    serve({
      "GET /api/events": () => (down ? problem(503, "database_unavailable", "Down") : json([GALA])),
      "GET /api/attendees": everybody,
    });
    const { user } = open();
    await screen.findByText("The events could not be loaded");
    down = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await preview();
  });
});

test("the way back is the list of that event", async () => {
  serveGuests(everybody);
  open();
  await preview();
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "Back to Attendees" })).toHaveAttribute(
      "href",
      "/manage-attendees?eventId=7",
    ),
  );
});

describe("2.print.1021 of a part of the guests", () => {
  const AT_BALL = { ...attendeeNamed("Di Prince", { id: 38 }), eventId: 8 };
  test("what the filters match is headed by them, on each page too, and the file is named 'filtered'", async () => {
    serveGuests(({ query }) =>
      query.search === "byron" && query.paymentGroup === "owed" ? page([ADA], { total: 1 }) : everybody(),
    );
    window.print = vi.fn(() => {
      window.dispatchEvent(new Event("beforeprint"));
      expect(document.title).toBe("Door list Midwinter Gala filtered 2026-11-28");
      window.dispatchEvent(new Event("afterprint"));
    });
    const { user } = open("/print-door-list?search=byron&eventId=7&paymentGroup=owed");
    const paper = await preview();
    expect(within(paper).getByText("Door list by last name · Filtered list")).toBeVisible();
    expect(
      within(paper).getByText(
        "Not everyone: only attendees that match these filters: Search byron · Owes money",
      ),
    ).toBeVisible();
    expect(paper.querySelector("style")).toHaveTextContent(
      "Door list by last name · Filtered list · Printed",
    );
    expect(within(paper).queryByText("Ben Okri")).toBeNull();
    await user.click(printButton());
    expect(window.print).toHaveBeenCalledOnce();
    await user.click(screen.getByRole("link", { name: "Print everyone instead" }));
    expect(await row("Ben Okri")).toBeVisible();
    expect(within(await preview()).queryByText(/Not everyone/)).toBeNull();
  });

  test("2.print.1022 a selection is headed by its number, without the guests of other events and deleted ones", async () => {
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees/42": () => json(ADA),
      "GET /api/attendees/40": () => json(CY),
      "GET /api/attendees/38": () => json(AT_BALL),
      "GET /api/attendees/37": () => problem(404, "attendee_not_found", "Attendee not found"),
    });
    open("/print-door-list?eventId=7&ids=42,40,38,37");
    const paper = await preview();
    expect(within(paper).getByText("Door list by last name · Selected attendees")).toBeVisible();
    expect(within(paper).getByText("Not everyone: the 2 selected attendees")).toBeVisible();
    expect(within(paper).queryByText("Di Prince")).toBeNull();
    expect(screen.getByText("One attendee you chose was deleted and is not on this list.")).toBeVisible();
    expect(
      screen.getByText("One attendee you chose is at another event and is not on this list."),
    ).toBeVisible();
  });

  test("2.print.16 where nobody of it is at the event, it says so", async () => {
    serveGuests(() => page([], { total: 0 }));
    open("/print-door-list?search=nobody&eventId=7");
    expect(await screen.findByText("None of these attendees is at this event")).toBeVisible();
    expect(printButton()).toBeDisabled();
  });
});
