import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Attendee, Event } from "@/api/types";
import * as pictures from "@/features/tickets/picture/draw-ticket";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { type Call, json, page, problem, serve } from "@/testing/server";

const BALL: Event = { ...GALA, id: 8, name: "Harbour Ball", date: "2026-12-05", time: null };
const ADA = {
  id: 40,
  eventId: 7,
  event: { id: 7, name: "Midwinter Gala", date: "2026-11-28" },
  fullName: "Ada Byron",
  tableNumber: 12,
  invoiceNumber: "INV-7K3M-9PQR",
  qrCodeData: "DL1.7.0123456789ABCDEFGHJKMNPQRS",
} as Attendee;

const sale = (call: Call | undefined) => call?.body as Record<string, unknown>;
const field = (label: string) => screen.getByLabelText(label);
const submit = () => screen.getByRole("button", { name: "Add Attendee & Generate QR Code" });

async function openForm(register: (call: Call) => Response | Promise<Response>, events = [GALA, BALL]) {
  const calls = serve({ "GET /api/events": () => json(events), "POST /api/attendees": register });
  const opened = openApp("/add-attendee", { as: OLIVE });
  await screen.findByLabelText("Full Name");
  return { ...opened, sales: () => calls.filter(({ method }) => method === "POST") };
}

async function fillIn(user: Awaited<ReturnType<typeof openForm>>["user"]) {
  await user.selectOptions(field("Event"), "7");
  await user.type(field("Full Name"), " Ada Byron ");
  await user.type(field("Phone Number"), "0400 123 456");
  await user.clear(field("Table Number"));
  await user.type(field("Table Number"), "12");
}

beforeEach(() => {
  // jsdom has no canvas; a browser test checks the real drawing.
  vi.spyOn(pictures, "drawTicket").mockResolvedValue(new Blob(["png"]));
  URL.createObjectURL = () => "blob:ticket";
  URL.revokeObjectURL = () => {};
});

