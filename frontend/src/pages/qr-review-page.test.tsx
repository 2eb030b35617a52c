import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Attendee } from "@/api/types";
import * as pictures from "@/features/tickets/picture/draw-qr";
import * as tickets from "@/features/tickets/picture/draw-ticket";
import { attendeeNamed, GALA, OLIVE } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { json, laterResponse, page, problem, serve } from "@/testing/server";

const TICKET = "DL1.7.0123456789ABCDEFGHJKMNPQRS";
const ADA = {
  id: 40,
  eventId: 7,
  event: { id: 7, name: "Midwinter Gala", date: "2026-11-28" },
  fullName: "Ada Byron",
  phone: "+61 400 123 456",
  tableNumber: 12,
  paymentStatus: "unpaid",
  paymentGroup: "owed",
  owedCents: 4500,
  attended: false,
  invoiceNumber: "INV-7K3M-9PQR",
  qrCodeData: TICKET,
} as Attendee;
const FOUND = { "GET /api/attendees/40": () => json(ADA), "GET /api/events": () => json([GALA]) };

function withNavigator(parts: object) {
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
}
const button = (name: string) => screen.findByRole("button", { name });

async function openReview() {
  serve(FOUND);
  const opened = openApp("/qr-review/40", { as: OLIVE });
  await screen.findByRole("heading", { name: "Ada Byron" });
  await waitFor(async () => expect(await button("Share")).toBeEnabled());
  return opened;
}

let saved: string[] = [];
beforeEach(() => {
  // jsdom has no canvas; a browser test checks the real drawing.
  vi.spyOn(pictures, "drawQr").mockResolvedValue(new Blob(["png"]));
  vi.spyOn(tickets, "drawTicket").mockResolvedValue(new Blob(["png"]));
  saved = [];
  URL.createObjectURL = () => "blob:qr";
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ["canShare", "share", "clipboard"]) Reflect.deleteProperty(navigator, name);
});

test("2.qr-review.3, 9.qr-review.1 the QR code stands at 200 px beside what it is for", async () => {
  await openReview();
  const symbol = screen.getByRole("img", { name: "QR code of Ada Byron, invoice INV-7K3M-9PQR" });
  expect([symbol.getAttribute("width"), symbol.getAttribute("height")]).toEqual(["200", "200"]);
  expect(screen.getByText("Midwinter Gala")).toBeInTheDocument();
  expect(await screen.findByText("Sat 28 Nov 2026 at 19:30")).toBeInTheDocument();
  expect(screen.getByText("INV-7K3M-9PQR")).toBeInTheDocument();
});

test("2.qr-review.1080 it shows ticket type, payment, what is owed, attendance and venue", async () => {
  const ticketType = { id: 3, name: "VIP", color: "gold" };
  const attended = {
    attended: true,
    attendedAt: "2026-11-28T08:42:00.000Z",
    paymentGroup: "paid",
    owedCents: 0,
  };
  const answers = [json({ ...ADA, ticketType }), json({ ...ADA, ...attended })];
  serve({
    "GET /api/attendees/40": () => answers.shift() ?? problem(404, "attendee_not_found", ""),
    "GET /api/events": () => json([{ ...GALA, venue: "Harbour Hall" }]),
  });
  const { unmount } = openApp("/qr-review/40", { as: OLIVE });
  for (const text of ["Table 12", "VIP", "unpaid", "$45.00 owed", "Not arrived", "Harbour Hall"])
    expect(await screen.findByText(text)).toBeVisible();
  unmount();
  openApp("/qr-review/40", { as: OLIVE });
  for (const text of ["Paid", "Present"]) expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/owed$/)).toBeNull();
});

const MAIL = { isSetUp: true, isReady: true, problem: null, server: null, sender: null, perMinute: null };

