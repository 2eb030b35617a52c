import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS } from "@/lib/settings";
import { GALA, OLIVE } from "@/testing/cast";
import { endPage, openApp, reload, toastRegion } from "@/testing/open-app";
import { done, json, laterResponse, problem, serve } from "@/testing/server";

afterEach(() => vi.useRealTimers());

async function openForm() {
  const opened = openApp("/create-event", { as: OLIVE });
  await screen.findByRole("heading", { name: "Create New Event" });
  return opened;
}

const submit = () => screen.getByRole("button", { name: "Create Event" });

test("2.create-event.1..6 the form", async () => {
  serve({});
  await openForm();
  // 2.create-event.1
  expect(screen.getByRole("heading", { level: 1, name: "Create Event" })).toBeVisible();
  // 2.create-event.2
  expect(screen.getByRole("heading", { level: 2, name: "Create New Event" })).toBeVisible();
  // 2.create-event.3
  expect(screen.getByRole("textbox", { name: "Event Name" })).toHaveValue("");
  // 2.create-event.5
  expect(screen.getByLabelText("Event Time (Optional)")).toHaveAttribute("placeholder", "e.g. 19:30");
  // 2.create-event.6
  expect(submit()).toHaveTextContent(/^Create Event$/);
});

test("5.create-event.1, 2.create-event.9 name and date are required, said under each field; the time is not", async () => {
  const calls = serve({});
  const { user } = await openForm();
  await user.click(submit());
  await waitFor(() =>
    expect(screen.getByLabelText("Event Name")).toHaveAccessibleDescription("Event name is required"),
  );
  expect(screen.getByLabelText("Event Date")).toHaveAccessibleDescription("Event date is required");
  expect(screen.getByLabelText("Event Time (Optional)")).not.toBeInvalid();
  expect(calls).toEqual([]);
});

test("2.create-event.640 a day is taken as people type it, and shown in full", async () => {
  vi.setSystemTime(new Date(2026, 10, 24, 12));
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Midwinter Gala");
  await user.type(screen.getByLabelText("Event Date"), "fri");
  await user.tab();
  expect(screen.getByLabelText("Event Date")).toHaveValue("Fri 27 Nov 2026");
  await user.clear(screen.getByLabelText("Event Date"));
  await user.type(screen.getByLabelText("Event Date"), "28/11");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ date: "2026-11-28" });
});

test("2.create-event.641 a click on the field opens the calendar, and a day can be typed all the same", async () => {
  vi.setSystemTime(new Date(2026, 10, 24, 12));
  serve({});
  const { user } = await openForm();
  await user.click(screen.getByLabelText("Event Date"));
  const calendar = await screen.findByRole("dialog", { name: "Choose a date" });
  expect(screen.getByLabelText("Event Date")).toHaveFocus();
  await user.keyboard("28 nov");
  expect(await within(calendar).findByRole("gridcell", { selected: true })).toHaveTextContent("28");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(calendar).not.toBeInTheDocument());
  expect(screen.getByLabelText("Event Date")).toHaveFocus();
  expect(screen.getByLabelText("Event Date")).toHaveValue("28 nov");
  await user.click(screen.getByLabelText("Event Date"));
  await user.click(await screen.findByRole("button", { name: /29/ }));
  expect(screen.getByLabelText("Event Date")).toHaveValue("Sun 29 Nov 2026");
});

test("2.create-event.641 where touch is all there is the calendar takes the focus, so that no keyboard covers it", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
  serve({});
  const { user } = await openForm();
  await user.click(screen.getByLabelText("Event Date"));
  const calendar = await screen.findByRole("dialog", { name: "Choose a date" });
  await waitFor(() => expect(calendar).toContainElement(document.activeElement as HTMLElement));
  await user.click(screen.getByLabelText("Event Date"));
  await waitFor(() => expect(calendar).not.toBeInTheDocument());
});

