import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { recordHeartbeat } from "@/api/live/server-clock";
import { createQueryClient } from "@/api/query-client";
import type { TicketType } from "@/api/types";
import { shownToast } from "@/components/ui/toast-store";
import { Announcements, LatestAnnounced } from "@/features/ticket-types/announcements";
import { TicketTypeField } from "@/features/ticket-types/ticket-type-field";
import { TypesCard } from "@/features/ticket-types/types-card";
import { attendeeNamed } from "@/testing/cast";
import { done, json, laterResponse, page, problem, serve } from "@/testing/server";

const VIP: TicketType = {
  id: 3,
  eventId: 7,
  name: "VIP",
  color: "gold",
  priceCents: 9000,
  announce: true,
};
const STUDENT: TicketType = {
  ...VIP,
  id: 4,
  name: "Student",
  color: "blue",
  priceCents: null,
  announce: false,
};
const TYPES = "/api/events/7/ticket-types";

function show(children: ReactNode) {
  render(<QueryClientProvider client={createQueryClient(() => {})}>{children}</QueryClientProvider>);
  return userEvent.setup();
}

test("2.ticket-type.1 the card lists the types, and a form adds one", async () => {
  const calls = serve({
    [`GET ${TYPES}`]: () => json([VIP, STUDENT]),
    [`POST ${TYPES}`]: () => json({ ...VIP, id: 5 }, 201),
  });
  const user = show(<TypesCard eventId={7} />);
  const [vip] = await screen.findAllByRole("listitem");
  expect(vip).toHaveTextContent("VIP$90.00");
  expect(within(vip as HTMLElement).getByRole("img", { name: "Announced" })).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Add ticket type" }));
  const dialog = await screen.findByRole("dialog", { name: "New ticket type" });
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(within(dialog).getByRole("alert")).toHaveTextContent("Enter a name");
  await user.type(within(dialog).getByLabelText("Name"), " Press ");
  await user.click(within(dialog).getByRole("radio", { name: "Teal" }));
  await user.type(within(dialog).getByLabelText("Price (AUD)"), "12,50");
  await user.click(within(dialog).getByRole("switch", { name: "Announce arrivals" }));
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    name: "Press",
    color: "teal",
    priceCents: 1250,
    announce: true,
  });
});