describe("the form", () => {
  test("2.add-attendee.1..5, 5.add-attendee.3, 4 starts at table 1 and paid, with the cursor in the name", async () => {
    await openForm(() => json(ADA, 201));
    // 9.attendee.1, 2.add-attendee.3
    expect(field("Table Number")).toHaveAttribute("type", "number");
    expect(field("Table Number")).toHaveAttribute("min", "1");
    // 5.add-attendee.4
    expect(field("Table Number")).toHaveValue(1);
    // 9.attendee.2, 5.add-attendee.3
    expect(field("Payment Status")).toHaveValue("paid");
    // 2.add-attendee.2
    expect(field("Full Name")).toHaveValue("");
    expect(field("Phone Number")).toHaveValue("");
    // 2.add-attendee.4
    expect(screen.getByRole("textbox", { name: "Payment Status" })).toBeVisible();
    expect(field("Payment Status")).toHaveAccessibleDescription("paid, free, comp, partial");
    expect(field("Full Name")).toHaveFocus();
    // 2.add-attendee.1
    for (const name of ["Midwinter Gala (Sat 28 Nov 2026)", "Harbour Ball (Sat 5 Dec 2026)"])
      expect(within(field("Event")).getByRole("option", { name })).toBeInTheDocument();
  });

  test("2.add-attendee.14 has a button for each usual payment, those of the edit form in their order", async () => {
    const { user } = await openForm(() => json(ADA, 201));
    const usual = ["free", "paid", "unpaid", "comp", "partial"];
    const offered = screen.getAllByRole("button").map(({ textContent }) => textContent ?? "");
    expect(offered.filter((word) => usual.includes(word))).toEqual(usual);
    expect(screen.getByRole("button", { name: "paid", pressed: true })).toBeInTheDocument();
    for (const word of usual.filter((one) => one !== "paid")) {
      await user.click(screen.getByRole("button", { name: word, pressed: false }));
      expect(field("Payment Status")).toHaveValue(word);
      expect(screen.getByRole("button", { name: word, pressed: true })).toBeInTheDocument();
    }
  });

  test("5.add-attendee.1, 2, 8.attendee.3, 9.attendee.1 asks for an event, a name, a phone and a table of 1 or more", async () => {
    const { user, sales } = await openForm(() => json(ADA, 201));
    await user.selectOptions(field("Event"), "");
    await user.clear(field("Table Number"));
    await user.type(field("Table Number"), "0");
    await user.click(submit());
    await waitFor(() => expect(field("Event")).toHaveAccessibleDescription("Please select an event"));
    expect(field("Full Name")).toHaveAccessibleDescription("Full name is required");
    expect(field("Phone Number")).toHaveAccessibleDescription("Phone number is required");
    expect(field("Table Number")).toHaveAccessibleDescription("Table number must be 1 or more");
    expect(sales()).toEqual([]);
  });

  test("2.add-attendee.940 'No phone number' and 'No table' send null, and can be revoked", async () => {
    const { user, sales } = await openForm(() => json(ADA, 201));
    await fillIn(user);
    const noTable = screen.getByRole("button", { name: "No table" });
    await user.click(noTable);
    await user.click(noTable);
    expect(field("Table Number")).toHaveValue(1);
    await user.click(noTable);
    await user.click(screen.getByRole("button", { name: "No phone number" }));
    expect(field("Phone Number")).toBeDisabled();
    expect(field("Table Number")).toBeDisabled();
    await user.click(submit());
    await waitFor(() => expect(sales()).toMatchObject([{ body: { phone: null, tableNumber: null } }]));
  });

  test("shows what the server says about a field under that field", async () => {
    const errors = [{ field: "phone", message: "No control characters" }];
    const { user } = await openForm(() => problem(400, "validation_failed", "Check the fields", { errors }));
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(field("Phone Number")).toHaveAccessibleDescription("No control characters"));
    expect(toastRegion()).not.toHaveTextContent("Failed");
  });

  test("8.attendee.2 falls back to the catalogue's words", async () => {
    const { user } = await openForm(() => new Response("", { status: 500 }));
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorFailed to add attendee"));
  });

  test("2.add-attendee.11 an amount paid waits behind a quiet button, and goes out in whole cents", async () => {
    const { user, sales } = await openForm(() => json(ADA, 201));
    expect(screen.queryByLabelText("Amount Paid (AUD)")).toBeNull();
    await fillIn(user);
    await user.click(screen.getByRole("button", { name: "Amount paid" }));
    expect(field("Amount Paid (AUD)")).toHaveFocus();
    await user.type(field("Amount Paid (AUD)"), "twenty");
    await user.click(submit());
    await screen.findByText("Enter an amount from 0 to 100,000,000 dollars, such as 45 or 45.50");
    expect(sales()).toEqual([]);
    await user.clear(field("Amount Paid (AUD)"));
    await user.type(field("Amount Paid (AUD)"), "20.5");
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(sale(sales()[0])).toMatchObject({ amountPaidCents: 2050 });
  });

  test("2.add-attendee.970 beside the amount is the price, of the ticket type where it has one, and what stays open", async () => {
    const types = [{ id: 3, name: "VIP", color: "gold", priceCents: 20_000, announce: false }];
    const calls = serve({
      "GET /api/events": () => json([{ ...GALA, ticketPriceCents: 12_000 }]),
      "GET /api/events/7/ticket-types": () => json(types),
      "POST /api/attendees": () => json(ADA, 201),
    });
    const { user } = openApp("/add-attendee?eventId=7", { as: OLIVE });
    await screen.findByLabelText("Event");
    await fillIn(user);
    // 2.add-attendee.1062
    expect(await screen.findByText("The ticket price is $120.00.")).toBeVisible();
    await user.type(field("How many"), "{Backspace}4");
    expect(screen.getByText("4 × $120.00 = $480.00")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "free" }));
    expect(screen.queryByText("4 × $120.00 = $480.00")).toBeNull();
    await user.type(field("How many"), "{Backspace}1");
    await user.click(screen.getByRole("button", { name: "Amount paid" }));
    await user.type(field("Amount Paid (AUD)"), "150");
    await user.click(screen.getByRole("button", { name: "paid" }));
    expect(screen.getByText("$30.00 more than the ticket price of $120.00.")).toBeVisible();
    await user.selectOptions(field("Ticket Type"), "VIP");
    await user.click(screen.getByRole("button", { name: "partial" }));
    expect(screen.getByText("$50.00 of the ticket price of $200.00 stays open.")).toBeVisible();
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ amountPaidCents: 15_000 });
  });

  test("2.add-attendee.971 a phone number of letters has a hint, and can be saved", async () => {
    const { user, sales } = await openForm(() => json(ADA, 201));
    await fillIn(user);
    expect(field("Phone Number")).not.toHaveAccessibleDescription();
    await user.clear(field("Phone Number"));
    await user.type(field("Phone Number"), "abc");
    expect(field("Phone Number")).toHaveAccessibleDescription("This does not look like a phone number.");
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(sale(sales()[0])).toMatchObject({ phone: "abc" });
  });

  test("5.details.640 'partial' asks for the amount beside everything else that is missing", async () => {
    const { user, sales } = await openForm(() => json(ADA, 201));
    await user.click(screen.getByRole("button", { name: "partial" }));
    expect(field("Amount Paid (AUD)")).toHaveAccessibleDescription("In dollars: what has been paid so far.");
    await user.click(submit());
    await waitFor(() => expect(field("Full Name")).toHaveAccessibleDescription("Full name is required"));
    expect(field("Amount Paid (AUD)")).toHaveAccessibleDescription(
      "Enter what has been paid so far, such as 45 or 45.50",
    );
    await fillIn(user);
    await user.type(field("Amount Paid (AUD)"), "45,50");
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(sale(sales()[0])).toMatchObject({ paymentStatus: "partial", amountPaidCents: 4550 });
  });

  test("without an amount none is sent", async () => {
    const { user, sales } = await openForm(() => json(ADA, 201));
    await fillIn(user);
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(sale(sales()[0])).not.toHaveProperty("amountPaidCents");
  });

  test("without any event shows the way to make one", async () => {
    serve({ "GET /api/events": () => json([]) });
    openApp("/add-attendee", { as: OLIVE });
    expect(await screen.findByRole("link", { name: "Create Event" })).toHaveAttribute(
      "href",
      "/create-event",
    );
  });
});