test("a day that does not exist is refused", async () => {
  const calls = serve({});
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "x".repeat(201));
  await user.type(screen.getByLabelText("Event Date"), "31/02/2027");
  await user.click(submit());
  await waitFor(() =>
    expect(screen.getByLabelText("Event Date")).toHaveAccessibleDescription(
      `Enter a date such as 21 Nov ${new Date().getFullYear() + 1}`,
    ),
  );
  expect(screen.getByLabelText("Event Name")).toHaveAccessibleDescription("Use 200 characters or fewer");
  expect(calls).toEqual([]);
});

test("2.create-event.8, 8.event.1 a created event is sent trimmed, with no time as null, and leads back to a fresh dashboard", async () => {
  let respond: (response: Response) => void = () => {};
  const calls = serve({
    "POST /api/events": () => new Promise<Response>((resolve) => (respond = resolve)),
    "GET /api/events": () => json([GALA]),
  });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "  Midwinter Gala ");
  await user.type(screen.getByLabelText("Event Date"), "28/11/2026");
  await user.click(submit());
  // 2.create-event.7
  expect(await screen.findByRole("button", { name: "Creating..." })).toBeDisabled();
  respond(json(GALA, 201));

  await screen.findByRole("heading", { name: "Your Events" });
  expect(window.location.pathname).toBe("/");
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    name: "Midwinter Gala",
    date: "2026-11-28",
    time: null,
    ticketPriceCents: null,
    capacity: null,
    countsExits: false,
    reentry: true,
    stopsAtCapacity: false,
    venue: null,
    address: null,
    endTime: null,
    ticketText: null,
    idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(toastRegion()).toHaveTextContent("SuccessEvent created successfully!");
});

test("2.create-event.10, 2.create-event.1000 a ticket price waits behind a quiet button, and goes out in whole cents", async () => {
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  expect(screen.queryByLabelText("Ticket Price (AUD)")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add a ticket price" }));
  const price = screen.getByLabelText("Ticket Price (AUD)");
  expect(price).toHaveFocus();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.type(price, "45.555");
  await user.click(submit());
  await screen.findByText("Enter an amount from 0 to 100,000,000 dollars, such as 45 or 45.50");
  expect(price).toBeInvalid();
  await user.clear(price);
  await user.type(price, "100,000,001");
  expect(price).toHaveAccessibleDescription(
    "Enter an amount from 0 to 100,000,000 dollars, such as 45 or 45.50",
  );
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  await user.clear(price);
  await user.type(price, "1,145.5");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ ticketPriceCents: 114_550 });
});

test("2.create-event.330, 2.create-event.1000 a capacity waits behind a quiet button, and goes out as a whole number", async () => {
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.click(screen.getByRole("button", { name: "Add a capacity" }));
  const capacity = screen.getByLabelText("Capacity");
  expect(capacity).toHaveFocus();
  for (const wrong of ["0", "100001", "-3", "2.5", "many"]) {
    await user.clear(capacity);
    await user.type(capacity, wrong);
    await user.click(submit());
    await screen.findByText("Enter a whole number from 1 to 100,000, or leave it blank for no limit");
    expect(capacity, wrong).toBeInvalid();
  }
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  await user.clear(capacity);
  await user.type(capacity, "1,200");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ capacity: 1200 });
});

test("2.create-event.904 with a capacity guests can be refused when it is reached", async () => {
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  const refuses = () => screen.queryByRole("switch", { name: "Refuse guests when full" });
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.click(screen.getByRole("button", { name: "Add a capacity" }));
  expect(refuses()).toBeNull();
  await user.type(screen.getByLabelText("Capacity"), "300");
  expect(refuses()).not.toBeChecked();
  await user.click(refuses() as HTMLElement);
  await user.clear(screen.getByLabelText("Capacity"));
  expect(refuses()).toBeChecked();
  await user.type(screen.getByLabelText("Capacity"), "200");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    capacity: 200,
    stopsAtCapacity: true,
  });
});