test("4.form.970 Escape asks before it discards a filled type, and closes an untouched one at once", async () => {
  serve({ [`GET ${TYPES}`]: () => json([VIP]) });
  const user = show(<TypesCard eventId={7} />);
  await user.click(await screen.findByRole("button", { name: "Edit VIP" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit ticket type" });
  await user.type(within(dialog).getByLabelText("Name"), " Gold");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(within(dialog).getByLabelText("Name")).toHaveValue("VIP Gold");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Edit VIP" }));
  expect(await screen.findByLabelText("Name")).toHaveValue("VIP");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("2.ticket-type.1 an edit sends only what was changed: a colleague may have changed the rest", async () => {
  const calls = serve({
    [`GET ${TYPES}`]: () => json([VIP]),
    "PUT /api/ticket-types/3": () => json(VIP),
  });
  const user = show(<TypesCard eventId={7} />);
  const edit = async (change: (dialog: HTMLElement) => Promise<void>) => {
    await user.click(await screen.findByRole("button", { name: "Edit VIP" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit ticket type" });
    await change(dialog);
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  await edit((dialog) => user.click(within(dialog).getByRole("radio", { name: "Teal" })));
  await edit((dialog) => user.clear(within(dialog).getByLabelText("Price (AUD)")));
  await edit(async (dialog) => {
    await user.type(within(dialog).getByLabelText("Name"), " lounge ");
    await user.click(within(dialog).getByRole("switch", { name: "Announce arrivals" }));
  });
  expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { color: "teal" },
    { priceCents: null },
    { name: "VIP lounge", announce: false },
  ]);
});

test("2.frame.1223 a type that is not deleted after the user has left says so", async () => {
  const { response, respond } = laterResponse();
  const calls = serve({
    [`GET ${TYPES}`]: () => json([STUDENT]),
    "DELETE /api/ticket-types/4": () => response,
  });
  const user = show(<TypesCard eventId={7} />);
  await user.click(await screen.findByRole("button", { name: "Edit Student" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  cleanup();
  respond(problem(409, "type_in_use", "12 guests have this type.", { attendees: 12 }));
  await waitFor(() =>
    expect(shownToast()).toMatchObject({
      title: "Failed to delete ticket type",
      description: "12 guests have this type.",
    }),
  );
});

test("2.ticket-type.900 a pasted name that is too long stays whole, and is refused", async () => {
  const calls = serve({ [`GET ${TYPES}`]: () => json([]), [`POST ${TYPES}`]: () => json(VIP, 201) });
  const user = show(<TypesCard eventId={7} />);
  await user.click(await screen.findByRole("button", { name: "Add ticket type" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New ticket type" }));
  const name = dialog.getByLabelText("Name");
  await user.click(name);
  await user.paste("x".repeat(41));
  expect(name).toHaveValue("x".repeat(41));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(name).toHaveAccessibleDescription("Use 40 characters or fewer");
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  await user.type(name, "{Backspace}");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("2.ticket-type.2 a type in use is deleted once it is said what its guests get", async () => {
  const calls = serve({
    [`GET ${TYPES}`]: () => json([VIP, STUDENT]),
    "DELETE /api/ticket-types/3": ({ query }) =>
      query.moveTo ? done() : problem(409, "type_in_use", "In use", { attendees: 12 }),
  });
  const user = show(<TypesCard eventId={7} />);
  await user.click(await screen.findByRole("button", { name: "Edit VIP" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("dialog", { name: "Delete VIP?" });
  expect(question).toHaveTextContent("12 guests have this type.");
  await user.selectOptions(within(question).getByLabelText("They get"), "Student");
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.filter(({ method }) => method === "DELETE").map(({ query }) => query)).toEqual([
    {},
    { moveTo: "4" },
  ]);
});

test("2.ticket-type.4 the choice shows where the event has types", async () => {
  serve({ [`GET ${TYPES}`]: () => json([VIP, STUDENT]), "GET /api/events/8/ticket-types": () => json([]) });
  const onChoose = vi.fn();
  const field = { error: undefined, onChoose };
  const user = show(
    <>
      <TicketTypeField {...field} eventId={null} value="" />
      <TicketTypeField {...field} eventId={8} value="" />
      <TicketTypeField {...field} eventId={7} value="3" use="change" />
    </>,
  );
  const select = await screen.findByLabelText("Ticket Type");
  expect(select).toHaveDisplayValue("VIP ($90.00)");
  await user.selectOptions(select, "No type");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("none", "No type");
  expect(screen.getAllByLabelText("Ticket Type")).toHaveLength(1);
});

test("2.manage.1175 a change of many shows the prices of types, and gets the name of the chosen one", async () => {
  serve({
    [`GET ${TYPES}`]: () =>
      json([
        { ...VIP, priceCents: 15_000 },
        { ...STUDENT, priceCents: null },
      ]),
  });
  const onChoose = vi.fn();
  const user = show(
    <TicketTypeField
      eventId={7}
      value=""
      error={undefined}
      use="change"
      eventPriceCents={4500}
      onChoose={onChoose}
    />,
  );
  const options = await screen.findAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "No change",
    "No type ($45.00)",
    "VIP ($150.00)",
    "Student ($45.00)",
  ]);
  await user.selectOptions(screen.getByLabelText("Ticket Type"), "VIP ($150.00)");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(String(VIP.id), "VIP");
});

const DELETED = { eventId: 7, value: "9", error: undefined };

test("2.ticket-type.6 a form shows a chosen type that was deleted, until another choice", async () => {
  serve({ [`GET ${TYPES}`]: () => json([VIP]), "GET /api/events/8/ticket-types": () => json([]) });
  const onChoose = vi.fn();
  const user = show(
    <>
      <TicketTypeField {...DELETED} onChoose={onChoose} />
      <TicketTypeField
        {...DELETED}
        eventId={8}
        error="This event has no such ticket type"
        onChoose={onChoose}
      />
    </>,
  );
  await waitFor(() => expect(screen.getAllByLabelText("Ticket Type")).toHaveLength(2));
  const [some, none] = screen.getAllByLabelText("Ticket Type");
  expect(some).toHaveDisplayValue("Deleted type");
  expect(none).toHaveDisplayValue("Deleted type");
  expect(none).toHaveAccessibleDescription("This event has no such ticket type");
  expect(onChoose).not.toHaveBeenCalled();
  await user.selectOptions(none as HTMLElement, "No type");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("", "No type");
});

test("2.ticket-type.6 a type that was deleted is cleared as a filter", async () => {
  serve({ [`GET ${TYPES}`]: () => json([VIP]), "GET /api/events/8/ticket-types": () => json([]) });
  const [some, none, valid] = [vi.fn(), vi.fn(), vi.fn()];
  show(
    <>
      <TicketTypeField {...DELETED} use="filter" onChoose={some} />
      <TicketTypeField {...DELETED} eventId={8} use="filter" onChoose={none} />
      <TicketTypeField {...DELETED} value="3" use="filter" onChoose={valid} />
    </>,
  );
  await waitFor(() => expect(some).toHaveBeenCalledWith(""));
  await waitFor(() => expect(none).toHaveBeenCalledWith(""));
  expect(valid).not.toHaveBeenCalled();
});

test("2.announcement.1, 2.announcement.3 an arrival is named until it is dismissed, and stays listed", async () => {
  const attendedAt = new Date().toISOString();
  const guest = attendeeNamed("Nina Simone", {
    id: 9,
    attendedAt,
    ticketType: { id: 3, name: "Artist", color: "red" },
    checkInDoor: { door: "Gate B", helper: null },
  });
  serve({ "GET /api/door/announcements": () => json([guest]) });
  const user = show(
    <>
      <Announcements eventId={7} />
      <LatestAnnounced eventId={7} />
    </>,
  );
  const shown = await screen.findByRole("status");
  await waitFor(() => expect(shown).toHaveTextContent(/Arrived: Nina Simone.*Artist.*Table 7 · Gate B/));
  await user.click(screen.getByRole("button", { name: "Dismiss Nina Simone" }));
  expect(shown).toBeEmptyDOMElement();
  expect(screen.getByRole("listitem")).toHaveTextContent("Nina Simone");
});

test("2.announcement.1 arrivals are announced one by one, and a dismissed one passes on the focus", async () => {
  const arrived = (id: number) =>
    attendeeNamed(`Guest ${id}`, { id, attendedAt: new Date(Date.now() - id * 1000).toISOString() });
  serve({ "GET /api/door/announcements": () => json([arrived(1), arrived(2)]) });
  const user = show(<Announcements eventId={7} />);
  const region = screen.getByRole("status");
  expect(region).toHaveAttribute("aria-atomic", "false");
  await user.click(await screen.findByRole("button", { name: "Dismiss Guest 1" }));
  expect(screen.getByRole("button", { name: "Dismiss Guest 2" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Dismiss Guest 2" }));
  expect(region).toBeEmptyDOMElement();
  expect(region).toHaveFocus();
});

test("2.announcement.1 the ten minutes are the server's, whatever the device's clock says", async () => {
  const serverTime = Date.now() - 3_600_000;
  recordHeartbeat({ serverTime, until: null });
  const ago = (id: number, minutes: number) =>
    attendeeNamed(`Guest ${id}`, { id, attendedAt: new Date(serverTime - minutes * 60_000).toISOString() });
  serve({ "GET /api/door/announcements": () => json([ago(1, 9), ago(2, 11)]) });
  show(<Announcements eventId={7} />);
  await screen.findByText("Arrived: Guest 1");
  expect(screen.queryByText("Arrived: Guest 2")).toBeNull();
});

test("2.announcement.2 an arrival that comes while the screen is open sounds once", async () => {
  const started = vi.fn();
  const node = { connect: () => node, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  vi.stubGlobal("navigator", { ...navigator, userActivation: { hasBeenActive: true } });
  vi.stubGlobal(
    "AudioContext",
    class {
      state = "running";
      currentTime = 0;
      createGain = () => node;
      createOscillator = () => ({ ...node, frequency: {}, start: started, stop() {} });
    },
  );
  const guest = (id: number, minutes = 0) =>
    attendeeNamed(`Guest ${id}`, { id, attendedAt: new Date(Date.now() - minutes * 60_000).toISOString() });
  const [first, second, late] = [guest(1, 1), guest(2), guest(3, 11)];
  let announced = [first];
  serve({ "GET /api/door/announcements": () => json(announced) });
  const queryClient = createQueryClient(() => {});
  render(
    <QueryClientProvider client={queryClient}>
      <Announcements eventId={null} />
    </QueryClientProvider>,
  );
  await screen.findByText("Arrived: Guest 1");
  expect(started).not.toHaveBeenCalled();
  announced = [second];
  await queryClient.invalidateQueries();
  await screen.findByText("Arrived: Guest 2");
  expect(started).toHaveBeenCalledOnce();
  // The check-in of the second is undone, which brings the first back into the list.
  announced = [first];
  await queryClient.invalidateQueries();
  await screen.findByText("Arrived: Guest 1");
  announced = [first, late];
  await queryClient.invalidateQueries();
  expect(started).toHaveBeenCalledOnce();
  announced = [guest(4), first, late];
  await queryClient.invalidateQueries();
  await screen.findByText("Arrived: Guest 4");
  expect(started).toHaveBeenCalledTimes(2);
});

test("2.ticket-type.1070 a changed price says how many guests it counts for", async () => {
  const calls = serve({
    [`GET ${TYPES}`]: () => json([VIP]),
    "GET /api/attendees": () => page([], { total: 12 }),
  });
  const user = show(<TypesCard eventId={7} />);
  await user.click(await screen.findByRole("button", { name: "Edit VIP" }));
  const price = await screen.findByLabelText("Price (AUD)");
  const hint = "Optional. Blank means the event's ticket price.";
  expect(price).toHaveAccessibleDescription(hint);
  expect(calls.some(({ path }) => path === "/api/attendees")).toBe(false);
  await user.clear(price);
  await user.type(price, "95");
  await waitFor(() =>
    expect(price).toHaveAccessibleDescription(`${hint} The change also counts for 12 guests who still owe.`),
  );
  expect(calls.find(({ path }) => path === "/api/attendees")?.query).toMatchObject({
    eventId: "7",
    ticketTypeId: "3",
    paymentGroup: "owed",
  });
  await user.clear(price);
  await user.type(price, "90.00");
  expect(price).toHaveAccessibleDescription(hint);
});
