import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { shownToast } from "@/components/ui/toast-store";
import { DEFAULT_SETTINGS } from "@/lib/settings";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, reload, toastRegion } from "@/testing/open-app";
import { type Call, done, json, laterResponse, page, problem, serve } from "@/testing/server";

afterEach(() => vi.useRealTimers());

async function openEditor() {
  const opened = openApp("/edit-event/7", { as: OLIVE });
  await screen.findByRole("heading", { name: "Danger Zone" });
  return opened;
}

const READ = {
  "GET /api/events/7": () => json(GALA),
  "GET /api/events": () => json([GALA]),
  "GET /api/attendees": () => page([], { total: 20 }),
  "GET /api/attendees/figures": () =>
    json({
      eventId: 7,
      tickets: 175,
      attended: 163,
      unpaidTickets: 2,
      owedCents: 9_000,
      inside: null,
      left: null,
    }),
};

test("2.edit-event.1, 3 it says that it loads, then holds the event", async () => {
  const { response, respond } = laterResponse();
  serve({ "GET /api/events/7": () => response });
  openApp("/edit-event/7", { as: OLIVE });
  await screen.findByText("Loading event...");
  respond(json(GALA));
  expect(await screen.findByLabelText("Event Name")).toHaveValue("Midwinter Gala");
  expect(screen.getByLabelText("Event Date")).toHaveValue("Sat 28 Nov 2026");
  expect(screen.getByLabelText("Event Time")).toHaveValue("19:30");
});

test.each(["abc", "7x", "-7", "7.5", "99999999999999999999"])(
  "2.guard.4 the id %s is no event, and asks nobody",
  async (id) => {
    const calls = serve({});
    openApp(`/edit-event/${id}`, { as: OLIVE });
    await screen.findByText("Event not found");
    expect(calls).toEqual([]);
  },
);

test("2.edit-event.2 an event that is not there is 'Event not found'", async () => {
  serve({ "GET /api/events/7": () => problem(404, "event_not_found", "Event not found") });
  openApp("/edit-event/7", { as: OLIVE });
  await screen.findByText("Event not found");
});

test("8.event.8 any other failure is 'Failed to fetch event', and can be tried again", async () => {
  const answers = [new Response("", { status: 500 }), json(GALA)];
  serve({ "GET /api/events/7": () => answers.shift() ?? json(GALA) });
  const { user } = openApp("/edit-event/7", { as: OLIVE });
  await screen.findByText("Failed to fetch event");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Danger Zone" });
});

test.each(["Event Name", "Event Date", "Event Time"])(
  "5.edit-event.1 without %s nothing is sent",
  async (label) => {
    const calls = serve(READ);
    const { user } = await openEditor();
    await user.clear(screen.getByLabelText(label));
    await user.click(screen.getByRole("button", { name: "Update Event" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorPlease fill in all fields"));
    expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);
  },
);

test("5.edit-event.900 each empty field is marked, and the first has the focus", async () => {
  serve({ ...READ, "GET /api/events/7": () => json({ ...GALA, time: null }) });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const time = screen.getByLabelText("Event Time");
  await waitFor(() => expect(time).toHaveAccessibleDescription("Event time is required"));
  expect(time).toBeInvalid();
  expect(time).toHaveFocus();
  await user.clear(screen.getByLabelText("Event Date"));
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await waitFor(() =>
    expect(screen.getByLabelText("Event Date")).toHaveAccessibleDescription("Event date is required"),
  );
  expect(screen.getByLabelText("Event Date")).toHaveFocus();
  expect(screen.getByLabelText("Event Name")).toBeValid();
});

test("2.create-event.1066, 1114 the time is shown by the settings, and a text that is no time is refused", async () => {
  const calls = serve({
    ...READ,
    "GET /api/settings": () => json({ ...DEFAULT_SETTINGS, timeFormat: "12h" }),
  });
  const { user } = await openEditor();
  const time = screen.getByLabelText("Event Time");
  await waitFor(() => expect(time).toHaveValue("7:30 pm"));
  await user.type(time, "{Backspace}{Backspace}x");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await waitFor(() => expect(time).toHaveAccessibleDescription("Enter a time such as 7:30 pm"));
  expect(time).toHaveValue("7:30 x");
  expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("2.edit-event.4, 5, 12, 8.event.2 an update carries the version that was read, and leads to /", async () => {
  let respond: (response: Response) => void = () => {};
  const calls = serve({
    ...READ,
    "PUT /api/events/7": () => new Promise<Response>((resolve) => (respond = resolve)),
  });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  // 2.edit-event.5
  expect(await screen.findByRole("button", { name: "Updating..." })).toBeDisabled();
  respond(json({ ...GALA, version: 4 }));
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(window.location.pathname).toBe("/");
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    name: "Midwinter Gala II",
    date: "2026-11-28",
    time: "19:30",
    ticketPriceCents: null,
    capacity: null,
    countsExits: false,
    reentry: true,
    stopsAtCapacity: false,
    venue: null,
    address: null,
    endTime: null,
    ticketText: null,
    version: 3,
    expectedErasures: 0,
  });
  expect(toastRegion()).toHaveTextContent("SuccessEvent updated successfully");
});

test("2.edit-event.15 a price that is set shows at once, and clearing it sends null", async () => {
  const priced = { ...GALA, ticketPriceCents: 4550 };
  const calls = serve({
    "GET /api/events": () => json([priced]),
    "GET /api/events/7": () => json(priced),
    "PUT /api/events/7": () => json(GALA),
  });
  const { user } = await openEditor();
  expect(screen.getByLabelText("Ticket Price (AUD)")).toHaveValue("45.50");
  await user.clear(screen.getByLabelText("Ticket Price (AUD)"));
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ ticketPriceCents: null });
});

