import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import { createQueryClient } from "@/api/query-client";
import { clearGrant, saveGrant } from "@/features/door/access/current-grant";
import type { TicketRow } from "@/features/door/guest-list/api";
import { saveList, wipeLists } from "@/features/door/guest-list/list-store";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { cacheRecords, clearCache } from "@/features/door/outbox/record-cache";
import { GuestSearch } from "@/features/door/ui/search/guest-search";
import { GALA } from "@/testing/cast";
import { keptRecord } from "@/testing/outbox";
import { type Call, json, neverRespond, problem, serve } from "@/testing/server";

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
const SOFIA: TicketRow = [
  "AAAAAAAAAAAAAAAAAAAAAg",
  3,
  "Sofia O’Hara-Papadopoulos",
  4,
  "paid",
  0,
  "INV-RZ6V-V58M",
  null,
  null,
  null,
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
  inside: false,
  leftAt: null,
};

/** The server's answer to the half of a search that a call asks for. */
const found =
  (...guests: (typeof ONLINE)[]) =>
  ({ query }: Call) =>
    json(guests.filter(({ attended }) => String(attended) === query.attended));

beforeEach(async () => {
  const tickets = DoorTickets.of([ADA, BEA, SOFIA, ...MANY]);
  const event = { id: GALA.id, name: GALA.name, date: "2099-12-30", time: null };
  await saveList({ event, asOf: 1, etag: null, tickets });
});
afterEach(async () => {
  setStreamState("open");
  await wipeLists();
});

async function search(
  text: string,
  eventId: number | null = GALA.id,
  isSignedIn = true,
  isExit = false,
  listId: number | null = null,
) {
  const onPick = vi.fn();
  const user = userEvent.setup();
  function Sheet() {
    const [typed, setTyped] = useState("");
    return (
      <GuestSearch
        typed={typed}
        onType={setTyped}
        onClose={() => {}}
        eventId={eventId}
        isExit={isExit}
        listId={listId}
        onPick={onPick}
        addForm={
          isSignedIn
            ? ({ fullName, onAdded }) => (
                <button type="button" onClick={() => onAdded({ qrData: QR })}>
                  The form for {fullName}
                </button>
              )
            : null
        }
      />
    );
  }
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <Sheet />
    </QueryClientProvider>,
  );
  await user.type(await screen.findByRole("searchbox"), text);
  return { user, onPick };
}

const guests = async () => within(await screen.findByRole("dialog")).findAllByRole("listitem");
const NOTE = "Phone numbers can't be searched offline.";

test("4.find.1 without a server the list on the device answers, by name and invoice number", async () => {
  neverRespond();
  setStreamState("silent");
  const { user, onPick } = await search("bea");
  const [bea] = await guests();
  expect(bea).toHaveTextContent(/Béa Inside.*Paid.*No table.*INV-2.*Arrived at .*\d\d:42$/);
  expect(screen.queryByRole("button", { name: /^Check in/ })).toBeNull();
  expect(screen.getByText(NOTE)).toBeInTheDocument();

  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "inv-1");
  await waitFor(async () => expect((await guests())[0]).toHaveTextContent(/Ada Byron/));
  expect((await guests())[0]).toHaveTextContent(
    /unpaid.*owes \$45\.00.*Table 12.*INV-1.*Wheelchair.*Check in$/,
  );
  await user.click(screen.getByRole("button", { name: "Check in Ada Byron" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ attendeeId: 1 });
});

test("4.find.1, 4.list.9 'sof pap' finds Sofia Papadopoulos on the device", async () => {
  neverRespond();
  setStreamState("silent");
  const { user } = await search("sof pap");
  for (const text of ["PAPADOPOULOS, SOFIA", "o'hara", "rz6vv58m"]) {
    expect(await guests()).toHaveLength(1);
    expect((await guests())[0]).toHaveTextContent("Sofia O’Hara-Papadopoulos");
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), text);
    await screen.findByText("Searching...");
  }
  expect(await guests()).toHaveLength(1);
});

test("4.find.1 offline the server is not asked, and the list shows as many as the server would", async () => {
  const calls = serve({});
  setStreamState("silent");
  await search("many");
  expect(await guests()).toHaveLength(20);
  expect(screen.getByText("The first 20 of 30. Type more to narrow it down.")).toBeInTheDocument();
  expect(calls.filter(({ path }) => path === "/api/attendees")).toEqual([]);
});

