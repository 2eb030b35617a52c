import { act, configure, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noteStream } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import type { TicketRow } from "@/features/checkin/door-list/api";
import { qrHashes } from "@/features/checkin/door-list/qr-hash";
import { readRecords, saveRecord } from "@/features/checkin/outbox/database";
import { openOutbox, settle } from "@/features/checkin/outbox/outbox";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { keptRecord } from "@/testing/outbox";
import { type Call, json, problem, serve } from "@/testing/server";

const qrText = (eventId: number, letter: string) => `DL1.${eventId}.${letter.repeat(26)}`;
const ADA = qrText(7, "A");
const BEA = qrText(7, "B");
const SOLD_SINCE = qrText(7, "C");
const ELSEWHERE = qrText(9, "D");
const BALL = { ...GALA, id: 9, name: "Harbour Ball", date: "2026-12-05" };
const KEY = "11111111-1111-4111-8111-111111111111";

/** Hers is a day on which lists are kept. */
const EVENT = { id: 7, name: GALA.name, date: "2099-12-30", time: null };
const MINUTES = 60_000;

const row = async (text: string, ...rest: unknown[]): Promise<TicketRow> =>
  [(await qrHashes(text)).half, ...rest] as unknown as TicketRow;

const ATTENDEE = {
  id: 40,
  eventId: 7,
  event: EVENT,
  fullName: "Ada Byron",
  tableNumber: 12,
  paymentStatus: "unpaid",
  paymentGroup: "owed",
  owedCents: 4500,
  notes: null,
  attended: true,
  attendedAt: "2026-11-20T08:42:00.000Z",
  scanner: { id: 2, fullName: "Sam Superadmin" },
} as unknown as Attendee;
const answer = (alreadyScanned: boolean) => json({ alreadyScanned, attendee: ATTENDEE, message: "" });
const silence = () => new Promise<never>(() => {});

class NoWorker {
  postMessage() {}
  terminate() {}
}

configure({ asyncUtilTimeout: 8000 });
beforeEach(() => {
  vi.stubGlobal("Worker", NoWorker);
  vi.stubGlobal("isSecureContext", true);
  localStorage.setItem("doorlist.door.event", "7");
});
afterEach(() => noteStream("open"));

const stage = () => within(screen.getByRole("region", { name: "Camera" }));
const heading = (name: string) => stage().findByRole("heading", { name });

/** As a hardware scanner types. */
function scan(text: string): void {
  const at = performance.now();
  for (const key of [...text, "Enter"]) {
    const keyDown = createEvent.keyDown(document.body, { key });
    Object.defineProperty(keyDown, "timeStamp", { value: at });
    fireEvent(document.body, keyDown);
  }
}

/** The door of the gala, which has its list, 12 minutes old. */
async function openDoor(scanned: (call: Call) => Response | Promise<Response>, routes = {}) {
  const tickets = [
    await row(ADA, 40, "Ada Byron", 12, "unpaid", 4500, "INV-1", null, null),
    await row(BEA, 41, "Bea Inside", 3, "paid", 0, "INV-2", Date.parse("2026-11-20T08:01:00Z"), "Gate B"),
  ];
  const lists = vi.fn(() => json({ event: EVENT, asOf: Date.now() - 12 * MINUTES, tickets }));
  const calls = serve({
    "GET /api/events": () => json([GALA, BALL]),
    "GET /api/door/list": lists,
    "POST /api/attendees/scan": scanned,
    ...routes,
  });
  const opened = openApp("/scan-attendees", { as: OLIVE });
  await screen.findByRole("button", { name: "Start" });
  await waitFor(() => expect(lists).toHaveBeenCalled());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const scans = () => calls.filter(({ path }) => path.endsWith("/scan")).map(({ body }) => body);
  return { ...opened, calls, scans };
}

const goOffline = () => act(() => noteStream("silent"));