describe("2.qr-review.1081 one primary action", () => {
  const primaries = () =>
    screen
      .getAllByRole("button")
      .filter((one) => one.className.includes("bg-accent"))
      .map((one) => one.textContent);

  test.each([
    ["Share", true, "ada@example.org", true],
    ["Email ticket", false, "ada@example.org", true],
    ["Download ticket", false, null, true],
    ["Download ticket", false, "ada@example.org", false],
  ])("%s: sharing %j, address %j, mail server %j", async (primary, canShare, email, isSetUp) => {
    if (canShare) withNavigator({ canShare: () => true, share: async () => {} });
    serve({
      ...FOUND,
      "GET /api/attendees/40": () => json({ ...ADA, email, ticketMail: null }),
      "GET /api/tickets/sending": () => json({ mail: { ...MAIL, isSetUp }, runs: [] }),
    });
    openApp("/qr-review/40", { as: OLIVE });
    await waitFor(() => expect(primaries()).toEqual([primary]));
    for (const name of ["Share", "Download ticket"]) expect(await button(name)).toBeEnabled();
    // 2.qr-review.1082
    if (email && isSetUp) expect(await screen.findByText("To ada@example.org")).toBeVisible();
    // 2.qr-review.1083
    expect(screen.getByRole("link", { name: "Print" })).toHaveAttribute("href", "/print-tickets?ids=40");
    expect(screen.getByRole("region", { name: "Send" })).toContainElement(
      screen.getByRole("link", { name: "Email app" }),
    );
    expect(screen.getByRole("region", { name: "Save" })).toContainElement(await button("Download QR"));
  });
});

test.each([true, false])(
  "2.qr-review.1090 the buttons of a guest without an address are in the same order: sharing %j",
  async (canShare) => {
    if (canShare) withNavigator({ canShare: () => true, share: async () => {} });
    async function orderOf(email: string | null, action: string) {
      serve({
        ...FOUND,
        "GET /api/attendees/40": () => json({ ...ADA, email, ticketMail: null }),
        "GET /api/tickets/sending": () => json({ mail: MAIL, runs: [] }),
      });
      const { unmount } = openApp("/qr-review/40", { as: OLIVE });
      await screen.findByText(action);
      const shown = screen.getByRole("main").querySelectorAll("button, a");
      const order = Array.from(shown, ({ textContent }) => (textContent === action ? "email" : textContent));
      unmount();
      return order;
    }
    const order = await orderOf("ada@example.org", "Email ticket");
    expect(await orderOf(null, "Add an email address to send the ticket.")).toEqual(order);
  },
);