test("4.find.1 who is not on the list is not found, and the phone is searched online only", async () => {
  neverRespond();
  setStreamState("silent");
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
  await screen.findByText(NOTE);
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

test("4.find.3, 2.scan.1139 the server's answer in time is shown, and a guest is checked in by their ticket", async () => {
  serve({
    "GET /api/attendees": found(ONLINE),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user, onPick } = await search("ada");
  expect((await guests())[0]).toHaveTextContent(/INV-1 · …0111.*Wheelchair/);
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Check in Ada Byron" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ qrData: QR });
  // What is shown stays, when time goes by and when the network goes.
  setStreamState("silent");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(screen.getByText(/…0111/)).toBeInTheDocument();
});

test("2.scan.1067 those outside come first, who left among them, and each group is sorted by name", async () => {
  const named = (id: number, fullName: string, attended = false, inside = attended) => ({
    ...ONLINE,
    ...{ id, fullName, attended, inside },
  });
  serve({
    "GET /api/attendees": found(
      named(1, "Zoe (10)"),
      named(2, "Zoe (2)"),
      named(3, "Adam Zoe", true),
      named(4, "Cleo Zoe", true, false),
      named(5, "Ben Zoe"),
    ),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  await search("zoe");
  const names = (await guests()).map(
    ({ textContent }) => textContent?.match(/^(?:\w+ Zoe|Zoe \(\d+\))/)?.[0],
  );
  expect(names).toEqual(["Ben Zoe", "Cleo Zoe", "Zoe (2)", "Zoe (10)", "Adam Zoe"]);
});

test("2.similar.3 where the server finds nobody, similar names are a tap away, and none is asked for without it", async () => {
  const calls = serve({
    "GET /api/attendees": () => json([]),
    "GET /api/attendees/similar": ({ query }) => json(query.name === "aad byron" ? [ONLINE] : []),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user, onPick } = await search("aad byron");
  await screen.findByRole("list", { name: "Did you mean" });
  expect(screen.queryByText("No guest matches")).not.toBeInTheDocument();
  expect((await guests())[0]).toHaveTextContent(/Ada Byron.*INV-1 · …0111.*Check in$/);
  await user.click(screen.getByRole("button", { name: "Check in Ada Byron" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ qrData: QR });

  await user.type(screen.getByRole("searchbox"), "x");
  await screen.findByText("No guest matches");
  expect(calls.findLast(({ path }) => path === "/api/attendees/similar")?.query).toEqual({
    name: "aad byronx",
    eventId: String(GALA.id),
  });
  const asked = calls.length;
  setStreamState("silent");
  await user.type(screen.getByRole("searchbox"), "y");
  await screen.findByText(NOTE);
  await screen.findByText("No guest matches");
  expect(calls.slice(asked).filter(({ path }) => path === "/api/attendees/similar")).toEqual([]);
});

test("2.similar.3, 2.lists.1 at a check-in list a similar guest who is inside the event can be checked in", async () => {
  serve({
    "GET /api/attendees": () => json([]),
    "GET /api/attendees/similar": () => json([{ ...ONLINE, attended: true, inside: true }]),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user, onPick } = await search("aad byron", GALA.id, true, false, 5);
  await user.click(await screen.findByRole("button", { name: "Check in Ada Byron" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ qrData: QR });
});

test("4.find.3 a late answer takes the place of the list only where the list found nobody", async () => {
  let asked: ((...guests: (typeof ONLINE)[]) => void)[] = [];
  const answerAll = (...guests: (typeof ONLINE)[]) => {
    for (const answer of asked) answer(...guests);
    asked = [];
  };
  serve({
    "GET /api/attendees": (call) =>
      new Promise<Response>((resolve) => asked.push((...guests) => resolve(found(...guests)(call)))),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user } = await search("ada");
  await screen.findByText(NOTE);
  answerAll(ONLINE, { ...ONLINE, id: 3, fullName: "Adam" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await guests()).toHaveLength(1);

  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "0400");
  await screen.findByText("No guest matches");
  answerAll(ONLINE);
  await screen.findByText(/…0111/);
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
});

test("4.find.1 for all events there is no list: the search fails as it does", async () => {
  serve({ "GET /api/attendees": () => problem(503, "too_busy", "Busy") });
  await search("ada", null);
  await screen.findByText("The search could not be done");
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
});

test("2.scan.45 who is outside comes first, by the server and by the list with what this door did since", async () => {
  serve({
    "GET /api/attendees": found(
      { ...ONLINE, id: 8, fullName: "Ina In", attended: true, inside: true },
      ONLINE,
    ),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user } = await search("a");
  expect((await guests()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Ada Byron.*Check in$/),
    expect.stringMatching(/^Ina In.*Checked in$/),
  ]);

  act(() => setStreamState("silent"));
  cacheRecords(keptRecord({ attendeeId: 100, eventId: GALA.id, shown: "admitted", at: Date.now() }));
  await user.type(screen.getByRole("searchbox"), "{Backspace}many");
  await waitFor(async () => expect((await guests())[0]).toHaveTextContent(/^Many 1Free.*Check in$/));
  expect((await guests()).at(-1)).toHaveTextContent(/^Many 0Free.*Arrived at/);
  clearCache();
});

test("2.scan.46 who is nowhere is added there and then, but not without the server", async () => {
  serve({
    "GET /api/attendees": found(),
    "GET /api/door/list": () => problem(503, "too_busy", "Busy"),
  });
  const { user, onPick } = await search("Nora New");
  await user.click(await screen.findByRole("button", { name: "Add this guest" }));
  expect(screen.getByRole("dialog", { name: "Add a guest" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back to search" }));
  expect(screen.getByRole("searchbox")).toHaveValue("Nora New");
  await user.click(await screen.findByRole("button", { name: "Add this guest" }));
  await user.click(screen.getByRole("button", { name: "The form for Nora New" }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ qrData: QR });

  await user.click(screen.getByRole("button", { name: "Back to search" }));
  act(() => setStreamState("silent"));
  await screen.findByText("No guest matches");
  expect(screen.queryByRole("button", { name: "Add this guest" })).toBeNull();
});

test("2.pass.531 a helper is asked for a name or an invoice number, and told nothing of phones", async () => {
  neverRespond();
  setStreamState("silent");
  saveGrant({
    id: 1,
    userId: 2,
    fullName: "Olive Organizer",
    eventId: GALA.id,
    eventName: GALA.name,
    eventDate: GALA.date,
    device: "Gate B",
    makesUntil: Date.now() + 3_600_000,
    helper: "Kim",
  });
  await search("bea", GALA.id, false);
  expect(await guests()).toHaveLength(1);
  expect(screen.getByLabelText("Name or invoice number")).toBeInTheDocument();
  expect(screen.queryByText(/phone/i)).not.toBeInTheDocument();
  clearGrant();
});