test("2.edit-event.15 a price can be changed", async () => {
  const priced = { ...GALA, ticketPriceCents: 4550 };
  const calls = serve({
    "GET /api/events": () => json([priced]),
    "GET /api/events/7": () => json(priced),
    "PUT /api/events/7": () => json(GALA),
  });
  const { user } = await openEditor();
  await user.clear(screen.getByLabelText("Ticket Price (AUD)"));
  await user.type(screen.getByLabelText("Ticket Price (AUD)"), "50");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ ticketPriceCents: 5000 });
});

test("2.edit-event.900 the switches for people leaving show what is stored, and can be changed", async () => {
  const counting = { ...GALA, countsExits: true, reentry: false };
  const calls = serve({
    ...READ,
    "GET /api/events/7": () => json(counting),
    "PUT /api/events/7": () => json(GALA),
  });
  const { user } = await openEditor();
  expect(screen.getByRole("switch", { name: "Count people leaving" })).toBeChecked();
  expect(screen.getByRole("switch", { name: "Let people come back in" })).not.toBeChecked();
  await user.click(screen.getByRole("switch", { name: "Let people come back in" }));
  await user.click(screen.getByRole("switch", { name: "Count people leaving" }));
  expect(screen.queryByRole("switch", { name: "Let people come back in" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    countsExits: false,
    reentry: true,
    stopsAtCapacity: false,
  });
});

test("8.event.6, 8.toast.2 a failed update without a message is 'Failed to update event'", async () => {
  serve({ ...READ, "PUT /api/events/7": () => new Response("", { status: 502 }) });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorFailed to update event"));
});

test.each([
  ["a response", () => new Response("", { status: 502 }), 5000],
  ["no response", () => Promise.reject(new TypeError("offline")), 15_000],
])("9.toast.2, 9.toast.1040 after %s the failure shows for a while", async (_, respond, duration) => {
  serve({ ...READ, "PUT /api/events/7": respond });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await waitFor(() =>
    expect(shownToast()).toMatchObject({ description: "Failed to update event", duration }),
  );
});

const theirs = { ...GALA, name: "Midsummer Gala", version: 9 };
const conflict = () => problem(409, "version_conflict", "Changed meanwhile", { current: theirs });

test("2.edit-event.14 an event somebody else changed: both versions are shown, and mine can stand", async () => {
  const answers = [conflict(), json(theirs)];
  const calls = serve({ ...READ, "PUT /api/events/7": () => answers.shift() ?? json(theirs) });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("button", { name: "Update Event" }));

  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("cell", { name: "Midwinter Gala II" })).toBeVisible();
  expect(within(dialog).getByRole("cell", { name: "Midsummer Gala" })).toBeVisible();
  expect(dialog).toHaveTextContent("Sam Superadmin");
  await user.click(within(dialog).getByRole("button", { name: "Save mine" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  const saves = calls.filter(({ method }) => method === "PUT");
  expect(saves.at(-1)?.body).toMatchObject({ name: "Midwinter Gala II", version: 9 });
});

test("2.edit-event.970 an event that the same user changed in another tab or device says so", async () => {
  const mine = { ...theirs, updatedBy: { id: OLIVE.id, fullName: OLIVE.fullName } };
  const answer = problem(409, "version_conflict", "Changed meanwhile", { current: mine });
  serve({ ...READ, "PUT /api/events/7": () => answer });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const dialog = await screen.findByRole("dialog", {
    name: "You changed this event in another tab or device",
  });
  expect(dialog).toHaveAccessibleDescription(/^You saved it there on .*, after you opened it here\. Choose/);
  expect(within(dialog).getByRole("button", { name: "Save mine" })).toBeEnabled();
});

test("2.edit-event.14 an event somebody else changed: theirs can stand, and the next save builds on it", async () => {
  const answers = [conflict(), json({ ...theirs, version: 10 })];
  const calls = serve({ ...READ, "PUT /api/events/7": () => answers.shift() ?? json(theirs) });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await user.click(await screen.findByRole("button", { name: "Use the saved version" }));
  await waitFor(() => expect(screen.getByLabelText("Event Name")).toHaveValue("Midsummer Gala"));
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ version: 9 });
});