describe("2.qr-review.1 sending it on", () => {
  test("by Share, with the picture of the ticket and the message", async () => {
    const share = vi.fn(async () => {});
    withNavigator({ canShare: () => true, share });
    const { user } = await openReview();
    await user.click(await button("Share"));
    expect(share).toHaveBeenCalledWith({
      files: [
        expect.objectContaining({
          type: "image/png",
          name: expect.stringMatching(/^ticket-Midwinter-Gala-INV-7K3M-9PQR-/),
        }),
      ],
      title: "Midwinter Gala",
      text: expect.stringContaining("Table: 12"),
    });
  });

  test("8.attendee.6 by Share where there is none: it is downloaded", async () => {
    const { user } = await openReview();
    await user.click(await button("Share"));
    expect(saved).toEqual([
      expect.stringMatching(/^ticket-Midwinter-Gala-INV-7K3M-9PQR-\d{4}-\d{2}-\d{2}\.png$/),
    ]);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Downloaded!"));
  });

  test("8.attendee.4 by Share, which fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    withNavigator({ canShare: () => true, share: () => Promise.reject(new DOMException("", "DataError")) });
    const { user } = await openReview();
    await user.click(await button("Share"));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorFailed to copy or download ticket"));
  });

  test("2.qr-review.970 by download of the ticket's picture", async () => {
    const { user } = await openReview();
    await user.click(await button("Download ticket"));
    expect(saved).toEqual([expect.stringMatching(/^ticket-Midwinter-Gala-INV-7K3M-9PQR-/)]);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Downloaded!"));
  });

  test("by download of the code's picture", async () => {
    const { user } = await openReview();
    await user.click(await button("Download QR"));
    expect(saved).toEqual([expect.stringMatching(/^qr-Midwinter-Gala-INV-7K3M-9PQR-/)]);
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Downloaded!"));
  });

  test("by email and by SMS, never with the text of the QR code", async () => {
    await openReview();
    await screen.findByText("Sat 28 Nov 2026 at 19:30");
    for (const [name, start] of [
      ["Email app", "mailto:?subject=Your%20ticket%20for%20Midwinter%20Gala&body="],
      ["SMS", "sms:+61400123456?&body="],
    ] as const) {
      const url = screen.getByRole("link", { name }).getAttribute("href") ?? "";
      expect(url.startsWith(start)).toBe(true);
      const text = decodeURIComponent(url);
      for (const fact of ["Midwinter Gala", "Sat 28 Nov 2026 at 19:30", "Ada Byron", "12", "INV-7K3M-9PQR"]) {
        expect(text).toContain(fact);
      }
      expect(text).not.toContain(TICKET);
    }
  });

  test("8.attendee.7, 9.copied.1 by copying its text: 'Copied!' shows for 2 seconds", async () => {
    await openReview();
    const writeText = vi.fn(async () => {});
    withNavigator({ clipboard: { writeText } });
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole("button", { name: "Copy code" }));
    await act(async () => {});
    expect(writeText).toHaveBeenCalledWith(TICKET);
    expect(screen.getByRole("button", { name: "Copied!" })).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(1999));
    expect(screen.getByRole("button", { name: "Copied!" })).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole("button", { name: "Copy code" })).toBeInTheDocument();
  });

  test("8.attendee.14 by copying, which fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = await openReview();
    withNavigator({
      clipboard: { writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) },
    });
    await user.click(await button("Copy code"));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorFailed to copy QR code data"));
    expect(screen.queryByText("Copied!")).not.toBeInTheDocument();
  });

  test("8.attendee.5 a picture that cannot be drawn says so, and the rest goes on working", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.mocked(pictures.drawQr).mockRejectedValue(new Error("no canvas"));
    serve(FOUND);
    openApp("/qr-review/40", { as: OLIVE });
    await screen.findByRole("heading", { name: "Ada Byron" });
    await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorFailed to generate ticket image"));
    expect(await button("Download QR")).toBeDisabled();
    expect(await button("Share")).toBeEnabled();
    expect(screen.getByRole("img", { name: /QR code of Ada Byron/ })).toBeInTheDocument();
    expect(await button("Copy code")).toBeEnabled();
  });
});

describe("reading the attendee", () => {
  test("says that it loads", async () => {
    const { response, respond } = laterResponse();
    serve({ ...FOUND, "GET /api/attendees/40": () => response });
    openApp("/qr-review/40", { as: OLIVE });
    await screen.findByText("Loading attendee...");
    respond(json(ADA));
    await screen.findByRole("heading", { name: "Ada Byron" });
  });

  test("2.qr-review.2 somebody unknown is 'Attendee not found', with a way back", async () => {
    serve({ "GET /api/attendees/40": () => problem(404, "attendee_not_found", "Attendee not found") });
    openApp("/qr-review/40", { as: OLIVE });
    await screen.findByText("Attendee not found");
    expect(screen.getByRole("link", { name: "Back to Attendees" })).toHaveAttribute(
      "href",
      "/manage-attendees",
    );
  });

  test.each(["abc", "7x", "-7", "7.5"])("the id %s is nobody, and asks nobody", async (id) => {
    const calls = serve({});
    openApp(`/qr-review/${id}`, { as: OLIVE });
    await screen.findByText("Attendee not found");
    expect(calls).toEqual([]);
  });

  test("8.attendee.9 any other failure is 'Failed to fetch attendee', and can be tried again", async () => {
    const answers = [new Response("", { status: 500 }), json(ADA)];
    serve({ ...FOUND, "GET /api/attendees/40": () => answers.shift() ?? json(ADA) });
    const { user } = openApp("/qr-review/40", { as: OLIVE });
    await screen.findByText("Failed to fetch attendee");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Ada Byron" });
  });

  test("without the list of events the date stands alone", async () => {
    serve({ "GET /api/attendees/40": () => json(ADA) });
    openApp("/qr-review/40", { as: OLIVE });
    expect(await screen.findByText("Sat 28 Nov 2026")).toBeInTheDocument();
  });
});

