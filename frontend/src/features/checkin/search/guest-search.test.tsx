import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteStream } from "@/api/live/live-state";
import { createQueryClient } from "@/api/query-client";
import type { TicketRow } from "@/features/checkin/door-list/api";
import { saveList, wipeLists } from "@/features/checkin/door-list/list-store";
import { DoorTickets } from "@/features/checkin/door-list/tickets";
import { GuestSearch } from "@/features/checkin/search/guest-search";
import { GALA } from "@/testing/cast";
import { answerNothing, json, problem, serve } from "@/testing/server";

const QR = "DL1.7.0123456789ABCDEFGHJKMNPQRS";
const ADA: TicketRow = [
  "AAAAAAAAAAAAAAAAAAAAAA",
  1,
  "Ada Byron",
  12,
  "unpaid",
  4500,
  "INV-1",
  null,
  null,
  "Wheelchair",
];
const BEA: TicketRow = [
  "AAAAAAAAAAAAAAAAAAAAAQ",
  2,
  "Béa Inside",
  0,
  "Paid",
  0,
  "INV-2",
  Date.parse("2026-11-20T19:42:00"),
  "Gate B",
];
const MANY = Array.from(
  { length: 30 },
  (_, at): TicketRow => [
    `AAAAAAAAAAAAAAAAAA${10 + at}AQ`,
    100 + at,
    `Many ${at}`,
    1,
    "free",
    0,
    `N-${at}`,
    null,
    null,
  ],
);
const ONLINE = {
  id: 1,
  eventId: GALA.id,
  event: GALA,
  fullName: "Ada Byron",
  phone: "0400 000 111",
  tableNumber: 12,
  paymentStatus: "unpaid",
  paymentGroup: "owed",
  owedCents: 4500,
  invoiceNumber: "INV-1",
  qrCodeData: QR,
  notes: "Wheelchair",
  attended: false,
  attendedAt: null,
};

beforeEach(async () => {
  const tickets = DoorTickets.of([ADA, BEA, ...MANY]);
  const event = { id: GALA.id, name: GALA.name, date: "2099-12-30", time: null };
  await saveList({ event, asOf: 1, etag: null, tickets });
});
afterEach(async () => {
  noteStream("open");
  await wipeLists();
});

async function search(text: string, eventId: number | null = GALA.id) {
  const onPick = vi.fn();
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <GuestSearch
        onClose={() => {}}
        eventId={eventId}
        paymentOf={({ paymentGroup }) => paymentGroup}
        onPick={onPick}
      />
    </QueryClientProvider>,
  );
  await user.type(await screen.findByRole("searchbox"), text);
  return { user, onPick };
}

const guests = async () => within(await screen.findByRole("dialog")).findAllByRole("listitem");
const NOTE = "Phones are searched online only.";

test("4.find.1 without a server the list on the device answers, by name and invoice number", async () => {
  answerNothing();
  noteStream("silent");
  const { user, onPick } = await search("bea");
  const [bea] = await guests();
  expect(bea).toHaveTextContent(/Béa Inside.*No table · INV-2.*paid.*In since .*\d\d:42/);
  expect(screen.getByText(NOTE)).toBeInTheDocument();

  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "inv-1");
  await waitFor(async () => expect((await guests())[0]).toHaveTextContent(/Ada Byron/));
  expect((await guests())[0]).toHaveTextContent(
    /Table 12 · INV-1.*Wheelchair.*owed.*owes \$45\.00.*Not in yet/,
  );
  await user.click(screen.getByRole("button", { name: "Check in Ada Byron" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ attendeeId: 1 });
});

test("4.find.1 offline the server is not asked, and the list shows as many as the server would", async () => {
  const calls = serve({});
  noteStream("silent");
  await search("many");
  expect(await guests()).toHaveLength(20);
  expect(screen.getByText("The first 20 of 30. Type more to narrow it down.")).toBeInTheDocument();
  expect(calls.filter(({ path }) => path === "/api/attendees")).toEqual([]);
});

test("4.find.1 who is not on the list is not found, and the phone is searched online only", async () => {
  answerNothing();
  noteStream("silent");
  await search("0400");
  await screen.findByText("No guest matches");
  expect(screen.getByText(NOTE)).toBeInTheDocument();
});

test("4.find.2, 9.find.1 a server that does not answer within 1.2 s is not waited for", async () => {
  serve({
    "GET /api/attendees": () => new Promise(() => {}),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  await search("ada");
  await screen.findByText("Searching...");
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  await screen.findByText(NOTE, undefined, { timeout: 3000 });
  expect((await guests())[0]).toHaveTextContent("Ada Byron");
});

test("4.find.2 an answer that fails is given by the list", async () => {
  serve({
    "GET /api/attendees": () => problem(503, "too_busy", "Busy"),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  await search("ada");
  await screen.findByText(NOTE);
  expect(screen.queryByText("The search could not be done")).not.toBeInTheDocument();
  expect(await guests()).toHaveLength(1);
});

test("4.find.3 the server's answer in time is shown, and a guest is checked in by their ticket", async () => {
  serve({
    "GET /api/attendees": () => json([ONLINE]),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user, onPick } = await search("ada");
  expect((await guests())[0]).toHaveTextContent(/0400 000 111 · INV-1.*Wheelchair/);
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Check in Ada Byron" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ qrData: QR });
  // What is shown stays, when time goes by and when the network goes.
  noteStream("silent");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(screen.getByText(/0400 000 111/)).toBeInTheDocument();
});

test("4.find.3 a late answer takes the place of the list only where the list found nobody", async () => {
  let answer: (response: Response) => void = () => {};
  serve({
    "GET /api/attendees": () => new Promise<Response>((resolve) => (answer = resolve)),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user } = await search("ada");
  await screen.findByText(NOTE, undefined, { timeout: 3000 });
  answer(json([ONLINE, { ...ONLINE, id: 3, fullName: "Adam" }]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await guests()).toHaveLength(1);

  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "0400");
  await screen.findByText("No guest matches", undefined, { timeout: 3000 });
  answer(json([ONLINE]));
  await screen.findByText(/0400 000 111/);
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
});

test("4.find.1 for all events there is no list: the search fails as it does", async () => {
  serve({ "GET /api/attendees": () => problem(503, "too_busy", "Busy") });
  await search("ada", null);
  await screen.findByText("The search could not be done");
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
});