test("2.create-event.900, 2.create-event.901 people leaving are counted, without re-entry, only if it is switched so", async () => {
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const opened = await openForm();
  expect(screen.getByRole("switch", { name: "Count people leaving" })).not.toBeChecked();
  expect(screen.queryByRole("switch", { name: "Let people come back in" })).toBeNull();
  await opened.user.click(screen.getByRole("switch", { name: "Count people leaving" }));
  expect(screen.getByRole("switch", { name: "Let people come back in" })).toBeChecked();
  await opened.user.click(screen.getByRole("switch", { name: "Let people come back in" }));
  const { user } = reload(opened, "/create-event");
  expect(await screen.findByRole("switch", { name: "Count people leaving" })).toBeChecked();
  expect(screen.getByRole("switch", { name: "Let people come back in" })).not.toBeChecked();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    countsExits: true,
    reentry: false,
    stopsAtCapacity: false,
  });
});

test("7.rest.8 a dashboard that was open before shows the new event too", async () => {
  const events = [GALA];
  serve({
    "GET /api/events": () => json(events),
    "POST /api/events": () => {
      events.push({ ...GALA, id: 8, name: "Spring Ball" });
      return json(events[1], 201);
    },
  });
  const { user } = openApp("/", { as: OLIVE });
  await screen.findByRole("link", { name: /Midwinter Gala/ });
  await user.click(screen.getByRole("link", { name: "Create Event" }));
  await user.type(await screen.findByLabelText("Event Name"), "Spring Ball");
  await user.type(screen.getByLabelText("Event Date"), "2027-04-03");
  await user.click(submit());
  await screen.findByRole("link", { name: /Spring Ball/ });
});

test("4.form.1, 4.form.2 what was typed outlives a reload, once it was sent nothing of it is left", async () => {
  serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const opened = await openForm();
  await opened.user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  await opened.user.type(screen.getByLabelText("Event Date"), "3 Apr 2027");
  await opened.user.click(screen.getByRole("button", { name: "Add a ticket price" }));
  await opened.user.type(screen.getByLabelText("Ticket Price (AUD)"), "45");
  const again = reload(opened, "/create-event");
  expect(await screen.findByLabelText("Event Name")).toHaveValue("Spring Ball");
  expect(screen.getByLabelText("Event Date")).toHaveValue("Sat 3 Apr 2027");
  expect(screen.getByLabelText("Ticket Price (AUD)")).toHaveValue("45");
  await again.user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  reload(again, "/create-event");
  expect(await screen.findByLabelText("Event Name")).toHaveValue("");
});

const NOTE = "Your unsaved changes are here again.";

test("4.form.900, 4.form.901 what was typed is there again after the user has left, until it is discarded", async () => {
  serve({ "GET /api/events": () => json([]) });
  const { user } = await openForm();
  const leaveAndReturn = async () => {
    await user.click(screen.getByRole("link", { name: "Back" }));
    await screen.findByRole("heading", { name: "Dashboard" });
    window.history.back();
    return screen.findByLabelText("Event Name");
  };
  await user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  expect(screen.queryByText(NOTE)).toBeNull();
  expect(await leaveAndReturn()).toHaveValue("Spring Ball");
  expect(await leaveAndReturn()).toHaveValue("Spring Ball");
  expect(screen.getByText(NOTE)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByText(NOTE)).toBeNull();
  expect(screen.getByLabelText("Event Name")).toHaveValue("");
  expect(screen.getByLabelText("Event Name")).toHaveFocus();
  expect(await leaveAndReturn()).toHaveValue("");
  expect(screen.queryByText(NOTE)).toBeNull();
});

test("4.form.901 the note is there after a reload too; a created event leaves nothing", async () => {
  serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const opened = await openForm();
  await opened.user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  await opened.user.type(screen.getByLabelText("Event Date"), "3 Apr 2037");
  const { user } = reload(opened, "/create-event");
  await screen.findByText(NOTE);
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  await user.click(screen.getByRole("link", { name: "Create Event" }));
  expect(await screen.findByLabelText("Event Name")).toHaveValue("");
  expect(screen.queryByText(NOTE)).toBeNull();
});