test("8.attendee.8 a ticket that cannot be drawn is not shared, and the QR code can still be saved", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(tickets.drawTicket).mockRejectedValue(new Error("no canvas"));
  serve(FOUND);
  openApp("/qr-review/40", { as: OLIVE });
  await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorFailed to generate professional ticket"));
  expect(await button("Share")).toBeDisabled();
  expect(await button("Download QR")).toBeEnabled();
});

test.each([
  ["-", "This guest has no phone number for an SMS."],
  ["abc", "'abc' is not a phone number for an SMS."],
])(
  "2.qr-review.902 a guest with the phone %j gets no SMS, and the screen says why",
  async (phone, reason) => {
    serve({ ...FOUND, "GET /api/attendees/40": () => json({ ...ADA, phone }) });
    openApp("/qr-review/40", { as: OLIVE });
    const sms = await button("SMS");
    expect(sms).toBeDisabled();
    expect(sms).toHaveAccessibleDescription(reason);
    expect(screen.queryByRole("link", { name: "SMS" })).toBeNull();
  },
);

describe("2.qr-review.900 opened from the list", () => {
  const LIST = "?eventId=7&sort=name";
  const guest = (id: number, fullName: string) => ({ ...ADA, id, fullName });
  const ROWS = [guest(39, "Abe Law"), ADA, guest(41, "Bo Chan")];
  const link = (name: string) => screen.getByRole("link", { name });

  test("leads to the previous and the next guest of the list as it was filtered and sorted", async () => {
    const calls = serve({
      ...FOUND,
      "GET /api/attendees/40/neighbours": () =>
        json({ position: 98_765, matches: 98_766, previousId: 39, nextId: 41 }),
      "GET /api/attendees/41": () => json(ROWS[2]),
      "GET /api/attendees/41/neighbours": () =>
        json({ position: 98_766, matches: 98_766, previousId: 40, nextId: null }),
    });
    const state = { fromDetails: "/attendee-details/40", fromList: true, listSearch: LIST, steps: 2 };
    const { user } = openApp("/qr-review/40", { as: OLIVE, state });
    await screen.findByText("98,765 of 98,766");
    // 2.qr-review.1152
    expect(link("Done")).toHaveAttribute("href", "/attendee-details/40");
    expect(calls.find(({ path }) => path.endsWith("/neighbours"))?.query).toEqual({
      eventId: "7",
      sort: "name",
    });
    expect(link("Previous")).toHaveAttribute("href", "/qr-review/39");
    await user.click(link("Next"));
    await screen.findByRole("heading", { name: "Bo Chan" });
    expect(await screen.findByText("98,766 of 98,766")).toBeVisible();
    expect(await button("Next")).toBeDisabled();
    expect(link("Previous")).toHaveAttribute("href", "/qr-review/40");
    for (const name of ["Back to Attendees", "Done"])
      expect(link(name)).toHaveAttribute("href", `/manage-attendees${LIST}`);
  });

  test("shows the neighbours of the loaded list until the server responds", async () => {
    const rows = ROWS.map(({ id, fullName }) => attendeeNamed(fullName, { id }));
    serve({
      ...FOUND,
      "GET /api/attendees": () => page(rows, { total: 3 }),
      "GET /api/attendees/40": () => json({ ...rows[1], checkIns: [] }),
      "GET /api/attendees/40/neighbours": () => new Promise<Response>(() => {}),
    });
    const { user } = openApp(`/manage-attendees${LIST}`, { as: OLIVE });
    await user.click(await screen.findByRole("link", { name: /Ada Byron/ }));
    await user.click(await screen.findByRole("link", { name: "Send ticket" }));
    expect(await screen.findByText("2 of 3")).toBeVisible();
    expect(link("Next")).toHaveAttribute("href", "/qr-review/41");
  });

  test("keeps its place, disabled, until the server responds for a guest who is not loaded", async () => {
    const answers: ((response: Response) => void)[] = [];
    serve({
      ...FOUND,
      "GET /api/attendees/40/neighbours": () => new Promise<Response>((resolve) => answers.push(resolve)),
    });
    openApp("/qr-review/40", { as: OLIVE, state: { fromList: true, listSearch: LIST } });
    expect(await button("Previous")).toBeDisabled();
    expect(await button("Next")).toBeDisabled();
    answers[0]?.(json({ position: 2, matches: 3, previousId: 39, nextId: 41 }));
    expect(await screen.findByText("2 of 3")).toBeVisible();
    expect(link("Next")).toHaveAttribute("href", "/qr-review/41");
  });

  test("has neither for a guest whom the list does not have now", async () => {
    const calls = serve({
      ...FOUND,
      "GET /api/attendees/40/neighbours": () =>
        json({ position: null, matches: null, previousId: null, nextId: null }),
    });
    openApp("/qr-review/40", { as: OLIVE, state: { fromList: true, listSearch: "" } });
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/neighbours"))).toBe(true));
    await button("Share");
    await waitFor(() =>
      expect(screen.queryByRole("navigation", { name: "Attendees of the list" })).toBeNull(),
    );
  });

  test("and not from the list, has neither", async () => {
    const { user } = await openReview();
    expect(screen.queryByRole("navigation", { name: "Attendees of the list" })).toBeNull();
    expect(link("Done")).toHaveAttribute("href", "/");
    // 2.print.1153
    await user.click(link("Print"));
    expect(await screen.findByRole("link", { name: "Back to Ticket" })).toHaveAttribute(
      "href",
      "/qr-review/40",
    );
  });
});