test.each(["0", "51", "2.5", "-1", ""])(
  "5.attendee.7 'How many' refuses %j at the field, and sends nothing",
  async (quantity) => {
    const { user, sales } = await openForm(() => json(ADA, 201));
    await fillIn(user);
    await user.clear(field("How many"));
    if (quantity) await user.type(field("How many"), quantity);
    await user.click(submit());
    await waitFor(() => expect(field("How many")).toHaveAccessibleDescription("Enter a number from 1 to 50"));
    expect(sales()).toEqual([]);
  },
);

describe("2.add-attendee.12 the event that it starts with", () => {
  const DINNER: Event = { ...GALA, id: 6, name: "Founders' Dinner", date: "2026-11-07" };
  const EVENTS = [DINNER, GALA, BALL];
  afterEach(() => vi.useRealTimers());

  async function startsWith(day: Date, { path = "/add-attendee", events = EVENTS, last = 0 } = {}) {
    vi.setSystemTime(day);
    if (last) localStorage.setItem("doorlist.attendees.event", String(last));
    serve({ "GET /api/events": () => json(events) });
    openApp(path, { as: OLIVE });
    await screen.findByLabelText("Full Name");
    return (field("Event") as HTMLSelectElement).value;
  }

  test.each([
    ["tonight's", new Date(2026, 10, 28, 20, 0), {}, "7"],
    ["tonight's, past midnight", new Date(2026, 10, 29, 1, 0), {}, "7"],
    ["the next to come", new Date(2026, 10, 29, 12, 0), {}, "8"],
    ["the one before, where it is still to come", new Date(2026, 10, 20), { last: 8 }, "8"],
    ["none that is past, though it was the one before", new Date(2026, 10, 20), { last: 6 }, "7"],
    [
      "the one that the URL asks for",
      new Date(2026, 10, 20),
      { path: "/add-attendee?eventId=6", last: 8 },
      "6",
    ],
    [
      "a likely one, where the URL names no known event",
      new Date(2026, 10, 28),
      { path: "/add-attendee?eventId=99" },
      "7",
    ],
    ["none, where all are past", new Date(2027, 0, 1), {}, ""],
    ["the only one there is", new Date(2027, 0, 1), { events: [GALA] }, "7"],
  ])("%s", async (_which, day, world, expected) => {
    expect(await startsWith(day, world)).toBe(expected);
  });
});