describe("4.offline.1 with a list of its event the door decides", () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ["is silent", silence],
    ["is not reached", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["is being restored", () => problem(503, "restoring", "The server is being restored")],
    ["is too busy", () => problem(429, "too_many_requests", "Later")],
    ["wants a sign-in", () => problem(401, "not_signed_in", "Sign in")],
    ["is a proxy with a page of its own", () => new Response("<h1>404 Not Found</h1>", { status: 404 })],
  ])("when the server %s", async (_, server) => {
    await openDoor(server);
    scan(ADA);
    await heading("Check-in Complete");
    expect(stage().getByText("Not confirmed yet. Guest list from 12 min ago.")).toBeVisible();
    expect(stage().getByText("Ada Byron")).toBeVisible();
    expect(stage().getByText("Table 12")).toBeVisible();
    expect(stage().getByText("owes $45.00")).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ada Byron.*Checked in.*Not confirmed yet/);
    const [record] = await readRecords();
    expect(record).toMatchObject({ shown: "admitted", certainty: "list", hash: (await qrHashes(ADA)).whole });
    expect(JSON.stringify(record)).not.toContain(ADA);
  });

  test("and a server that answers in time decides, as without a list", async () => {
    await openDoor(() => problem(404, "ticket_unknown", "Unknown"));
    scan(ADA);
    await heading("Invalid QR Code");
    expect(stage().queryByText(/Not confirmed/)).toBeNull();
  });

  test("9.offline.1 not before it has waited for the server, and at once while it knows that it is offline", async () => {
    await openDoor(silence);
    scan(ADA);
    await screen.findByText("Checking the ticket...");
    const asked = performance.now();
    await heading("Check-in Complete");
    expect(performance.now() - asked).toBeGreaterThan(1000);
    goOffline();
    await waitFor(() => expect(stage().queryByRole("heading", { name: "Check-in Complete" })).toBeNull());
    const timers = vi.spyOn(globalThis, "setTimeout");
    scan(BEA);
    await heading("Already Checked In");
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(1200);
  });
});

describe("4.offline.2 what the door says of", () => {
  const offline = async () => {
    const opened = await openDoor(silence);
    goOffline();
    return opened;
  };

  test("a guest who is in: since when, and who let them in", async () => {
    await offline();
    scan(BEA);
    await heading("Already Checked In");
    expect(stage().getByText(/^Checked in at .* by Gate B$/)).toBeVisible();
    expect(stage().getByText(/^Not confirmed yet/)).toBeVisible();
  });

  test("a guest whom it let in itself", async () => {
    const { user } = await offline();
    await user.click(screen.getByRole("switch", { name: "Rapid mode" }));
    scan(ADA);
    await heading("Check-in Complete");
    await act(() => new Promise((resolve) => setTimeout(resolve, 3100)));
    scan(ADA);
    await heading("Already Checked In");
    expect(stage().getByText(/^Checked in at .* at this door$/)).toBeVisible();
    expect(stage().getByText("Not confirmed yet.")).toBeVisible();
    expect(stage().getByText("Ada Byron")).toBeVisible();
  });

  test("a ticket of another event, by its name", async () => {
    await offline();
    scan(ELSEWHERE);
    await heading("Invalid QR Code");
    expect(stage().getByText("Not valid for this event")).toBeVisible();
    expect(stage().getByText("This ticket is for Harbour Ball, Sat 5 Dec 2026.")).toBeVisible();
  });

  test("a poster", async () => {
    await offline();
    scan("https://example.com/menu");
    await heading("Invalid QR Code");
    expect(stage().getByText("Format not recognised")).toBeVisible();
    expect(await readRecords()).toMatchObject([{ hash: null, text: "https://example.com/menu" }]);
  });

  test("4.offline.4 a ticket that the list lacks, which a person may let in anyway", async () => {
    const { user } = await offline();
    scan(SOLD_SINCE);
    await heading("Invalid QR Code");
    expect(stage().getByText("Not on this list. Sold since then?")).toBeVisible();
    await user.click(stage().getByRole("button", { name: "Let in anyway" }));
    await heading("Check-in Complete");
    expect(stage().getByText("Not confirmed yet.")).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ticket not on the list.*Checked in/);
    expect(await readRecords()).toMatchObject([{ shown: "admitted", certainty: "none" }]);
  });
});

test("4.offline.3 a verdict that the device does not take says so, and that the page must stay", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await openDoor(silence);
  goOffline();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No space", "QuotaExceededError");
  });
  scan(ADA);
  await heading("Check-in Complete");
  expect(stage().getByText("Let in, but not saved. Keep this page open.")).toBeVisible();
  put.mockRestore();
});