describe("2.mail.900, 2.qr-review.971 sending by the server", () => {
  const SENDING = {
    mail: { isSetUp: true, isReady: true, problem: null, server: null, sender: null, perMinute: null },
    runs: [],
  };

  test.each([
    ["ada@example.org", true],
    [null, false],
  ])("for the address %j: %j", async (email, isOffered) => {
    serve({
      ...FOUND,
      "GET /api/attendees/40": () => json({ ...ADA, email, ticketMail: null }),
      "GET /api/tickets/sending": () => json(SENDING),
    });
    openApp("/qr-review/40", { as: OLIVE });
    await screen.findByRole("heading", { name: "Ada Byron" });
    // 2.qr-review.1040
    expect(screen.getByRole("link", { name: "Ada Byron" })).toHaveAttribute("href", "/attendee-details/40");
    // 2.qr-review.971
    expect(await screen.findByRole("link", { name: "Email app" })).toBeVisible();
    if (isOffered) expect(await button("Email ticket")).toBeEnabled();
    else {
      // 2.mail.1040
      const missing = await screen.findByRole("link", { name: "Add an email address to send the ticket." });
      expect(missing).toHaveAttribute("href", "/attendee-details/40");
    }
  });
});

test("2.erase.555 an erased guest has nothing to send", async () => {
  const erased = { ...ADA, fullName: "Erased guest", erasedAt: "2026-11-29T01:00:00.000Z" };
  serve({ ...FOUND, "GET /api/attendees/40": () => json(erased) });
  openApp("/qr-review/40", { as: OLIVE });
  expect(await screen.findByText("This guest was erased")).toBeVisible();
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
  expect(screen.getByRole("link", { name: "Attendee Details" })).toHaveAttribute(
    "href",
    "/attendee-details/40",
  );
});
