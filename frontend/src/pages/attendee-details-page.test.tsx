import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Attendee } from "@/api/types";
import { shownToast } from "@/components/ui/toast-store";
import * as pictures from "@/features/tickets/picture/draw-ticket";
import { formatTimeOfDay } from "@/lib/event-date";
import * as files from "@/lib/save-file";
import { attendeeNamed, GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, reload, toastRegion } from "@/testing/open-app";
import { type Call, json, problem, serve } from "@/testing/server";

const savedFile = () => vi.mocked(files.saveFile).mock.calls.at(-1)?.[0].name;

const ADA = attendeeNamed("Ada Byron", { id: 42, tableNumber: 12, version: 3 });
const PRESENT: Attendee = {
  ...ADA,
  attended: true,
  attendedAt: "2026-11-28T08:42:00.000Z",
  inside: true,
  scannedBy: 2,
  scanner: { id: 2, fullName: "Sam Superadmin" },
};

type Routes = Parameters<typeof serve>[0];
const serveOne = (attendee: Attendee, routes: Routes = {}) =>
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees/42": () => json(attendee),
    ...routes,
  });

async function open(attendee: Attendee = ADA, routes: Routes = {}) {
  const calls = serveOne(attendee, routes);
  const opened = openApp("/attendee-details/42", { as: OLIVE });
  await screen.findByRole("button", { name: "Edit" });
  return { ...opened, calls };
}

const PART: Attendee = {
  ...ADA,
  paymentStatus: "partial",
  paymentGroup: "owed",
  amountPaidCents: 5000,
  owedCents: 7000,
};

async function openEdit(attendee: Attendee = ADA, routes: Routes = {}) {
  const opened = await open(attendee, routes);
  await opened.user.click(screen.getByRole("button", { name: "Edit" }));
  await screen.findByLabelText("Full Name");
  return { ...opened, save: () => opened.user.click(screen.getByRole("button", { name: "Save" })) };
}

const sent = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map((c) => c.body);
const field = (label: string) => screen.getByLabelText(label);
const fact = (label: string) => screen.getByText(label).parentElement;

afterEach(() => vi.useRealTimers());

beforeEach(() => {
  // jsdom has no canvas; a browser test checks the real drawing.
  vi.spyOn(pictures, "drawTicket").mockResolvedValue(new Blob(["png"]));
  vi.spyOn(files, "saveFile").mockReturnValue();
  URL.createObjectURL = () => "blob:ticket";
  URL.revokeObjectURL = () => {};
});