test("4.form.900 an event that was created after the user had left leaves nothing", async () => {
  const { response, respond } = laterResponse();
  serve({ "POST /api/events": () => response, "GET /api/events": () => json([]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  await user.type(screen.getByLabelText("Event Date"), "3 Apr 2037");
  await user.click(submit());
  await user.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  respond(json(GALA, 201));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("Event created successfully!"));
  window.history.back();
  expect(await screen.findByLabelText("Event Name")).toHaveValue("");
});

test("4.form.900 a sign-out deletes what was typed, also one in another tab", async () => {
  serve({ "GET /api/events": () => json([]), "POST /api/logout": () => done() });
  const opened = await openForm();
  await opened.user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  await opened.user.click(screen.getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(window.location.pathname).toBe("/auth"));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Spring Ball");
  opened.unmount();

  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  localStorage.setItem("doorlist.signed-out-at", "1");
  localStorage.removeItem("doorlist.session");
  for (const key of ["doorlist.signed-out-at", "doorlist.session"])
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: "1" }));
  await waitFor(() => expect(window.location.pathname).toBe("/auth"));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Spring Ball");
});

test("4.create-event.1 a form that is reloaded while its event is created sends the same key again", async () => {
  const keys: unknown[] = [];
  serve({
    "POST /api/events": ({ body }) => {
      keys.push((body as Record<string, unknown>).idempotencyKey);
      return keys.length === 1 ? new Promise<Response>(() => {}) : json(GALA, 201);
    },
    "GET /api/events": () => json([GALA]),
  });
  const opened = await openForm();
  await opened.user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  await opened.user.type(screen.getByLabelText("Event Date"), "2027-04-03");
  await opened.user.click(submit());
  await screen.findByRole("button", { name: "Creating..." });
  const again = reload(opened, "/create-event");
  await screen.findByLabelText("Event Name");
  await again.user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("4.create-event.1 an earlier try that went through with other details is said, and the next has a new key", async () => {
  const answers = [problem(400, "key_reused", "Used before"), json(GALA, 201)];
  const calls = serve({
    "POST /api/events": () => answers.shift() ?? json(GALA, 201),
    "GET /api/events": () => json([GALA]),
  });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.click(submit());
  await waitFor(() => expect(toastRegion()).toHaveTextContent("Check before you create it again"));
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  const keys = calls
    .filter(({ method }) => method === "POST")
    .map(({ body }) => body as { idempotencyKey: string });
  expect(keys[0]?.idempotencyKey).not.toBe(keys[1]?.idempotencyKey);
});

test("4.create-event.1 a refusal does not change the key while an earlier try may have gone through", async () => {
  const answers = [
    Response.error(),
    problem(400, "validation_failed", "Please check the date"),
    json(GALA, 201),
  ];
  const calls = serve({
    "POST /api/events": () => answers.shift() ?? json(GALA, 201),
    "GET /api/events": () => json([GALA]),
  });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  for (const sent of [1, 2, 3]) {
    await user.click(submit());
    await waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(sent));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Creating..." })).toBeNull());
  }
  await screen.findByRole("heading", { name: "Your Events" });
  const keys = calls
    .filter(({ method }) => method === "POST")
    .map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});

test("a page that the browser held and shows again leaves no second copy of what was typed", async () => {
  serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  await user.type(screen.getByLabelText("Event Date"), "2027-04-03");
  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await user.click(submit());
  await user.click(await screen.findByRole("link", { name: "Create Event" }));
  expect(await screen.findByLabelText("Event Name")).toHaveValue("");
});

test("4.form.1 a phone that puts the page away, and ends it without a word, loses nothing that was typed", async () => {
  serve({});
  const opened = await openForm();
  await opened.user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  visibility.mockRestore();
  endPage(opened);
  openApp("/create-event", { as: OLIVE });
  expect(await screen.findByLabelText("Event Name")).toHaveValue("Spring Ball");
});

test("a page that comes back from the background leaves no second copy of what was typed", async () => {
  serve({});
  const opened = await openForm();
  await opened.user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  visibility.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  endPage(opened);
  openApp("/create-event", { as: OLIVE });
  expect(await screen.findByLabelText("Event Name")).toHaveValue("");
});

test("2.create-event.4 the day can be picked from a calendar", async () => {
  serve({});
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28{Escape}");
  await user.click(screen.getByRole("button", { name: "Choose a date" }));
  await user.click(await screen.findByRole("button", { name: /November 30th, 2026/ }));
  expect(screen.getByLabelText("Event Date")).toHaveValue("Mon 30 Nov 2026");
});

test.each([
  [
    "8.event.4 the server's message",
    problem(500, "internal_error", "Something went wrong"),
    "Something went wrong",
  ],
  [
    "8.event.5 'Failed to create event' where there is none",
    new Response("<html>", { status: 502 }),
    "Failed to create event",
  ],
])("%s: a failure says it", async (_what, response, text) => {
  serve({ "POST /api/events": () => response });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.click(submit());
  await waitFor(() => expect(toastRegion()).toHaveTextContent(`Error${text}`));
  expect(screen.getByLabelText("Event Name")).toHaveValue("Gala");
});

test("8.toast.1, 2.create-event.9 the server's word about a field lands under it, and there is no toast", async () => {
  serve({
    "POST /api/events": () =>
      problem(400, "validation_failed", "Check the name", {
        errors: [{ field: "name", message: "No control characters" }],
      }),
  });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.click(submit());
  await waitFor(() =>
    expect(screen.getByLabelText("Event Name")).toHaveAccessibleDescription("No control characters"),
  );
  expect(toastRegion()).not.toHaveTextContent("Error");
});

test("leaving before the answer takes nobody back to the dashboard, and says what came of it", async () => {
  const { response, respond } = laterResponse();
  serve({ "POST /api/events": () => response });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Spring Ball");
  await user.type(screen.getByLabelText("Event Date"), "2027-03-20");
  await user.click(submit());
  await user.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  respond(new Response("", { status: 502 }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("Failed to create event"));
});

const PLACE = {
  venue: "The Grand Hall",
  address: "1 High Street\nMelbourne",
  endTime: "01:00",
  ticketText: "Black tie.",
};

test("2.create-event.1072 beneath the ticket's text it says what a blank one means", async () => {
  serve({});
  const { user } = await openForm();
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  expect(screen.getByLabelText("Text on the ticket")).toHaveAccessibleDescription(
    "If this is blank, tickets have the text of the settings.",
  );
});

test("2.create-event.11, 1071 a copy begins with all of another event, a week later, and outlives a reload", async () => {
  const calls = serve({
    "GET /api/events/7": () =>
      json({ ...GALA, ticketPriceCents: 4_500, capacity: 300, countsExits: true, reentry: false, ...PLACE }),
    "GET /api/events": () => json([]),
    "POST /api/events": () => json(GALA, 201),
  });
  const opened = openApp("/create-event?copyOf=7", { as: OLIVE });
  await screen.findByText(
    "Copied from Midwinter Gala of Sat 28 Nov 2026. The date is a week later: check it.",
  );
  const fields = ["Event Name", "Event Date", "Event Time (Optional)", "Ticket Price (AUD)"];
  const values = () => fields.map((label) => (screen.getByLabelText(label) as HTMLInputElement).value);
  expect(values()).toEqual(["Midwinter Gala", "Sat 5 Dec 2026", "19:30", "45.00"]);
  expect(screen.getByLabelText("Venue")).toHaveValue("The Grand Hall");
  await opened.user.clear(screen.getByLabelText("Event Date"));
  await opened.user.type(screen.getByLabelText("Event Date"), "4 Dec 2027");
  const { user } = reload(opened, "/create-event?copyOf=7");
  await screen.findByText(/Copied from Midwinter Gala/);
  expect(values()).toEqual(["Midwinter Gala", "Sat 4 Dec 2027", "19:30", "45.00"]);
  await user.click(submit());
  await waitFor(() => expect(window.location.pathname).toBe("/"));
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    name: "Midwinter Gala",
    date: "2027-12-04",
    time: "19:30",
    ticketPriceCents: 4_500,
    capacity: 300,
    countsExits: true,
    reentry: false,
    stopsAtCapacity: false,
    ...PLACE,
  });
});