test("2.edit-event.17 mine that stands changes only what I changed: what they changed besides stays", async () => {
  const earlier = { ...GALA, date: "2026-11-27", time: "18:00", ticketPriceCents: 6000, version: 9 };
  const answers = [problem(409, "version_conflict", "Changed meanwhile", { current: earlier }), json(theirs)];
  const calls = serve({ ...READ, "PUT /api/events/7": () => answers.shift() ?? json(theirs) });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const dialog = within(await screen.findByRole("dialog"));
  // The saved values are the shown ones: the time, untouched here, is the other user's on both sides.
  expect(dialog.getAllByRole("cell", { name: "18:00" })).toHaveLength(2);
  await user.click(dialog.getByRole("button", { name: "Save mine" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toEqual({
    name: "Midwinter Gala II",
    date: "2026-11-27",
    time: "18:00",
    ticketPriceCents: 6000,
    capacity: null,
    countsExits: false,
    reentry: true,
    stopsAtCapacity: false,
    venue: null,
    address: null,
    endTime: null,
    ticketText: null,
    version: 9,
    expectedErasures: 0,
  });
});

test("2.edit-event.17 a second conflict still knows what I changed, and what was theirs", async () => {
  const first = { ...GALA, time: "18:00", version: 9 };
  const second = { ...GALA, time: "20:00", version: 10 };
  const meanwhile = (current: object) => problem(409, "version_conflict", "Changed meanwhile", { current });
  const answers = [meanwhile(first), meanwhile(second), json(second)];
  const calls = serve({ ...READ, "PUT /api/events/7": () => answers.shift() ?? json(second) });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await user.click(await screen.findByRole("button", { name: "Save mine" }));
  await waitFor(() => expect(screen.getAllByRole("cell", { name: "20:00" })).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Save mine" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toMatchObject({
    name: "Midwinter Gala II",
    time: "20:00",
    version: 10,
    expectedErasures: 0,
  });
});

test("2.edit-event.17 who changed nothing that differs is told so, and has nothing to save", async () => {
  serve({ ...READ, "PUT /api/events/7": conflict });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Your version has no other changes.");
  expect(within(dialog).queryByRole("button", { name: "Save mine" })).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Use the saved version" }));
  expect(screen.getByLabelText("Event Name")).toHaveValue("Midsummer Gala");
});

test("4.form.1 what was typed outlives a reload, and builds on the version that was read before it", async () => {
  serve(READ);
  const opened = await openEditor();
  await opened.user.type(screen.getByLabelText("Event Name"), " II");
  await opened.user.clear(screen.getByLabelText("Event Time"));
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/events/7": () => json(theirs),
    "PUT /api/events/7": conflict,
  });
  const once = reload(opened, "/edit-event/7");
  await screen.findByRole("heading", { name: "Danger Zone" });
  // A second reload keeps it as well.
  const { user } = reload(once, "/edit-event/7");
  expect(await screen.findByLabelText("Event Name")).toHaveValue("Midwinter Gala II");
  expect(screen.getByLabelText("Event Time")).toHaveValue("");
  await user.type(screen.getByLabelText("Event Time"), "19:30");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await screen.findByRole("dialog");
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ version: 3 });
});