describe("2.details.1203 from the list", () => {
  const state = { fromList: true, listSearch: "?eventId=7&sort=name" };
  const link = (name: string) => screen.findByRole("link", { name });

  test("it leads to the next guest in the list's order, and back to the list", async () => {
    const next = attendeeNamed("Bo Chan", { id: 43 });
    const calls = serveOne(ADA, {
      "GET /api/attendees/42/neighbours": () => json({ position: 2, matches: 3, previousId: 41, nextId: 43 }),
      "GET /api/attendees/43": () => json(next),
      "GET /api/attendees/43/neighbours": () =>
        json({ position: 3, matches: 3, previousId: 42, nextId: null }),
    });
    const { user } = openApp("/attendee-details/42", { as: OLIVE, state });
    expect(await screen.findByText("2 of 3")).toBeVisible();
    const asked = calls.find(({ path }) => path.endsWith("/neighbours"));
    expect(asked?.query).toEqual({ eventId: "7", sort: "name" });
    expect(await link("Previous")).toHaveAttribute("href", "/attendee-details/41");
    await user.click(await link("Next"));
    expect(await screen.findByRole("heading", { name: "Bo Chan" })).toBeVisible();
    expect(await screen.findByText("3 of 3")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    expect(await link("Back to Attendees")).toHaveAttribute(
      "href",
      expect.stringMatching("/manage-attendees"),
    );
  });

  test("it has no way on in the edit mode", async () => {
    serveOne(ADA, {
      "GET /api/attendees/42/neighbours": () => json({ position: 2, matches: 3, previousId: 41, nextId: 43 }),
    });
    const { user } = openApp("/attendee-details/42", { as: OLIVE, state });
    await link("Next");
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    await screen.findByLabelText("Full Name");
    expect(screen.queryByRole("link", { name: "Next" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await link("Next");
  });
});

describe("the view", () => {
  test("2.details.3 check-in time, scanner and seller show where there is one", async () => {
    await open(PRESENT);
    expect(fact("Sold by")).toHaveTextContent("Olive Organizer");
    expect(fact("Scanned by")).toHaveTextContent("Sam Superadmin");
    expect(fact("Checked in")).toHaveTextContent("28 Nov 2026");
    expect(fact("Table Number")).toHaveTextContent("Table 12");
    expect(fact("Invoice Number")).toHaveTextContent("INV-42");
  });

  test("2.details.1154, 2.details.1155 'Send ticket' says what its page has, and an email address wraps after a sign", async () => {
    await open({ ...ADA, email: "mia.lund@example.org" });
    const link = screen.getByRole("link", { name: "Send ticket" });
    expect(link).toHaveAccessibleDescription("Opens a page with SMS, your email app, print and the QR code.");
    const lines = Array.from(screen.getByText("mia.lund@example.org").childNodes, (part) => part.nodeName);
    expect(lines.filter((name) => name === "WBR")).toHaveLength(4);
    expect(screen.getByText("mia.lund@example.org").innerHTML).toMatch(
      /^mia\.<wbr>lund@<wbr>example\.<wbr>org/,
    );
  });

  test("what there is not has no line", async () => {
    await open({ ...ADA, seller: null, soldBy: null });
    for (const label of ["Sold by", "Scanned by", "Checked in", "Amount Paid", "Still owed"]) {
      expect(screen.queryByText(label)).toBeNull();
    }
  });

  test("2.manage.14 table 0 is 'No table'; what is owed shows in dollars", async () => {
    await open({
      ...ADA,
      tableNumber: 0,
      paymentStatus: "partial",
      paymentGroup: "owed",
      amountPaidCents: 2000,
      owedCents: 2550,
    });
    expect(fact("Table Number")).toHaveTextContent("No table");
    expect(fact("Payment Status")).toHaveTextContent("partial");
    expect(fact("Amount Paid")).toHaveTextContent("$20.00");
    expect(fact("Still owed")).toHaveTextContent("$25.50");
  });

  test("2.details.4 the ticket is drawn once, and a check-in draws it no second time", async () => {
    const { user } = await open(ADA, {
      "PATCH /api/attendees/42/attendance": () => json({ message: "Present", attendee: PRESENT }),
    });
    await screen.findByRole("img", { name: /Ticket of Ada Byron for Midwinter Gala/ });
    await user.click(screen.getByRole("button", { name: "Mark Present" }));
    await screen.findByText("Checked in");
    expect(pictures.drawTicket).toHaveBeenCalledOnce();
  });

  describe("2.details.903 an event that refuses guests when it is full", () => {
    const REFUSES = { ...GALA, capacity: 3, stopsAtCapacity: true };
    const figuresOf = (attended: number, inside: number | null = null) =>
      json({ eventId: 7, tickets: 9, attended, inside, left: null, owedCents: null, unpaidTickets: 0 });

    async function mark(routes: Parameters<typeof open>[1]) {
      const { user, calls } = await open(ADA, {
        "PATCH /api/attendees/42/attendance": () => json({ message: "Present", attendee: PRESENT }),
        ...routes,
      });
      await user.click(screen.getByRole("button", { name: "Mark Present" }));
      await waitFor(() =>
        expect(calls.some(({ path }) => path === "/api/attendees/figures")).toBe(
          "GET /api/attendees/figures" in (routes ?? {}),
        ),
      );
      const sent = () => calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
      return { user, sent, marks: () => sent().length };
    }

    test("asks before 'Mark Present'", async () => {
      const { user, marks, sent } = await mark({
        "GET /api/events": () => json([REFUSES]),
        "GET /api/attendees/figures": () => figuresOf(3),
      });
      const question = within(await screen.findByRole("dialog", { name: "The event is full" }));
      expect(question.getByText("The capacity of 3 is reached: 3 guests are in.")).toBeVisible();
      await user.click(question.getByRole("button", { name: "Cancel" }));
      expect(marks()).toBe(0);
      await user.click(screen.getByRole("button", { name: "Mark Present" }));
      await user.click(await screen.findByRole("button", { name: "Mark Present anyway" }));
      await screen.findByText("Checked in");
      // 2.activity.1092
      expect(sent()).toEqual([expect.objectContaining({ attended: true, anyway: true })]);
    });

    test("waits for the figures before it asks", async () => {
      let answer = (_: Response) => {};
      const late = new Promise<Response>((resolve) => {
        answer = resolve;
      });
      const { marks } = await mark({
        "GET /api/events": () => json([REFUSES]),
        "GET /api/attendees/figures": () => late,
      });
      expect(marks()).toBe(0);
      answer(figuresOf(3));
      await screen.findByRole("dialog", { name: "The event is full" });
      expect(marks()).toBe(0);
    });

    test("without its event it asks nothing", async () => {
      const { marks } = await mark({ "GET /api/events": () => new Response("", { status: 500 }) });
      await screen.findByText("Checked in");
      expect(marks()).toBe(1);
    });

    test("asks nothing while there is room, counted inside where exits are", async () => {
      const { marks } = await mark({
        "GET /api/events": () => json([{ ...REFUSES, countsExits: true }]),
        "GET /api/attendees/figures": () => figuresOf(3, 2),
      });
      await screen.findByText("Checked in");
      expect(marks()).toBe(1);
    });

    test("a capacity alone refuses nobody", async () => {
      const { marks } = await mark({
        "GET /api/events": () => json([{ ...REFUSES, stopsAtCapacity: false }]),
        "GET /api/attendees/figures": () => figuresOf(3),
      });
      await screen.findByText("Checked in");
      expect(marks()).toBe(1);
    });
  });

  describe("2.details.1146, 2.details.1147 an event with a capacity", () => {
    const figuresOf = (attended: number, inside: number | null = null) =>
      json({ eventId: 7, tickets: 90, attended, inside, left: null, owedCents: null, unpaidTickets: 0 });

    async function openAt(events: unknown[], counts: Response[], routes: Routes = {}) {
      vi.setSystemTime(new Date(2026, 10, 28, 20, 0));
      return open(ADA, {
        "GET /api/events": () => json(events),
        "GET /api/attendees/figures": () => counts.shift() ?? figuresOf(0),
        "PATCH /api/attendees/42/attendance": () =>
          json({ message: "Attendee marked as present", attendee: PRESENT }),
        ...routes,
      });
    }

    test("says how many count against it, and after 'Mark Present' that it is full", async () => {
      const { user } = await openAt([{ ...GALA, capacity: 74 }], [figuresOf(75), figuresOf(76)]);
      expect(await screen.findByText("75 of 90 arrived · capacity 74 · Full, 1 over")).toBeVisible();
      await user.click(screen.getByRole("button", { name: "Mark Present" }));
      await waitFor(() =>
        expect(toastRegion()).toHaveTextContent(
          "Updated SuccessfullyAttendee marked as presentNow 76 in, capacity 74",
        ),
      );
      expect(screen.getByText("76 of 90 arrived · capacity 74 · Full, 2 over")).toBeVisible();
    });

    test("counts who is inside where exits are counted, and with room left the toast has no count", async () => {
      const event = { ...GALA, capacity: 74, countsExits: true };
      const { user } = await openAt([event], [figuresOf(75, 60), figuresOf(76, 61)]);
      expect(await screen.findByText("60 inside · capacity 74")).toBeVisible();
      await user.click(screen.getByRole("button", { name: "Mark Present" }));
      await waitFor(() => expect(toastRegion()).toHaveTextContent(/Attendee marked as present$/));
    });

    test("2.details.1161 a count that comes late replaces no toast of a newer change", async () => {
      let answer: (figures: Response) => void = () => {};
      const answers = [
        json({ message: "Present", attendee: PRESENT }),
        json({ message: "Marked absent", attendee: ADA }),
      ];
      const reads = [figuresOf(75), new Promise<Response>((resolve) => (answer = resolve))];
      const { user } = await openAt([{ ...GALA, capacity: 74 }], [], {
        "GET /api/attendees/figures": () => reads.shift() ?? figuresOf(75),
        "PATCH /api/attendees/42/attendance": () => answers.shift() ?? json({}),
      });
      await screen.findByText("75 of 90 arrived · capacity 74 · Full, 1 over");
      await user.click(screen.getByRole("button", { name: "Mark Present" }));
      await waitFor(() => expect(screen.getByRole("button", { name: "Mark Absent" })).toBeEnabled());
      expect(toastRegion()).not.toHaveTextContent("Present");
      await user.click(screen.getByRole("button", { name: "Mark Absent" }));
      await waitFor(() => expect(toastRegion()).toHaveTextContent("Marked absent"));
      answer(figuresOf(76));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(toastRegion()).toHaveTextContent("Marked absent");
    });

    test("2.details.1161 a count that comes after the user has left shows no toast", async () => {
      let answer: (figures: Response) => void = () => {};
      const reads = [figuresOf(75), new Promise<Response>((resolve) => (answer = resolve))];
      const { user, unmount } = await openAt([{ ...GALA, capacity: 74 }], [], {
        "GET /api/attendees/figures": () => reads.shift() ?? figuresOf(75),
      });
      await screen.findByText("75 of 90 arrived · capacity 74 · Full, 1 over");
      await user.click(screen.getByRole("button", { name: "Mark Present" }));
      await waitFor(() => expect(screen.getByRole("button", { name: "Mark Absent" })).toBeEnabled());
      const before = shownToast();
      unmount();
      answer(figuresOf(76));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(shownToast()).toBe(before);
    });

    test("says nothing once the event is over", async () => {
      vi.setSystemTime(new Date(2026, 10, 30, 20, 0));
      const { calls } = await open(PRESENT, {
        "GET /api/events": () => json([{ ...GALA, capacity: 74 }]),
        "GET /api/attendees/figures": () => figuresOf(75),
      });
      await waitFor(() => expect(calls.some(({ path }) => path === "/api/attendees/figures")).toBe(true));
      expect(screen.queryByText(/capacity 74/)).toBeNull();
    });
  });

  test("8.attendee.9 any failure but a 404 is 'Failed to fetch attendee', and can be tried again", async () => {
    const answers = [new Response("", { status: 500 }), json(ADA)];
    serveOne(ADA, { "GET /api/attendees/42": () => answers.shift() ?? json(ADA) });
    const { user } = openApp("/attendee-details/42", { as: OLIVE });
    await screen.findByText("Failed to fetch attendee");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Ada Byron");
  });

  test.each(["42x", "0x2a"])("the id %s names nobody, and asks nobody", async (id) => {
    const calls = serve({});
    openApp(`/attendee-details/${id}`, { as: OLIVE });
    await screen.findByText("Attendee not found");
    expect(calls).toEqual([]);
  });
});

describe("attendance", () => {
  test("2.details.901 the check-ins at lists show, and stay when the attendance changes", async () => {
    const at = "2026-11-28T09:10:00.000Z";
    const checkIns = [
      { list: { id: 11, name: "Backstage" }, firstAt: at, lastAt: at, times: 1, inside: true },
    ];
    const { checkIns: _, ...absent } = ADA;
    const { user } = await open({ ...PRESENT, checkIns } as Attendee, {
      "PATCH /api/attendees/42/attendance": () => json({ message: "Absent", attendee: absent }),
    });
    expect(await screen.findByRole("heading", { name: "Check-ins" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mark Absent" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Mark Present" })).toBeEnabled());
    expect(screen.getByText("Backstage")).toBeVisible();
  });

  test("2.details.901 a guest who came in at no list has no such card", async () => {
    await open(PRESENT);
    await screen.findByRole("img", { name: /Ticket of Ada Byron/ });
    expect(screen.queryByText("Check-ins")).toBeNull();
  });

  test("2.details.900 where exits are counted it says who is inside", async () => {
    const { user } = await open(PRESENT, {
      "GET /api/events": () => json([{ ...GALA, countsExits: true }]),
      "PATCH /api/attendees/42/attendance": () => json({ message: "Absent", attendee: ADA }),
    });
    expect(await screen.findByText("Inside")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mark Absent" }));
    await waitFor(() => expect(screen.queryByText("Inside")).toBeNull());
  });

  test("2.details.900 where exits are not counted it does not", async () => {
    await open(PRESENT);
    await screen.findByRole("img", { name: /Ticket of Ada Byron/ });
    expect(screen.queryByText("Inside")).toBeNull();
  });

  test("2.details.900 when a guest left shows as long as the guest has not come back", async () => {
    const leftAt = "2026-11-28T11:10:00.000Z";
    await open({ ...PRESENT, inside: false, leftAt });
    expect(screen.getByText(`Left at ${formatTimeOfDay(leftAt)}`)).toBeVisible();
  });

  test("4.attendance.9 only what would change something can be pressed", async () => {
    await open(ADA);
    expect(screen.getByRole("button", { name: "Mark Present" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Mark Absent" })).toBeDisabled();
  });

  test("2.details.2 a wrong check-in is undone by one tap", async () => {
    const { user, calls } = await open(PRESENT, {
      "PATCH /api/attendees/42/attendance": () => json({ message: "Marked absent", attendee: ADA }),
    });
    expect(screen.getByRole("button", { name: "Mark Present" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Mark Absent" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Mark Present" })).toBeEnabled());
    expect(sent(calls, "PATCH")).toEqual([{ attended: false, scannedBy: 1 }]);
    expect(screen.queryByText("Checked in")).toBeNull();
    expect(toastRegion()).toHaveTextContent("Updated SuccessfullyMarked absent");
  });

  test("8.attendee.12 a failure is 'Update Failed' / 'Failed to update attendance'", async () => {
    const { user } = await open(ADA, {
      "PATCH /api/attendees/42/attendance": () => new Response("", { status: 502 }),
    });
    await user.click(screen.getByRole("button", { name: "Mark Present" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Update FailedFailed to update attendance"));
  });

  test("whoever has left the page meanwhile still hears that it failed", async () => {
    let respond: (response: Response) => void = () => {};
    const { user } = await open(ADA, {
      "PATCH /api/attendees/42/attendance": () => new Promise((resolve) => (respond = resolve)),
    });
    await user.click(screen.getByRole("button", { name: "Mark Present" }));
    await user.click(screen.getByRole("link", { name: "Back" }));
    await screen.findByRole("heading", { name: "Dashboard" });
    respond(new Response("", { status: 502 }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Update FailedFailed to update attendance"));
  });
});

describe("the edit", () => {
  const saved = (call: Call) => json({ ...ADA, ...(call.body as object), version: 4 });

  test("4.details.1, 8.attendee.10 Edit, change, Save: back in the view with what was saved", async () => {
    const { user, calls, save } = await openEdit(ADA, { "PUT /api/attendees/42": saved });
    expect(field("Full Name")).toHaveFocus();
    await user.type(field("Full Name"), " King ");
    await user.selectOptions(field("Payment Status"), "unpaid");
    await save();
    expect(await screen.findByRole("heading", { name: "Ada Byron King" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
    expect(toastRegion()).toHaveTextContent("Updated Successfully");
    expect(sent(calls, "PUT")).toEqual([
      {
        fullName: "Ada Byron King",
        phone: "0400 123 456",
        tableNumber: 12,
        paymentStatus: "unpaid",
        version: 3,
      },
    ]);
  });

  test("4.details.1 Cancel saves nothing", async () => {
    const { user, calls } = await openEdit();
    await user.type(field("Full Name"), " King");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("heading", { name: "Ada Byron" })).toBeVisible();
    expect(sent(calls, "PUT")).toEqual([]);
  });

  test.each(["Full Name", "Phone Number"])("5.details.1 without %s nothing is sent", async (label) => {
    const { user, calls, save } = await openEdit();
    await user.clear(field(label));
    await user.type(field(label), "   ");
    await save();
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("Validation ErrorFull name and phone are required"),
    );
    expect(sent(calls, "PUT")).toEqual([]);
  });

  test("5.details.1204 without a name every wrong field says so at once, and the cursor is in the name", async () => {
    const { user, calls, save } = await openEdit();
    await user.clear(field("Full Name"));
    await user.type(field("Email"), "foo@");
    await user.clear(field("Table Number"));
    await user.type(field("Table Number"), "0");
    await save();
    expect(await screen.findByText("Full name is required")).toBeVisible();
    expect(screen.getByText("Table number must be 1 or more")).toBeVisible();
    expect(field("Email")).toBeInvalid();
    expect(field("Full Name")).toHaveFocus();
    expect(toastRegion()).toHaveTextContent("Validation ErrorFull name and phone are required");
    await user.clear(field("Phone Number"));
    expect(await screen.findByText("Phone number is required")).toBeVisible();
    expect(sent(calls, "PUT")).toEqual([]);
  });

  test("5.details.2 a table that is no number becomes 1", async () => {
    const { user, calls, save } = await openEdit(ADA, { "PUT /api/attendees/42": saved });
    await user.clear(field("Table Number"));
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toMatchObject([{ tableNumber: 1 }]);
  });

  test.each(["0", "-2", "1.5"])("a table of %s is refused at its field", async (typed) => {
    const { user, calls, save } = await openEdit();
    await user.clear(field("Table Number"));
    await user.type(field("Table Number"), typed);
    await save();
    await waitFor(() =>
      expect(field("Table Number")).toHaveAccessibleDescription("Table number must be 1 or more"),
    );
    expect(sent(calls, "PUT")).toEqual([]);
  });

  test("5.details.4 a table of 0 that is left alone is saved", async () => {
    const { calls, save } = await openEdit({ ...ADA, tableNumber: 0 }, { "PUT /api/attendees/42": saved });
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toMatchObject([{ tableNumber: null }]);
  });

  test("2.add-attendee.940 phone and table can be taken away, and given again", async () => {
    const { user, calls, save } = await openEdit(ADA, { "PUT /api/attendees/42": saved });
    const noPhone = screen.getByRole("button", { name: "No phone number" });
    await user.click(noPhone);
    expect(noPhone).toHaveAttribute("aria-pressed", "true");
    expect(field("Phone Number")).toBeDisabled();
    expect(field("Phone Number")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "No table" }));
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toMatchObject([{ phone: null, tableNumber: null }]);
  });

  test("2.add-attendee.940 a guest without both has the buttons pressed, and gets a phone", async () => {
    const none = { ...ADA, phone: "-", tableNumber: 0 };
    const { user, calls, save } = await openEdit(none, { "PUT /api/attendees/42": saved });
    expect(screen.getByRole("button", { name: "No table" })).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "No phone number" }));
    await save();
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Full name and phone are required"));
    await user.type(field("Phone Number"), "0400 1");
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toMatchObject([{ phone: "0400 1", tableNumber: null }]);
  });

  test.each([
    ["paid", ["free", "paid", "unpaid", "comp", "partial"]],
    ["partial", ["free", "paid", "unpaid", "comp", "partial"]],
    ["PAID", ["free", "PAID", "unpaid", "comp", "partial"]],
    ["half now", ["free", "paid", "unpaid", "comp", "partial", "half now"]],
  ])("2.details.5, 5.details.3 payment %s can become %o", async (paymentStatus, choices) => {
    await openEdit({ ...ADA, paymentStatus });
    const offered = within(field("Payment Status")).getAllByRole("option");
    expect(offered.map(({ textContent }) => textContent)).toEqual(choices);
    expect(field("Payment Status")).toHaveValue(paymentStatus);
  });

  test("5.details.640 'partial' asks for the amount, and sends what stands there", async () => {
    const { user, calls, save } = await openEdit(ADA, { "PUT /api/attendees/42": () => json(ADA) });
    await user.selectOptions(field("Payment Status"), "partial");
    await save();
    await waitFor(() =>
      expect(field("Amount Paid (AUD)")).toHaveAccessibleDescription(
        "Enter what has been paid so far, such as 45 or 45.50",
      ),
    );
    expect(sent(calls, "PUT")).toEqual([]);
    await user.type(field("Amount Paid (AUD)"), "45,50");
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toMatchObject([{ paymentStatus: "partial", amountPaidCents: 4550 }]);
  });

  test("5.details.640 an amount that stood there is sent with 'partial'", async () => {
    const rich = { ...ADA, amountPaidCents: 4500 };
    const { user, calls, save } = await openEdit(rich, { "PUT /api/attendees/42": () => json(rich) });
    await user.selectOptions(field("Payment Status"), "partial");
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toMatchObject([{ paymentStatus: "partial", amountPaidCents: 4500 }]);
  });

  test("2.details.1130 with 'paid' a part payment becomes the price, unless another amount was typed", async () => {
    const { user, calls, save } = await openEdit(PART, {
      "GET /api/events": () => json([{ ...GALA, ticketPriceCents: 12_000 }]),
      "PUT /api/attendees/42": () => json(PART),
    });
    const amount = field("Amount Paid (AUD)");
    expect(await screen.findByText("$70.00 of the ticket price of $120.00 stays open.")).toBeVisible();
    await user.selectOptions(field("Payment Status"), "paid");
    expect(amount).toHaveValue("120.00");
    await user.selectOptions(field("Payment Status"), "partial");
    expect(amount).toHaveValue("50.00");
    await user.selectOptions(field("Payment Status"), "paid");
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toMatchObject([{ paymentStatus: "paid", amountPaidCents: 12_000 }]);
  });

  test("2.details.1130 with another ticket type, whose price is another, the amount stays the part", async () => {
    const vip = { id: 3, name: "VIP", color: "gold" as const };
    const { user } = await openEdit(
      { ...PART, ticketType: vip },
      { "GET /api/events/7/ticket-types": () => json([vip, { ...vip, id: 4, name: "Student" }]) },
    );
    const [amount, type] = [field("Amount Paid (AUD)"), await screen.findByLabelText("Ticket Type")];
    await user.selectOptions(field("Payment Status"), "paid");
    expect(amount).toHaveValue("120.00");
    await user.selectOptions(type, "Student");
    expect(amount).toHaveValue("50.00");
    await user.selectOptions(field("Payment Status"), "partial");
    await user.selectOptions(field("Payment Status"), "paid");
    expect(amount).toHaveValue("50.00");
    await user.selectOptions(type, "VIP");
    expect(amount).toHaveValue("120.00");
  });

  test("2.add-attendee.970, 2.details.1130 another amount that was typed stays, and says what is missing", async () => {
    const { user } = await openEdit(PART, {
      "GET /api/events": () => json([{ ...GALA, ticketPriceCents: 12_000 }]),
    });
    const amount = field("Amount Paid (AUD)");
    await user.clear(amount);
    await user.type(amount, "60");
    await user.selectOptions(field("Payment Status"), "paid");
    expect(amount).toHaveValue("60");
    expect(
      await screen.findByText(
        "$60.00 less than the ticket price of $120.00. With the status 'paid' nothing is owed.",
      ),
    ).toBeVisible();
  });

  test("2.add-attendee.970 an amount that goes with the status 'paid' is not taken for paid", async () => {
    const paid = { ...ADA, amountPaidCents: 5000 };
    const { user } = await openEdit(paid, {
      "GET /api/events": () => json([{ ...GALA, ticketPriceCents: 12_000 }]),
    });
    await screen.findByText(/^\$70\.00 less/);
    await user.selectOptions(field("Payment Status"), "unpaid");
    expect(screen.getByText("The ticket price is $120.00.")).toBeVisible();
    await user.selectOptions(field("Payment Status"), "partial");
    expect(screen.getByText("$70.00 of the ticket price of $120.00 stays open.")).toBeVisible();
  });

  test("5.details.640 a part payment without an amount may stay as it is", async () => {
    const part = { ...ADA, paymentStatus: "Part paid", paymentGroup: "owed" as const };
    const { calls, save } = await openEdit(part, { "PUT /api/attendees/42": () => json(part) });
    expect(field("Amount Paid (AUD)")).toHaveValue("");
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT")).toHaveLength(1);
  });

  test("an amount goes along in whole cents, and only when it was changed", async () => {
    const rich = { ...ADA, amountPaidCents: 4500 };
    const { user, calls, save } = await openEdit(rich, { "PUT /api/attendees/42": () => json(rich) });
    expect(field("Amount Paid (AUD)")).toHaveValue("45.00");
    await save();
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    await user.clear(field("Amount Paid (AUD)"));
    await user.type(field("Amount Paid (AUD)"), "0.29");
    await save();
    await screen.findByRole("button", { name: "Edit" });
    const [first, second] = sent(calls, "PUT");
    expect(first).not.toHaveProperty("amountPaidCents");
    expect(second).toMatchObject({ amountPaidCents: 29 });
  });

  test("8.attendee.11 a failure is 'Update Failed' / 'Failed to update attendee', and keeps what was typed", async () => {
    const { user, save } = await openEdit(ADA, {
      "PUT /api/attendees/42": () => new Response("", { status: 502 }),
    });
    await user.type(field("Full Name"), " King");
    await save();
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Update FailedFailed to update attendee"));
    expect(field("Full Name")).toHaveValue("Ada Byron King");
  });

  test("4.session.5 what was typed outlives a sign-in that ended", async () => {
    const { user, save, unmount } = await openEdit(ADA, {
      "PUT /api/attendees/42": () => problem(401, "not_signed_in", "Sign in first"),
    });
    await user.type(field("Full Name"), " King");
    await save();
    await screen.findByLabelText("Username");
    unmount();
    const calls = serveOne({ ...ADA, version: 8 }, { "PUT /api/attendees/42": saved });
    const again = openApp("/attendee-details/42", { as: OLIVE });
    expect(await screen.findByLabelText("Full Name")).toHaveValue("Ada Byron King");
    await again.user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("button", { name: "Edit" });
    // The save is based on the version read first, so that an edit in between is not lost unnoticed.
    expect(sent(calls, "PUT")).toMatchObject([{ fullName: "Ada Byron King", version: 3 }]);
  });

  const theirs: Attendee = {
    ...ADA,
    fullName: "Augusta King",
    version: 9,
    updatedBy: { id: 2, fullName: "Sam Superadmin" },
  };
  const conflict = () => problem(409, "version_conflict", "Changed meanwhile", { current: theirs });

  test("2.details.6 both versions are shown, and mine can stand", async () => {
    const answers = [conflict()];
    const { user, calls, save } = await openEdit(ADA, {
      "PUT /api/attendees/42": (call) => answers.shift() ?? saved(call),
    });
    await user.type(field("Full Name"), " King");
    await save();
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole("cell", { name: "Ada Byron King" })).toBeVisible();
    expect(within(dialog).getByRole("cell", { name: "Augusta King" })).toBeVisible();
    expect(dialog).toHaveTextContent("Sam Superadmin");
    await user.click(within(dialog).getByRole("button", { name: "Save mine" }));
    await screen.findByRole("heading", { name: "Ada Byron King" });
    expect(sent(calls, "PUT").at(-1)).toMatchObject({ fullName: "Ada Byron King", version: 9 });
  });

  test("2.details.6 an edit of the ticket type alone is shown, and can stand", async () => {
    const type = (id: number, name: string) => ({ id, name, color: "gold" as const });
    const sold = { ...ADA, ticketType: type(3, "VIP"), version: 9 };
    const answers = [problem(409, "version_conflict", "Changed meanwhile", { current: sold })];
    const { user, calls, save } = await openEdit(ADA, {
      "GET /api/events/7/ticket-types": () => json([type(3, "VIP"), type(4, "Student")]),
      "PUT /api/attendees/42": (call) => answers.shift() ?? saved(call),
    });
    await user.selectOptions(await screen.findByLabelText("Ticket Type"), "Student");
    await save();
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole("row", { name: "Ticket Type Student VIP" })).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Save mine" }));
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT").at(-1)).toMatchObject({ ticketTypeId: 4, version: 9 });
  });

  test("2.details.7 mine that stands changes only what I changed: what they changed besides stays", async () => {
    const moved = { ...theirs, tableNumber: 30, paymentStatus: "partial", amountPaidCents: 2000 };
    const answers = [problem(409, "version_conflict", "Changed meanwhile", { current: moved })];
    const { user, calls, save } = await openEdit(ADA, {
      "PUT /api/attendees/42": (call) => answers.shift() ?? saved(call),
    });
    await user.clear(field("Phone Number"));
    await user.type(field("Phone Number"), "0499 999 999");
    await save();
    await user.click(await screen.findByRole("button", { name: "Save mine" }));
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT").at(-1)).toEqual({
      fullName: "Augusta King",
      phone: "0499 999 999",
      tableNumber: 30,
      paymentStatus: "partial",
      version: 9,
    });
  });

  test("4.form.1, 4.form.2 an edit outlives a reload once something was typed", async () => {
    const untouched = await openEdit();
    const viewed = reload(untouched, "/attendee-details/42");
    await viewed.user.click(await screen.findByRole("button", { name: "Edit" }));
    await viewed.user.type(field("Full Name"), " King");
    reload(viewed, "/attendee-details/42");
    expect(await screen.findByLabelText("Full Name")).toHaveValue("Ada Byron King");
  });

  test("4.form.900 an edit is there again after the user has left, but not after 'Cancel'", async () => {
    const { user } = await openEdit();
    await user.type(field("Full Name"), " King");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await screen.findByRole("heading", { name: "Dashboard" });
    window.history.back();
    expect(await screen.findByLabelText("Full Name")).toHaveValue("Ada Byron King");
    expect(screen.getByText("Your unsaved changes are here again.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    expect(field("Full Name")).toHaveValue("Ada Byron");
    expect(screen.queryByText("Your unsaved changes are here again.")).toBeNull();
  });

  test("4.form.900 of a guest who was erased elsewhere meanwhile nothing is left", async () => {
    const { user } = await openEdit();
    await user.type(field("Full Name"), " King");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(JSON.stringify(sessionStorage)).toContain("Ada Byron King");
    serveOne({ ...ADA, fullName: "Erased guest", erasedAt: "2026-11-29T01:00:00.000Z", version: 4 });
    window.history.back();
    await screen.findByRole("heading", { name: "Erased guest" });
    expect(JSON.stringify(sessionStorage)).not.toContain("Ada Byron King");
  });

  test("2.details.6 theirs can stand, and the next save builds on it", async () => {
    const paid = { ...theirs, paymentStatus: "partial", amountPaidCents: 2000 };
    const answers = [problem(409, "version_conflict", "Changed meanwhile", { current: paid })];
    const { user, calls, save } = await openEdit(ADA, {
      "PUT /api/attendees/42": (call) => answers.shift() ?? saved(call),
    });
    await user.selectOptions(field("Payment Status"), "unpaid");
    await save();
    await user.click(await screen.findByRole("button", { name: "Use the saved version" }));
    await waitFor(() => expect(field("Full Name")).toHaveValue("Augusta King"));
    expect(field("Payment Status")).toHaveValue("partial");
    expect(field("Amount Paid (AUD)")).toHaveValue("20.00");
    await save();
    await screen.findByRole("button", { name: "Edit" });
    expect(sent(calls, "PUT").at(-1)).toMatchObject({ fullName: "Augusta King", version: 9 });
  });
});

describe("erasing", () => {
  const ERASED: Attendee = {
    ...ADA,
    fullName: "Erased guest",
    phone: "-",
    notes: null,
    erasedAt: "2026-11-29T01:00:00.000Z",
    version: 4,
  };
  const openAsSam = async (attendee: Attendee, routes: Routes = {}) => {
    const calls = serveOne(attendee, routes);
    const opened = openApp("/attendee-details/42", { as: SAM });
    await screen.findByRole("heading", { name: attendee.fullName });
    return { ...opened, calls };
  };
  const ask = async (user: { click: (element: HTMLElement) => Promise<void> }) => {
    await user.click(await screen.findByRole("button", { name: "Erase this guest" }));
    return within(await screen.findByRole("dialog", { name: "Erase this guest" }));
  };

  test("2.erase.552 an organizer finds no way to erase a guest", async () => {
    await open();
    await screen.findByRole("heading", { name: "History" });
    expect(screen.queryByText("Privacy")).toBeNull();
    expect(screen.queryByRole("button", { name: "Erase this guest" })).toBeNull();
  });

  test("2.erase.553, 554 a super admin reads what goes and what stays, types the word, and sees who is left", async () => {
    const { user, calls } = await openAsSam(ADA, { "POST /api/attendees/42/erase": () => json(ERASED) });
    const dialog = await ask(user);
    for (const text of [
      "What goes",
      "What stays",
      /This cannot be undone\./,
      /Backups and exports made before/,
    ])
      expect(dialog.getByText(text)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Erase" })).toBeDisabled();
    await user.type(dialog.getByLabelText("Type ERASE to confirm"), "erase");
    await user.click(dialog.getByRole("button", { name: "Erase" }));
    expect(await screen.findByRole("heading", { name: "Erased guest" })).toBeVisible();
    expect(toastRegion()).toHaveTextContent("Guest erased");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent(calls, "POST")).toEqual([null]);
    expect(screen.getByText(/^Erased on 29 Nov 2026/)).toBeVisible();
    expect(fact("Table Number")).toHaveTextContent("Table 12");
    expect(screen.getByRole("button", { name: "Mark Present" })).toBeEnabled();
    for (const name of ["Edit", "Erase this guest", "Share"])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByText("Phone Number")).toBeNull();
    expect(screen.queryByRole("link", { name: "Send ticket" })).toBeNull();
    expect(screen.queryByRole("img")).toBeNull();
  });

  test("2.erase.551 what is held of a guest, erased or not, is saved as a file", async () => {
    const file = () =>
      new Response("{}", { headers: { "Content-Disposition": 'attachment; filename="guest-42.json"' } });
    for (const attendee of [ADA, ERASED]) {
      const { user, unmount } = await openAsSam(attendee, { "GET /api/attendees/42/held": file });
      await user.click(await screen.findByRole("button", { name: "What we hold" }));
      await waitFor(() => expect(savedFile()).toBe("guest-42.json"));
      vi.mocked(files.saveFile).mockClear();
      unmount();
    }
  });

  test("8.erase.556 a refusal stands in the dialog, as the server's sentence", async () => {
    const { user } = await openAsSam(ADA, {
      "POST /api/attendees/42/erase": () => problem(409, "import_running", "An import is running."),
    });
    const dialog = await ask(user);
    await user.type(dialog.getByLabelText("Type ERASE to confirm"), "ERASE");
    await user.click(dialog.getByRole("button", { name: "Erase" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Failed to erase guestAn import is running.");
  });

  test("8.erase.557 an edit of a guest who was erased meanwhile says so", async () => {
    const sentence = "This guest was erased. Nothing can be changed.";
    const { user, save } = await openEdit(ADA, {
      "PUT /api/attendees/42": () => problem(409, "attendee_erased", sentence),
    });
    await user.type(field("Full Name"), " King");
    await save();
    await waitFor(() => expect(toastRegion()).toHaveTextContent(sentence));
  });
});