describe("a sale", () => {
  test("2.add-attendee.6..10, 4.add-attendee.1, 8.attendee.1 is sent trimmed, credited to the seller, with a key, and shows the ticket", async () => {
    let respond: (response: Response) => void = () => {};
    const { user, sales } = await openForm(() => new Promise((resolve) => (respond = resolve)));
    await fillIn(user);
    // 4.add-attendee.3 with the server: whatever goes out twice has one key, and one key sells one ticket.
    await user.dblClick(submit());
    // 2.add-attendee.6
    expect(await screen.findByRole("button", { name: "Adding..." })).toBeDisabled();
    respond(json(ADA, 201));
    // 2.add-attendee.7
    await screen.findByRole("img", { name: /Ticket of Ada Byron for Midwinter Gala/ });
    // 4.add-attendee.1
    expect(screen.queryByLabelText("Full Name")).toBeNull();
    // 2.add-attendee.8
    for (const name of ["Share", "View/Download", "Add Another Attendee"])
      expect(screen.getByRole("button", { name })).toBeVisible();
    expect(new Set(sales().map((call) => sale(call).idempotencyKey)).size).toBe(1);
    expect(sale(sales()[0])).toEqual({
      eventId: 7,
      fullName: "Ada Byron",
      phone: "0400 123 456",
      tableNumber: 12,
      paymentStatus: "paid",
      soldBy: 1,
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(toastRegion()).toHaveTextContent("Attendee added and QR code generated!");
    // 2.add-attendee.10
    expect(screen.getByRole("link", { name: "Back to Attendees" })).toHaveAttribute(
      "href",
      "/manage-attendees",
    );
    // 2.add-attendee.9
    expect(screen.getByRole("link", { name: "Done" })).toHaveAttribute("href", "/");
  });

  test("keeps its key when nobody answered, and gets a new one for the next attendee", async () => {
    const answers = [
      () => Promise.reject(new TypeError("offline")),
      () => json(ADA, 201),
      () => json(ADA, 201),
    ];
    const { user, sales } = await openForm(() => answers.shift()?.() ?? json(ADA, 201));
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Failed to add attendee"));
    await user.click(submit());
    await user.click(await screen.findByRole("button", { name: "Add Another Attendee" }));
    // 4.add-attendee.2
    expect(field("Full Name")).toHaveValue("");
    expect(field("Phone Number")).toHaveValue("");
    expect(field("Table Number")).toHaveValue(1);
    expect(field("Payment Status")).toHaveValue("paid");
    expect(field("Event")).toHaveValue("7");
    await user.type(field("Full Name"), "Bo");
    await user.type(field("Phone Number"), "1");
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    const [lost, again, next] = sales().map((call) => sale(call).idempotencyKey);
    expect(again).toBe(lost);
    expect(next).not.toBe(lost);
  });

  test("gets a new key after the server refused it", async () => {
    const answers = [problem(400, "validation_failed", "no"), json(ADA, 201)];
    const { user, sales } = await openForm(() => answers.shift() ?? json(ADA, 201));
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(toastRegion()).toHaveTextContent("no"));
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(sale(sales()[1]).idempotencyKey).not.toBe(sale(sales()[0]).idempotencyKey);
  });

  test("4.form.1 survives a reload with what was typed and its key", async () => {
    const first = await openForm(() => Promise.reject(new TypeError("offline")));
    await fillIn(first.user);
    await first.user.click(submit());
    await waitFor(() => expect(first.sales()).toHaveLength(1));
    window.dispatchEvent(new Event("pagehide"));
    first.unmount();

    const second = await openForm(() => json(ADA, 201));
    expect(field("Full Name")).toHaveValue(" Ada Byron ");
    await second.user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(sale(second.sales()[0]).idempotencyKey).toBe(sale(first.sales()[0]).idempotencyKey);
  });
});

describe("2.add-attendee.901 who is on the list already", () => {
  const LISTED = { ...ADA, phone: "+61 400 123 456", erasedAt: null };
  const hint = () => screen.findByText("Ada Byron is already on this list");

  async function openWith(rows: Attendee[]) {
    const calls = serve({
      "GET /api/events": () => json([GALA, BALL]),
      "GET /api/attendees": () => page(rows),
      "POST /api/attendees": () => json(ADA, 201),
    });
    const { user } = openApp("/add-attendee?eventId=7", { as: OLIVE });
    await screen.findByLabelText("Full Name");
    const searches = () => calls.filter(({ path, method }) => path === "/api/attendees" && method === "GET");
    return { user, searches, calls };
  }

  test("is named before the guest is added, with 'Open', and the form's button still adds", async () => {
    const { user, searches, calls } = await openWith([LISTED]);
    await user.type(field("Full Name"), "ada  BYRON");
    await hint();
    expect(screen.getByText("Same name · Table 12 · +61 400 123 456")).toBeVisible();
    expect(searches()[0]?.query).toMatchObject({ eventId: "7", search: "ada  BYRON" });
    await user.type(field("Phone Number"), "0400123456");
    await screen.findByText("Same name and phone number · Table 12");
    expect(screen.getByRole("link", { name: "Open" })).toHaveAttribute("href", "/attendee-details/40");
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("is found by the phone number alone, and goes when another is typed", async () => {
    const { user } = await openWith([LISTED]);
    await user.type(field("Full Name"), "Bo Chan");
    await user.type(field("Phone Number"), "0400 123 456");
    await hint();
    expect(screen.getByText(/^Same phone number/)).toBeVisible();
    await user.type(field("Phone Number"), "7");
    expect(screen.queryByText("Ada Byron is already on this list")).toBeNull();
  });

  test("is found by the email address alone, without regard to case", async () => {
    const { user, searches } = await openWith([{ ...LISTED, email: "ada@example.com" }]);
    await user.type(field("Full Name"), "Bo Chan");
    await user.click(screen.getByRole("button", { name: "Email" }));
    await user.type(field("Email"), "Ada@Example.com");
    await hint();
    expect(screen.getByText(/^Same email address/)).toBeVisible();
    await waitFor(() => expect(searches().at(-1)?.query).toMatchObject({ search: "ada@example.com" }));
  });

  test("the one with most in common comes first, of two with one name", async () => {
    const namesake = { ...LISTED, id: 41, email: "ada@example.com" };
    const { user } = await openWith([{ ...LISTED, email: "other@example.com" }, namesake]);
    await user.type(field("Full Name"), "Ada Byron");
    await user.click(screen.getByRole("button", { name: "Email" }));
    await user.type(field("Email"), "ada@example.com");
    expect(await screen.findByText(/^Same name and email address .* and 1 more$/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Open" })).toHaveAttribute("href", "/attendee-details/41");
  });

  test("does not wait for the answer: the guest is added with one press", async () => {
    const { user, calls } = await openWith([LISTED]);
    await user.type(field("Full Name"), "Ada Byron");
    await user.type(field("Phone Number"), "0400123456");
    await user.click(submit());
    await screen.findByRole("button", { name: "Add Another Attendee" });
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

test("2.add-attendee.905 the amount paid is that of each ticket", async () => {
  const { user } = await openForm(() => json(ADA, 201));
  await user.click(screen.getByRole("button", { name: "partial" }));
  await user.clear(field("How many"));
  await user.type(field("How many"), "4");
  expect(screen.getByLabelText(/^Amount Paid/)).toHaveAccessibleDescription("For each of the 4 tickets");
});

async function openWithCapacity(capacity: number, tickets: number, stopsAtCapacity = false) {
  const figures = { eventId: 7, tickets, attended: 0, inside: null, left: null, owedCents: null };
  serve({
    "GET /api/events": () => json([{ ...GALA, capacity, stopsAtCapacity }, BALL]),
    "GET /api/attendees/figures": () => json({ ...figures, unpaidTickets: 0 }),
  });
  const { user } = openApp("/add-attendee?eventId=7", { as: OLIVE });
  await screen.findByLabelText("Full Name");
  return user;
}

test("2.add-attendee.904 says how far the new guests are over the capacity", async () => {
  const user = await openWithCapacity(6, 4);
  await user.clear(field("How many"));
  await user.type(field("How many"), "5");
  expect(await screen.findByText("4 registered and 5 more: 3 over the capacity of 6")).toBeVisible();
  await user.clear(field("How many"));
  await user.type(field("How many"), "2");
  expect(screen.queryByText(/^4 registered/)).toBeNull();
});

test("2.add-attendee.904 says by how much an event is overbooked already", async () => {
  await openWithCapacity(6, 9);
  expect(await screen.findByText("9 registered, capacity 6: overbooked by 3")).toBeVisible();
  expect(screen.queryByText(/^The door refuses/)).toBeNull();
});

test("2.add-attendee.1041 an event that is over has a note", async () => {
  vi.setSystemTime(new Date(2026, 11, 24));
  const { user } = await openForm(() => json(ADA, 201));
  await user.selectOptions(screen.getByLabelText("Event"), "7");
  expect(await screen.findByText("This event is over.")).toBeVisible();
});

test.each([
  ["unpiad", true],
  ["paid", false],
  ["Part paid", false],
  [" COMP ", false],
])(
  "2.add-attendee.1042 the payment status %j counts as unpaid, which the form says: %j",
  async (status, isSaid) => {
    const { user } = await openForm(() => json(ADA, 201));
    await user.clear(screen.getByLabelText("Payment Status"));
    await user.type(screen.getByLabelText("Payment Status"), status);
    expect(screen.queryAllByText("Counts as unpaid")).toHaveLength(isSaid ? 1 : 0);
  },
);

test("2.add-attendee.1043 the result names what is owed, and prints a single ticket", async () => {
  const { user } = await openForm(() => json({ ...ADA, paymentStatus: "unpaid", owedCents: 4500 }, 201));
  await fillIn(user);
  await user.click(submit());
  expect(await screen.findByText("$45.00 owed")).toBeVisible();
  expect(screen.getByRole("link", { name: "Print" })).toHaveAttribute("href", "/print-tickets?ids=40");
});

test("2.add-attendee.1040 says that the door refuses guests of a full event", async () => {
  await openWithCapacity(6, 9, true);
  expect(await screen.findByText("The door refuses guests once the event is full.")).toBeVisible();
});

test("2.add-attendee.902 after a reload the result is there again, and 'Add Another Attendee' shows the form", async () => {
  const first = await openForm(() => json(ADA, 201));
  await fillIn(first.user);
  await first.user.click(submit());
  await screen.findByRole("button", { name: "Add Another Attendee" });
  const state = window.history.state.usr;
  first.unmount();
  serve({ "GET /api/events": () => json([GALA]), "GET /api/attendees/40": () => json(ADA) });
  const second = openApp("/add-attendee", { as: OLIVE, state });
  await screen.findByRole("img", { name: /Ticket of Ada Byron for Midwinter Gala/ });
  await second.user.click(screen.getByRole("button", { name: "Add Another Attendee" }));
  expect(await screen.findByLabelText("Full Name")).toHaveValue("");
  await waitFor(() => expect(window.history.state.usr.registered).toBeNull());
});

test("2.add-attendee.903 'As before' fills in table and payment of the guest before", async () => {
  const { user } = await openForm(() => json({ ...ADA, paymentStatus: "unpaid", ticketType: null }, 201));
  await fillIn(user);
  await user.click(submit());
  await user.click(await screen.findByRole("button", { name: "Add Another Attendee" }));
  await user.selectOptions(field("Event"), "8");
  expect(screen.queryByRole("button", { name: /^As before/ })).toBeNull();
  await user.selectOptions(field("Event"), "7");
  await user.click(screen.getByRole("button", { name: "As before: Table 12 · unpaid" }));
  expect(field("Table Number")).toHaveValue(12);
  expect(field("Payment Status")).toHaveValue("unpaid");
  expect(screen.queryByRole("button", { name: /^As before/ })).toBeNull();
});

describe("who leaves and returns", () => {
  const back = async () => {
    window.history.back();
    await screen.findByLabelText("Full Name");
  };
  async function leave(user: Awaited<ReturnType<typeof openForm>>["user"]) {
    await user.click(screen.getByRole("link", { name: "Back" }));
    await screen.findByRole("heading", { name: "Dashboard" });
  }

  test("4.form.900, 4.form.901 finds what was typed, with its key, until it is discarded", async () => {
    const { user, sales } = await openForm(() => Promise.reject(new TypeError("offline")));
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(sales()).toHaveLength(1));
    await leave(user);
    await back();
    expect(field("Full Name")).toHaveValue(" Ada Byron ");
    await user.click(submit());
    await waitFor(() => expect(sales()).toHaveLength(2));
    expect(sale(sales()[1]).idempotencyKey).toBe(sale(sales()[0]).idempotencyKey);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(field("Full Name")).toHaveValue("");
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(sales()).toHaveLength(3));
    expect(sale(sales()[2]).idempotencyKey).not.toBe(sale(sales()[0]).idempotencyKey);
  });

  test("4.form.900 a link that asks for another event opens a form for that event", async () => {
    const opened = await openForm(() => json(ADA, 201));
    await fillIn(opened.user);
    await leave(opened.user);
    opened.unmount();
    const linked = openApp("/add-attendee?eventId=8", { as: OLIVE });
    expect(await screen.findByLabelText("Full Name")).toHaveValue("");
    expect(field("Event")).toHaveDisplayValue(/Harbour Ball/);
    linked.unmount();
    openApp("/add-attendee", { as: OLIVE });
    expect(await screen.findByLabelText("Full Name")).toHaveValue(" Ada Byron ");
  });
});

describe("who goes on before the answer", () => {
  async function leaveWhileItRuns() {
    let respond: (response: Response) => void = () => {};
    const opened = await openForm(() => new Promise<Response>((resolve) => (respond = resolve)));
    await fillIn(opened.user);
    await opened.user.click(submit());
    await waitFor(() => expect(opened.sales()).toHaveLength(1));
    await opened.user.click(screen.getByRole("link", { name: "Back" }));
    await screen.findByRole("heading", { name: "Dashboard" });
    return (response: Response) => respond(response);
  }

  test("hears that the ticket exists, and stays where they went", async () => {
    const respond = await leaveWhileItRuns();
    respond(json(ADA, 201));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Attendee added and QR code generated!"));
    expect(screen.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  });

  test("hears that there is none", async () => {
    const respond = await leaveWhileItRuns();
    respond(new Response("", { status: 502 }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Failed to add attendee"));
  });
});