test("4.form.900, 4.form.901 after the user has left it builds on the same version, and Discard shows what is stored", async () => {
  serve(READ);
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("heading", { name: "Dashboard" });
  const calls = serve({ ...READ, "GET /api/events/7": () => json(theirs), "PUT /api/events/7": conflict });
  window.history.back();
  expect(await screen.findByLabelText("Event Name")).toHaveValue("Midwinter Gala II");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await screen.findByRole("dialog");
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ version: 3 });
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByLabelText("Event Name")).toHaveValue("Midsummer Gala");
  expect(screen.getByLabelText("Event Name")).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await screen.findByRole("dialog");
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ version: 9 });
});

test("4.form.900 a deleted event leaves nothing of what was typed", async () => {
  serve({ ...READ, "DELETE /api/events/7": () => done() });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Name"), " II");
  await user.click(screen.getByRole("button", { name: "Delete Event" }));
  await confirmDeletion(user);
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Gala II");
});

test("4.form.2 where nobody typed, a reload shows what stands now", async () => {
  serve(READ);
  const opened = await openEditor();
  serve({ "GET /api/events": () => json([theirs]), "GET /api/events/7": () => json(theirs) });
  reload(opened, "/edit-event/7");
  expect(await screen.findByLabelText("Event Name")).toHaveValue("Midsummer Gala");
});

test("prices that differ are set beside each other; without any there is no such row", async () => {
  const answers = [
    problem(409, "version_conflict", "Changed meanwhile", { current: { ...theirs, ticketPriceCents: 6000 } }),
    conflict(),
  ];
  serve({ ...READ, "PUT /api/events/7": () => answers.shift() ?? json(theirs) });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Add a ticket price" }));
  await user.type(screen.getByLabelText("Ticket Price (AUD)"), "45.5");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const first = within(await screen.findByRole("dialog"));
  expect(first.getByRole("cell", { name: "$45.50" })).toBeVisible();
  expect(first.getByRole("cell", { name: "$60.00" })).toBeVisible();
  await user.keyboard("{Escape}");
  await user.clear(screen.getByLabelText("Ticket Price (AUD)"));
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const second = within(await screen.findByRole("dialog"));
  expect(second.queryByText("Ticket Price (AUD)")).toBeNull();
});

test("2.edit-event.900 a conflict compares the counting of people leaving if either version has it", async () => {
  serve({ ...READ, "PUT /api/events/7": conflict });
  const { user } = await openEditor();
  await user.click(screen.getByRole("switch", { name: "Count people leaving" }));
  await user.click(screen.getByRole("switch", { name: "Let people come back in" }));
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const first = within(await screen.findByRole("dialog"));
  const row = (label: string) => first.getByRole("rowheader", { name: label }).closest("tr");
  expect(row("Count people leaving")).toHaveTextContent("Count people leavingOnOff");
  expect(row("Let people come back in")).toHaveTextContent("Let people come back inOffOn");
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("switch", { name: "Let people come back in" }));
  await user.click(screen.getByRole("switch", { name: "Count people leaving" }));
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  const second = within(await screen.findByRole("dialog"));
  expect(second.queryByText("Count people leaving")).toBeNull();
});

async function confirmDeletion(user: ReturnType<typeof openApp>["user"]) {
  const button = within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete Event" });
  // Until the attendees are counted.
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

test("4.delete.1, 2 an event with more than 20 attendees, or one that cannot be counted, asks for the word", async () => {
  for (const [count, words] of [
    [() => page([], { total: 21 }), "21 attendees will be deleted too."],
    [() => new Response("", { status: 503 }), "If it has attendees"],
  ] as const) {
    serve({ ...READ, "GET /api/attendees": count });
    const { user, unmount } = await openEditor();
    await user.click(screen.getByRole("button", { name: "Delete Event" }));
    const dialog = await screen.findByRole("dialog");
    const word = await within(dialog).findByLabelText("Type DELETE to confirm");
    expect(dialog).toHaveTextContent(words);
    const button = within(dialog).getByRole("button", { name: "Delete Event" });
    await user.type(word, "delet");
    expect(button).toBeDisabled();
    await user.type(word, "e ");
    expect(button).toBeEnabled();
    unmount();
  }
});

test("2.edit-event.1205 the question names the arrivals and an event of today, the toast the event", async () => {
  vi.setSystemTime(new Date(2026, 10, 28, 12));
  const calls = serve({
    ...READ,
    "GET /api/attendees": ({ query }: Call) => page([], { total: query.attended === "true" ? 12 : 20 }),
    "DELETE /api/events/7": done,
  });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Delete Event" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Event" }));
  expect(await dialog.findByText("12 of them have arrived.")).toBeVisible();
  expect(dialog.getByText("This event is today.")).toBeVisible();
  await confirmDeletion(user);
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(toastRegion()).toHaveTextContent("SuccessEvent deleted successfullyMidwinter Gala");
  expect(calls.some(({ method }) => method === "DELETE")).toBe(true);
});