test("2.create-event.12 a copy of an event that is gone says so", async () => {
  serve({ "GET /api/events/9": () => problem(404, "event_not_found", "Event not found") });
  openApp("/create-event?copyOf=9", { as: OLIVE });
  await screen.findByText("Event not found");
  expect(screen.getByRole("link", { name: "Start with an empty form" })).toHaveAttribute(
    "href",
    "/create-event",
  );
});

test("2.create-event.902 venue, address, end and ticket text are asked for only if wanted", async () => {
  const calls = serve({
    "GET /api/events": () => json([]),
    "POST /api/events": () => json(GALA, 201),
  });
  const { user } = openApp("/create-event", { as: OLIVE });
  await user.type(await screen.findByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "28 Nov 2027");
  expect(screen.queryByLabelText("Venue")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  expect(screen.getByLabelText("End Time")).toHaveFocus();
  await user.type(screen.getByLabelText("Venue"), "The Grand Hall");
  await user.type(screen.getByLabelText("Address"), "1 High Street");
  await user.click(submit());
  await waitFor(() => expect(window.location.pathname).toBe("/"));
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    venue: "The Grand Hall",
    address: "1 High Street",
    endTime: null,
    ticketText: null,
  });
});

test("2.create-event.905 the toast of a created event leads to it", async () => {
  serve({
    "POST /api/events": () => json(GALA, 201),
    "GET /api/events": () => json([GALA]),
    "GET /api/events/7": () => json(GALA),
  });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Midwinter Gala");
  await user.type(screen.getByLabelText("Event Date"), "28 Nov 2037");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  await user.click(within(toastRegion()).getByRole("button", { name: "Open event" }));
  await screen.findByRole("heading", { name: "Danger Zone" });
  expect(window.location.pathname).toBe("/edit-event/7");
});

