import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { TicketType } from "@/api/types";
import { Announcements, LatestAnnounced } from "@/features/ticket-types/announcements";
import { TicketTypeField } from "@/features/ticket-types/ticket-type-field";
import { TypesCard } from "@/features/ticket-types/types-card";
import { attendeeNamed } from "@/testing/cast";
import { done, json, problem, serve } from "@/testing/server";

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
  expect(select).toHaveDisplayValue("VIP");
  await user.selectOptions(select, "No type");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("none");
  expect(screen.getAllByLabelText("Ticket Type")).toHaveLength(1);
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

test("2.announcement.2 an arrival that comes while the screen is open sounds once", async () => {
  const started = vi.fn();
  const node = { connect: () => node, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  vi.stubGlobal("navigator", { ...navigator, userActivation: { hasBeenActive: true } });
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      createGain = () => node;
      createOscillator = () => ({ ...node, frequency: {}, start: started, stop() {} });
    },
  );
  const guest = (id: number) => attendeeNamed(`Guest ${id}`, { id, attendedAt: new Date().toISOString() });
  const first = guest(1);
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
  announced = [guest(2), first];
  await queryClient.invalidateQueries();
  await screen.findByText("Arrived: Guest 2");
  await queryClient.invalidateQueries();
  expect(started).toHaveBeenCalledOnce();
});