test("2.edit-event.1205 without arrivals, and on another day, it says neither", async () => {
  vi.setSystemTime(new Date(2026, 10, 20, 12));
  serve({
    ...READ,
    "GET /api/attendees": ({ query }: Call) => page([], { total: query.attended === "true" ? 0 : 20 }),
  });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Delete Event" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Event" }));
  await dialog.findByText(/^20 attendees/);
  expect(dialog.queryByText(/arrived|today/)).toBeNull();
});

test("2.edit-event.6..11, 13, 8.event.3 deleting asks first, in these words", async () => {
  let respond: (response: Response) => void = () => {};
  const calls = serve({
    ...READ,
    "DELETE /api/events/7": () => new Promise<Response>((resolve) => (respond = resolve)),
  });
  const { user } = await openEditor();
  // 2.edit-event.6
  const zone = screen.getByRole("heading", { name: "Danger Zone" }).parentElement?.parentElement;
  await user.click(within(zone as HTMLElement).getByRole("button", { name: "Delete Event" }));
  // 2.edit-event.8
  const dialog = await screen.findByRole("dialog", { name: "Delete Event" });
  // 2.edit-event.10
  expect(
    within(dialog)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Cancel", "Delete Event"]);
  // 2.edit-event.9
  expect(dialog).toHaveAccessibleDescription(
    'Are you sure you want to delete "Midwinter Gala"? This action cannot be undone and will permanently remove the event and all associated attendees.',
  );
  // 2.edit-event.16
  expect(
    await within(dialog).findByText("20 attendees will be deleted too. A backup is made first."),
  ).toBeVisible();
  // 2.edit-event.11
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);

  await user.click(screen.getByRole("button", { name: "Delete Event" }));
  await confirmDeletion(user);
  // 2.edit-event.7
  expect(await screen.findByRole("button", { name: "Deleting..." })).toBeDisabled();
  respond(done());
  // 2.edit-event.13
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(window.location.pathname).toBe("/");
  expect(toastRegion()).toHaveTextContent("SuccessEvent deleted successfully");
});

test("8.event.7 a failed delete without a message is 'Failed to delete event'", async () => {
  serve({ ...READ, "DELETE /api/events/7": () => new Response("", { status: 500 }) });
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Delete Event" }));
  await confirmDeletion(user);
  await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorFailed to delete event"));
});

test("2.edit-event.30, 2.edit-event.980, 2.print.3, 2.print.944 the event's evening stands at its head, with the ways on", async () => {
  vi.setSystemTime(new Date(2026, 10, 30));
  serve(READ);
  const opened = await openEditor();
  const head = within(await screen.findByRole("region", { name: "Midwinter Gala" }));
  await head.findByText("12 not arrived");
  expect(head.getByText("Past")).toBeVisible();
  expect(head.getByText(/^Arrived/).closest("p")).toHaveTextContent("Arrived 163 of 175");
  expect(head.getByText("2 guests owe $90.00")).toBeVisible();
  const ways = () => head.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  const open = [
    ["12 not arrived", "/manage-attendees?eventId=7&attended=false"],
    ["2 guests owe $90.00", "/manage-attendees?eventId=7&paymentGroup=owed"],
    ["Scan", "/scan-attendees"],
    ["Guests", "/manage-attendees?eventId=7"],
    ["Doors", "/doors?eventId=7"],
    ["Door list", "/print-door-list?eventId=7"],
    ["Add Attendee", "/add-attendee?eventId=7"],
    ["Tickets", "/print-tickets?eventId=7"],
    ["Passes", "/doors?eventId=7#passes"],
  ];
  expect(ways()).toEqual(open);
  opened.unmount();
  openApp("/edit-event/7", { as: SAM });
  await screen.findByRole("region", { name: "Midwinter Gala" });
  expect(
    screen.getByRole("region", { name: "Midwinter Gala" }).querySelector('a[href="/analytics?eventId=7"]'),
  ).toHaveTextContent("Analytics");
});