test("2.create-event.906 a date that is over, and an event that is already there, are noted and not refused", async () => {
  vi.setSystemTime(new Date(2026, 10, 29, 12));
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  const name = screen.getByLabelText("Event Name");
  const date = screen.getByLabelText("Event Date");
  await user.type(name, " midwinter GALA ");
  expect(calls.some(({ path }) => path === "/api/events")).toBe(false);
  await user.type(date, "29 Nov 2026");
  expect(date).not.toHaveAccessibleDescription();
  expect(name).not.toHaveAccessibleDescription();
  await user.clear(date);
  await user.type(date, "28 Nov 2026");
  expect(date).toHaveAccessibleDescription("This date is in the past");
  await waitFor(() =>
    expect(name).toHaveAccessibleDescription("There is already an event with this name on this date."),
  );
  expect(name).toBeValid();
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ date: "2026-11-28" });
});

test("2.create-event.907 an end earlier than the start names the day that it means", async () => {
  serve({ "GET /api/events": () => json([]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Date"), "28 Nov 2037");
  await user.type(screen.getByLabelText("Event Time (Optional)"), "19:30");
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  const end = screen.getByLabelText("End Time");
  expect(end).toHaveAccessibleDescription("Earlier than the start means the next day.");
  await user.type(end, "02:00");
  expect(end).toHaveAccessibleDescription("Ends Sun 29 Nov 2037 at 02:00");
  await user.clear(end);
  await user.type(end, "23:00");
  expect(end).toHaveAccessibleDescription("Earlier than the start means the next day.");
});

test("2.create-event.1114, 1117 a time is taken as people type it, and shown by 24 hours", async () => {
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "28 Nov 2037");
  const start = screen.getByLabelText("Event Time (Optional)");
  expect(start).toHaveAttribute("inputmode", "numeric");
  await user.type(start, "7.30 pm");
  expect(start).toHaveValue("7.30 pm");
  await user.tab();
  expect(start).toHaveValue("19:30");
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  await user.type(screen.getByLabelText("End Time"), "midnight");
  expect(screen.getByLabelText("End Time")).toHaveAccessibleDescription("Ends Sun 29 Nov 2037 at 00:00");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    time: "19:30",
    endTime: "00:00",
  });
});

test("2.create-event.5 the start can be chosen in the device's time picker", async () => {
  const { user } = await openForm();
  const opened: HTMLInputElement[] = [];
  HTMLInputElement.prototype.showPicker = function (this: HTMLInputElement) {
    opened.push(this);
  };
  await user.click(screen.getByRole("button", { name: "Choose the start" }));
  const [picker] = opened;
  expect(picker).toHaveAttribute("type", "time");
  fireEvent.change(picker as HTMLInputElement, { target: { value: "20:15" } });
  expect(screen.getByLabelText("Event Time (Optional)")).toHaveValue("20:15");
});