describe("a later answer", () => {
  const late = async () => {
    let reply: (answer: Response) => void = () => {};
    const opened = await openDoor(() => new Promise<Response>((resolve) => (reply = resolve)));
    goOffline();
    scan(ADA);
    await heading("Check-in Complete");
    return { ...opened, reply: (told: Response) => act(async () => reply(told)) };
  };

  test("4.offline.6 that confirms takes the line away, and nothing else", async () => {
    const { reply } = await late();
    await reply(answer(false));
    await waitFor(() => expect(screen.queryByText(/Not confirmed/)).toBeNull());
    expect(stage().getByRole("heading", { name: "Check-in Complete" })).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ada Byron.*Checked in/);
  });

  test("4.offline.7 that contradicts is a card of its own until it is dismissed", async () => {
    const felt: unknown[] = [];
    Object.assign(navigator, { vibrate: (pattern: number[]) => felt.push(pattern) > 0 });
    const { reply, user } = await late();
    await reply(answer(true));
    const cards = within(await screen.findByRole("region", { name: "Check Again" }));
    expect(await cards.findByText("Ada Byron")).toBeVisible();
    expect(cards.getByText(/^Already checked in at .*, Sam Superadmin$/)).toBeVisible();
    expect(felt).toEqual([[80], [80, 80, 80]]);
    expect(stage().getByRole("heading", { name: "Check-in Complete" })).toBeVisible();
    expect(stage().getByText(/^Check Again: Already checked in at/)).toBeVisible();
    await user.click(cards.getByRole("button", { name: "Dismiss Ada Byron" }));
    await waitFor(() => expect(cards.queryByText("Ada Byron")).toBeNull());
    Reflect.deleteProperty(navigator, "vibrate");
  });

  test("4.offline.7, 9.offline.2 that contradicts what is long past makes no sound", async () => {
    const felt: unknown[] = [];
    Object.assign(navigator, { vibrate: (pattern: number[]) => felt.push(pattern) > 0 });
    const shown = { shown: "admitted", certainty: "list", asOf: 1, shownAt: Date.now() - 31_000 } as const;
    const other = "22222222-2222-4222-8222-222222222222";
    await saveRecord(keptRecord({ ...shown, eventId: 7, hash: (await qrHashes(ADA)).whole }));
    await saveRecord(keptRecord({ ...shown, eventId: 7, hash: (await qrHashes(BEA)).whole, key: other }));
    await openDoor(silence);
    await openOutbox();
    const result = {
      kind: "already",
      attendedAt: "2026-11-20T08:01:00Z",
      checkedInBy: "Gate B",
      detail: null,
    } as const;
    await act(async () => {
      await Promise.all([KEY, other].map((key) => settle(key, { ...result, receivedAt: Date.now() })));
    });
    const cards = within(screen.getByRole("region", { name: "Check Again" }));
    expect(await cards.findByText("Ada Byron")).toBeVisible();
    expect(cards.getByText("Bea Inside")).toBeVisible();
    expect(felt).toEqual([]);
    Reflect.deleteProperty(navigator, "vibrate");
  });

  test("4.offline.7 that came before a reload still has its card", async () => {
    await saveRecord(
      keptRecord({
        shown: "cancelled",
        shownAt: 1,
        certainty: "list",
        eventId: 7,
        hash: (await qrHashes(ADA)).whole,
        result: { kind: "admitted", attendedAt: null, checkedInBy: null, detail: null, receivedAt: 2 },
      }),
    );
    await openDoor(silence);
    const cards = within(await screen.findByRole("region", { name: "Check Again" }));
    expect(await cards.findByText("Valid after all: let them in")).toBeVisible();
  });
});

test("4.decide.4, 4.outbox.9 a guest who was scanned and is then found by name is in at this door", async () => {
  const { user } = await openDoor(silence);
  goOffline();
  scan(ADA);
  await heading("Check-in Complete");
  await user.click(screen.getByRole("button", { name: "Find guest" }));
  await user.type(await screen.findByRole("searchbox"), "byron");
  await user.click(await screen.findByRole("button", { name: "Check in Ada Byron" }));
  await heading("Already Checked In");
});

test("4.outbox.15 without the scanner the sender has what nobody answered", async () => {
  const { user, calls } = await openDoor(silence);
  localStorage.removeItem("doorlist.door.event");
  await user.selectOptions(screen.getByLabelText("Event"), "");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  scan(ADA);
  await act(() => vi.advanceTimersByTimeAsync(6000));
  vi.useRealTimers();
  await heading("Connection Issue");
  const before = calls.filter(({ path }) => path.endsWith("/scan")).length;
  await user.click(screen.getByRole("link", { name: "Back" }));
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.endsWith("/scan")).length).toBeGreaterThan(before),
  );
});

test("4.offline.9 a check-in is taken back from Recent Scans, offline too", async () => {
  const { user } = await openDoor(silence);
  goOffline();
  scan(ADA);
  await heading("Check-in Complete");
  await user.click(screen.getByRole("button", { name: "Undo the check-in of Ada Byron" }));
  expect(await screen.findByText("Taken back")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  const records = await readRecords();
  expect(records.map(({ kind }) => kind)).toEqual(["check_in", "undo"]);
  expect(records[1]?.undoes).toBe(records[0]?.key);
});

test("4.offline.5 a door with a list goes on when its session ends, also in the name of who signed in", async () => {
  const { scans } = await openDoor(() => problem(401, "not_signed_in", "Sign in"));
  scan(ADA);
  await heading("Check-in Complete");
  await waitFor(() => expect(stage().queryByRole("heading", { name: "Check-in Complete" })).toBeNull());
  expect(screen.queryByText(/Your session has ended. Sign in again/)).toBeNull();
  expect(screen.getByRole("button", { name: "Start" })).toBeEnabled();
  scan(BEA);
  await heading("Already Checked In");
  const makers = scans().map((sent) => (sent as { scannedBy: number }).scannedBy);
  expect(new Set(makers)).toEqual(new Set([OLIVE.id]));
});