test("2.home.970 a past event has its capacity, and is neither nearly full nor full", async () => {
  vi.setSystemTime(new Date(2026, 10, 30));
  const full = { ...GALA, capacity: 163 };
  serve({ ...READ, "GET /api/events/7": () => json(full), "GET /api/events": () => json([full]) });
  await openEditor();
  const head = within(await screen.findByRole("region", { name: "Midwinter Gala" }));
  await head.findByText("163");
  expect(head.getByText(/^Arrived/).closest("p")).toHaveTextContent("Arrived 163 of 175 · capacity 163");
  expect(head.getByText(/^Arrived/).closest("p")?.className).not.toContain("outline-");
  expect(head.queryByText(/full/i)).toBeNull();
});

test.each(["Door list", "Tickets"])("2.print.945 from the event, '%s' has one way back", async (name) => {
  serve({
    ...READ,
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([], { total: 0 }),
  });
  const { user } = await openEditor();
  await user.click(await screen.findByRole("link", { name }));
  await screen.findByRole("button", { name: "Print" });
  expect(screen.getAllByRole("link", { name: /^Back/ }).map((link) => link.textContent)).toEqual(["Back"]);
});

test("2.edit-event.31 'Duplicate event' leads to a form of a new one", async () => {
  serve(READ);
  await openEditor();
  expect(screen.getByRole("link", { name: "Duplicate event" })).toHaveAttribute(
    "href",
    "/create-event?copyOf=7",
  );
});

test("2.edit-event.1040 a date moved into the past has a hint, the date that is stored has none", async () => {
  vi.setSystemTime(new Date(2026, 10, 30));
  serve(READ);
  const { user } = await openEditor();
  expect(screen.queryByText("This date is in the past")).toBeNull();
  await user.clear(screen.getByLabelText("Event Date"));
  await user.type(screen.getByLabelText("Event Date"), "1 Nov 2026");
  await user.tab();
  expect(await screen.findByText("This date is in the past")).toBeVisible();
});

test("2.edit-event.1041 a capacity below the registered guests is named", async () => {
  serve(READ);
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Add a capacity" }));
  await user.type(screen.getByLabelText("Capacity"), "170");
  expect(await screen.findByText("175 guests are registered: overbooked by 5.")).toBeVisible();
});

test.each([
  ["below the registered guests", { capacity: 170 }, "175 guests are registered: overbooked by 5."],
  ["that they do not exceed", { capacity: 175 }, ""],
  ["for who is inside", { capacity: 170, countsExits: true }, ""],
])("2.edit-event.1148 after a save the toast names a capacity %s, or not", async (_which, limits, reason) => {
  const event = { ...GALA, ...limits };
  serve({ ...READ, "GET /api/events/7": () => json(event), "PUT /api/events/7": () => json(event) });
  const { user } = await openEditor();
  await screen.findByText("163");
  await user.click(screen.getByRole("button", { name: "Update Event" }));
  await waitFor(() => expect(toastRegion().textContent).toContain("SuccessEvent updated successfully"));
  expect(toastRegion().textContent?.replace("SuccessEvent updated successfully", "")).toBe(reason);
});

test("2.edit-event.903 a capacity below the guests who are there is named", async () => {
  serve(READ);
  const { user } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Add a capacity" }));
  await user.type(screen.getByLabelText("Capacity"), "162");
  expect(screen.getByText("163 guests are in already: at this capacity the event is full.")).toBeVisible();
  await user.type(screen.getByLabelText("Capacity"), "0");
  expect(screen.queryByText(/guests are in already/)).toBeNull();
});

const PRICED = { ...READ, "GET /api/events/7": () => json({ ...GALA, ticketPriceCents: 4500 }) };
const TYPES = "GET /api/events/7/ticket-types";
const VIP = { id: 3, eventId: 7, name: "VIP", color: "gold", priceCents: 9000, announce: false };