test("2.create-event.1114..1117 by 12 hours a start is in the evening, and an end is after it", async () => {
  serve({ "GET /api/settings": () => json({ ...DEFAULT_SETTINGS, timeFormat: "12h" }) });
  const { user } = await openForm();
  const start = screen.getByLabelText("Event Time (Optional)");
  await waitFor(() => expect(start).toHaveAttribute("placeholder", "e.g. 7:30 pm"));
  expect(start).not.toHaveAttribute("inputmode");
  await user.type(start, "7");
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  expect(start).toHaveValue("7:00 pm");
  await user.type(screen.getByLabelText("End Time"), "2");
  await user.tab();
  expect(screen.getByLabelText("End Time")).toHaveValue("2:00 am");
});

test("2.create-event.1066 a text that is no time stays, and is refused until it is right or cleared", async () => {
  const calls = serve({ "POST /api/events": () => json(GALA, 201), "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "28 Nov 2037");
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  const [start, end] = [screen.getByLabelText("Event Time (Optional)"), screen.getByLabelText("End Time")];
  await user.type(start, "half past 7");
  await user.type(end, "late");
  await user.tab();
  expect([start, end].map((field) => (field as HTMLInputElement).value)).toEqual(["half past 7", "late"]);
  await user.click(submit());
  await waitFor(() => expect(start).toHaveAccessibleDescription("Enter a time such as 19:30"));
  expect(start).toHaveFocus();
  await user.clear(start);
  await user.click(submit());
  await waitFor(() => expect(end).toHaveFocus());
  expect(end).toHaveAccessibleDescription("Enter a time such as 19:30");
  await user.clear(end);
  await user.type(end, "2345");
  await user.click(submit());
  await screen.findByRole("heading", { name: "Your Events" });
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ time: null, endTime: "23:45" });
});

test("2.create-event.971 an end that is the start is named", async () => {
  serve({});
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Time (Optional)"), "19:30");
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  await user.type(screen.getByLabelText("End Time"), "19:30");
  expect(screen.getByLabelText("End Time")).toHaveAccessibleDescription(
    "The same as the start. Leave it blank if the end is open.",
  );
});

test.each([
  ["28 Nov 2026", "19:30", "This time has passed today."],
  ["28 Nov 2026", "00:30", "This time has passed today. For the coming night choose Sun 29 Nov 2026."],
  ["28 Nov 2026", "21:15", ""],
  ["29 Nov 2026", "00:30", ""],
])("2.create-event.972 at 21:15 a start on %s at %s reads '%s'", async (day, time, hint) => {
  vi.setSystemTime(new Date(2026, 10, 28, 21, 15));
  serve({});
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Date"), day);
  await user.type(screen.getByLabelText("Event Time (Optional)"), time);
  expect(screen.getByLabelText("Event Time (Optional)")).toHaveAccessibleDescription(hint);
});

test("2.create-event.1001 the first wrong field of the form has the focus, whichever was opened last", async () => {
  serve({ "GET /api/events": () => json([GALA]) });
  const { user } = await openForm();
  await user.type(screen.getByLabelText("Event Name"), "Gala");
  await user.type(screen.getByLabelText("Event Date"), "2026-11-28");
  await user.click(screen.getByRole("button", { name: "Add a capacity" }));
  await user.type(screen.getByLabelText("Capacity"), "lots");
  await user.click(screen.getByRole("button", { name: "Add venue, end time or ticket text" }));
  await user.click(screen.getByLabelText("Venue"));
  await user.paste("x".repeat(121));
  await user.click(submit());
  await screen.findByText("Use 120 characters or fewer");
  await waitFor(() => expect(screen.getByLabelText("Venue")).toHaveFocus());
  expect(screen.getByLabelText("Capacity")).toBeInvalid();
});

test("2.create-event.1002 the form says what is enough", async () => {
  serve({ "GET /api/events": () => json([GALA]) });
  await openForm();
  expect(screen.getByText("A name and a date are enough. The rest can be added later.")).toBeVisible();
});