test.each([
  ["no type", [], "The change also counts for 2 guests who still owe."],
  [
    "a type without a price",
    [{ ...VIP, priceCents: null }],
    "The change also counts for 2 guests who still owe.",
  ],
  [
    "a type with a price",
    [VIP],
    "The change also counts for guests who still owe, unless their ticket type has its own price.",
  ],
])("2.edit-event.1070 with %s a changed price says whom it counts for", async (_, types, note) => {
  serve({ ...PRICED, [TYPES]: () => json(types) });
  const { user } = await openEditor();
  const price = screen.getByLabelText("Ticket Price (AUD)");
  const hint = "Optional, in dollars: what one ticket costs.";
  expect(price).toHaveAccessibleDescription(hint);
  await user.clear(price);
  await user.type(price, "60");
  await waitFor(() => expect(price).toHaveAccessibleDescription(`${hint} ${note}`));
  await user.clear(price);
  await user.type(price, "45.00");
  expect(price).toHaveAccessibleDescription(hint);
});

const figures = (changed: object) => () =>
  json({
    eventId: 7,
    tickets: 121,
    attended: 0,
    unpaidTickets: 0,
    owedCents: 0,
    inside: null,
    left: null,
    ...changed,
  });

test("2.edit-event.1070 where nobody owes, a changed price has no such hint", async () => {
  serve({ ...PRICED, "GET /api/attendees/figures": figures({}) });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Ticket Price (AUD)"), "0");
  expect(screen.queryByText(/also counts for/)).toBeNull();
});

test("2.edit-event.1071 a moved event says once how many guests have tickets with what it was", async () => {
  vi.setSystemTime(new Date(2026, 10, 20));
  serve({
    ...READ,
    "GET /api/events/7": () => json({ ...GALA, venue: "Town Hall" }),
    "GET /api/attendees/figures": figures({}),
  });
  const { user } = await openEditor();
  const [date, time, venue] = ["Event Date", "Event Time", "Venue"].map((label) =>
    screen.getByLabelText(label),
  );
  if (!date || !time || !venue) throw new Error("a field is missing");
  await user.type(venue, " ");
  expect(screen.queryByText(/the former/)).toBeNull();
  await user.type(venue, "2");
  expect(venue).toHaveAccessibleDescription("121 guests have tickets with the former venue.");
  await user.clear(time);
  await user.type(time, "20:00");
  expect(time).toHaveAccessibleDescription("121 guests have tickets with the former time and venue.");
  expect(venue).not.toHaveAccessibleDescription();
  await user.clear(date);
  await user.type(date, "5 Dec 2026");
  await user.tab();
  expect(date).toHaveAccessibleDescription("121 guests have tickets with the former date, time and venue.");
  expect(screen.getAllByText(/the former/)).toHaveLength(1);
  await user.clear(date);
  await user.type(date, "1 Nov 2026");
  await user.tab();
  expect(date).toHaveAccessibleDescription("This date is in the past");
  expect(screen.queryByText(/the former/)).toBeNull();
});

test.each([
  [{ attended: 30 }, "30 guests are in already, and 121 guests have tickets with the former time."],
  [{ attended: 30, inside: 1 }, "1 guest is in already, and 121 guests have tickets with the former time."],
  [{ tickets: 1 }, "1 guest has a ticket with the former time."],
])("2.edit-event.1072 with the figures %j it reads %s", async (changed, note) => {
  serve({ ...READ, "GET /api/attendees/figures": figures(changed) });
  const { user } = await openEditor();
  const time = screen.getByLabelText("Event Time");
  await user.clear(time);
  await user.type(time, "20:00");
  await waitFor(() => expect(time).toHaveAccessibleDescription(note));
});

test("2.edit-event.1071 a time that is set for the first time has no such hint", async () => {
  serve({ ...READ, "GET /api/events/7": () => json({ ...GALA, time: null }) });
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Event Time"), "20:00");
  expect(screen.queryByText(/the former/)).toBeNull();
});

test("2.edit-event.1071 an event without guests has no such hint", async () => {
  serve({ ...READ, "GET /api/attendees/figures": figures({ tickets: 0 }) });
  const { user } = await openEditor();
  await user.clear(screen.getByLabelText("Event Time"));
  await user.type(screen.getByLabelText("Event Time"), "20:00");
  expect(screen.queryByText(/the former/)).toBeNull();
});
