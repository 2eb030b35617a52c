import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import { shownToast } from "@/components/ui/toast-store";
import { SEND_DELAY_MS } from "@/features/door/core/rules";
import type { TicketRow } from "@/features/door/guest-list/api";
import { qrHashes } from "@/features/door/guest-list/qr-hash";
import { readRecords, saveRecord } from "@/features/door/outbox/database";
import { openOutbox, saveResult } from "@/features/door/outbox/outbox";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp, reload } from "@/testing/open-app";
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

beforeEach(() => {
  vi.stubGlobal("Worker", NoWorker);
  vi.stubGlobal("isSecureContext", true);
  localStorage.setItem("doorlist.door.event", "7");
});
let wentOffline = false;
afterEach(async () => {
  // A door that is offline asks the server a moment after its verdict: not the server of the next test.
  if (wentOffline) await new Promise((resolve) => setTimeout(resolve, 2 * SEND_DELAY_MS));
  wentOffline = false;
  setStreamState("open");
});

const stage = () => within(screen.getByRole("region", { name: "Camera" }));
const heading = (name: string) => stage().findByRole("heading", { name });

/** Ada owes money: her verdict stays until a tap. */
const nextGuest = () => fireEvent.click(stage().getByRole("button", { name: "Next guest" }));

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

const goOffline = () => {
  wentOffline = true;
  act(() => setStreamState("silent"));
};

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
    expect(stage().getByText("Not confirmed yet.").parentElement).toHaveTextContent(
      /^Not confirmed yet\. Guest list from 12 min ago\.$/,
    );
    expect(stage().getByText("Ada Byron")).toBeVisible();
    expect(stage().getByText("Table 12")).toBeVisible();
    expect(stage().getByText("owes $45.00")).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ada Byron.*Not confirmed yet.*Checked in/);
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
    const asked = performance.now();
    scan(ADA);
    await screen.findByText("Checking the ticket...");
    await heading("Check-in Complete");
    expect(performance.now() - asked).toBeGreaterThan(1000);
    goOffline();
    nextGuest();
    const timers = vi.spyOn(globalThis, "setTimeout");
    scan(BEA);
    await heading("Already Checked In");
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(1200);
  });
});

describe("4.offline.21 without the server", () => {
  /** Whether the screen ever said that it checks a ticket, and how often the server had been asked at the verdict. */
  function follow(scans: () => readonly unknown[]) {
    const seen: { checking: boolean; asked: number | null } = { checking: false, asked: null };
    const camera = screen.getByRole("region", { name: "Camera" });
    const look = () => {
      seen.checking ||= camera.textContent.includes("Checking the ticket...");
      if (camera.textContent.includes("Check-in Complete")) seen.asked ??= scans().length;
    };
    new MutationObserver(look).observe(camera, { childList: true, subtree: true });
    return seen;
  }

  test("a verdict is one write and one drawing, and the server is asked after it", async () => {
    const { calls } = await openDoor(silence);
    goOffline();
    const sent = () => calls.filter(({ path }) => /\/scans?$/.test(path));
    const seen = follow(sent);
    const writes = vi.spyOn(IDBDatabase.prototype, "transaction");
    scan(ADA);
    await heading("Check-in Complete");
    expect(seen.asked).toBe(0);
    expect(writes.mock.calls.filter(([store]) => store === "records")).toHaveLength(1);
    await waitFor(() => expect(sent().map(({ path }) => path)).toEqual(["/api/door/scans"]));
    nextGuest();
    scan(BEA);
    await heading("Already Checked In");
    expect(seen.checking).toBe(false);
  });

  test("9.offline.21 a device that is slow says meanwhile that it checks the ticket", async () => {
    const { scans } = await openDoor(silence);
    goOffline();
    const seen = follow(scans);
    const { digest } = crypto.subtle;
    vi.spyOn(crypto.subtle, "digest").mockImplementation(async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return digest.apply(crypto.subtle, given);
    });
    scan(ADA);
    await heading("Check-in Complete");
    expect(seen.checking).toBe(true);
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
    // The text itself says so.
    expect(screen.queryByText(/Not confirmed/)).toBeNull();
    expect(await readRecords()).toMatchObject([{ text: "https://example.com/menu" }]);
  });

  test("4.offline.4 a ticket that the list lacks, which a person may let in anyway", async () => {
    const { user } = await offline();
    scan(SOLD_SINCE);
    await heading("Invalid QR Code");
    expect(stage().getByText("Not on this list. Was it sold after the list was loaded?")).toBeVisible();
    await user.click(stage().getByRole("button", { name: "Let in anyway" }));
    await heading("Check-in Complete");
    expect(stage().getByText("Not confirmed yet.")).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent(/Unlisted ticket.*Checked in/);
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
    scan(ADA);
    await heading("Check-in Complete");
    await waitFor(() => expect(opened.scans()).toHaveLength(1));
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

  test("4.again.516 that contradicts names the helper who had let the guest in, and their door", async () => {
    const { reply } = await late();
    const attendee = { ...ATTENDEE, checkInDoor: { door: "Main entrance", helper: "Kim" } };
    await reply(json({ alreadyScanned: true, attendee, message: "" }));
    const cards = within(await screen.findByRole("region", { name: "Check Again" }));
    expect(await cards.findByText(/^Already checked in at .*, Kim, Main entrance$/)).toBeVisible();
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
      await Promise.all([KEY, other].map((key) => saveResult(key, { ...result, receivedAt: Date.now() })));
    });
    const cards = within(await screen.findByRole("region", { name: "Check Again" }));
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

test("4.decide.4, 4.outbox.9, 4.find.1 a guest who was scanned and is then found by name is in at this door", async () => {
  const { user } = await openDoor(silence);
  goOffline();
  scan(ADA);
  await heading("Check-in Complete");
  await user.click(screen.getByRole("button", { name: "Find guest" }));
  await user.type(await screen.findByRole("searchbox"), "byron");
  expect(await screen.findByText(/^Arrived at/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Check in Ada Byron" })).toBeNull();
});

test("8.toast.3 the toast counts what the pill counted, also of a server that was frozen at the last check-in", async () => {
  let thaw: () => void = () => {};
  const frozen = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  const settled = async (call: Call) => {
    await frozen;
    const { items } = call.body as { items: { key: string; shown: string }[] };
    const told = { attendeeId: 40, attendedAt: ATTENDEE.attendedAt, checkedInBy: null, checkInDoor: null };
    const result = { ...told, outcome: "admitted", detail: null, eventDate: EVENT.date, conflict: null };
    return json({ now: 1, items: items.map(({ key }) => ({ key, ...result })) });
  };
  const thawed = async () => {
    await frozen;
    return answer(false);
  };
  await openDoor(thawed, { "POST /api/door/scans": settled });
  goOffline();
  scan(ADA);
  await heading("Check-in Complete");
  nextGuest();
  scan(SOLD_SINCE);
  fireEvent.click(await stage().findByRole("button", { name: "Let in anyway" }));
  expect(await screen.findByText("Offline: 2 to send")).toBeVisible();
  thaw();
  act(() => setStreamState("open"));
  await waitFor(() => expect(shownToast()?.title).toBe("2 check-ins sent"));
});

test("4.scan.540 with 'All Events' what nobody answered is sent while its verdict shows, and gets the server's", async () => {
  let isDown = true;
  const down = () => Promise.reject(new TypeError("Failed to fetch"));
  const scanned = () => (isDown ? down() : answer(false));
  const settled = (call: Call) => {
    const { items } = call.body as { items: { key: string }[] };
    const told = { attendeeId: 40, attendedAt: ATTENDEE.attendedAt, checkedInBy: null, checkInDoor: null };
    const result = { ...told, outcome: "admitted", detail: null, eventDate: EVENT.date, conflict: null };
    return isDown ? down() : json({ now: 1, items: items.map(({ key }) => ({ key, ...result })) });
  };
  const { user, scans } = await openDoor(scanned, { "POST /api/door/scans": settled });
  localStorage.removeItem("doorlist.door.event");
  await user.selectOptions(screen.getByLabelText("Event"), "");
  scan(ADA);
  await heading("Connection Issue");
  isDown = false;
  act(() => setStreamState("cut"));
  act(() => setStreamState("open"));
  await heading("Check-in Complete");
  expect(stage().getByText("Ada Byron")).toBeVisible();
  const [first, again] = scans();
  expect(again).toEqual(first);
  expect(screen.queryByText(/not checked in yet/i)).toBeNull();
});

test("4.outbox.15 the sender has what got no answer in time, and not before", async () => {
  const { user, calls } = await openDoor(silence);
  localStorage.removeItem("doorlist.door.event");
  await user.selectOptions(screen.getByLabelText("Event"), "");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = () => calls.filter(({ path }) => path === "/api/door/scans");
  scan(ADA);
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(sent()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  vi.useRealTimers();
  await heading("Connection Issue");
  await waitFor(() => expect(sent().length).toBeGreaterThan(0));
});

test("4.offline.9 a check-in is taken back from Recent Scans, offline too", async () => {
  const { user } = await openDoor(silence);
  goOffline();
  scan(ADA);
  await heading("Check-in Complete");
  await user.click(screen.getByRole("button", { name: "Undo the check-in of Ada Byron" }));
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  const records = await readRecords();
  expect(records.map(({ kind }) => kind)).toEqual(["check_in", "undo"]);
  expect(records[1]?.undoes).toBe(records[0]?.key);
});

describe("4.offline.12 Recent Scans after a reload", () => {
  const NOW = Date.now();
  const SHOWN = { shown: "admitted", certainty: "list", asOf: 1, shownAt: 1 } as const;
  let kept = 0;
  const keep = async (text: string, facts: Parameters<typeof keptRecord>[0]) => {
    kept += 1;
    const key = `${kept}`.padStart(8, "0").concat(KEY.slice(8));
    const { whole: hash } = await qrHashes(text);
    await saveRecord(keptRecord({ key, eventId: 7, hash, ...SHOWN, ...facts }));
  };
  const rows = async (count: number) => {
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(count));
    return screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  };

  test("9.offline.3 has the scans of this evening again, newest first, by the names of the list", async () => {
    const result = { attendedAt: null, checkedInBy: null, detail: null, receivedAt: NOW };
    await keep(ADA, { at: NOW - 3 * MINUTES, result: { kind: "admitted", ...result } });
    await keep(BEA, { at: NOW - 2 * MINUTES, shown: null, result: { kind: "already", ...result } });
    await keep(SOLD_SINCE, { at: NOW - MINUTES, certainty: "none" });
    // None of these was let in here tonight by Olive.
    await keep(BEA, { at: NOW - 17 * 60 * MINUTES });
    await keep(BEA, { at: NOW - 4 * MINUTES, userId: 2 });
    await keep(BEA, { at: NOW - 5 * MINUTES, eventId: 9 });
    await keep(BEA, { at: NOW - 6 * MINUTES, shown: "cancelled" });
    const { user } = await openDoor(() => problem(503, "restoring", "Wait"));
    expect(await rows(3)).toEqual([
      expect.stringMatching(/^Unlisted ticket.*Not confirmed yet.*Checked in/),
      expect.stringMatching(/^Bea InsideTable 3.*Already checked in$/),
      expect.stringMatching(/^Ada ByronTable 12.*Checked inUndo$/),
    ]);
    await user.click(screen.getByRole("button", { name: "Undo the check-in of Ada Byron" }));
    expect(await screen.findByText("Undone")).toBeVisible();
    expect((await readRecords()).at(-1)).toMatchObject({ kind: "undo", userId: OLIVE.id });
  });

  test("comes back without the server, and stands with what is scanned since", async () => {
    const opened = await openDoor(silence);
    goOffline();
    scan(ADA);
    await heading("Check-in Complete");
    reload(opened, "/scan-attendees");
    goOffline();
    expect(await rows(1)).toEqual([
      expect.stringMatching(/^Ada ByronTable 12.*Not confirmed yetChecked inUndo$/),
    ]);
    scan(BEA);
    await heading("Already Checked In");
    expect(await rows(2)).toEqual([
      expect.stringMatching(/^Bea Inside/),
      expect.stringMatching(/^Ada Byron/),
    ]);
  });

  test("9.scan.3 has no more than ten", async () => {
    for (let minute = 12; minute > 0; minute -= 1) await keep(ADA, { at: NOW - minute * MINUTES });
    await openDoor(silence);
    goOffline();
    await rows(10);
  });
});

test("2.scan.7, 2.scan.41, 7.client.10 without the server a reload keeps the event's name, until the server says it again", async () => {
  const opened = await openDoor(silence);
  let isDown = true;
  const down = () => Promise.reject(new TypeError("Failed to fetch"));
  const calls = serve({
    "GET /api/events": () => (isDown ? down() : json([{ ...GALA, name: "Winter Gala" }])),
    "GET /api/door/list": down,
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  reload(opened, "/scan-attendees");
  expect(await stage().findByText(GALA.name)).toBeVisible();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue(new RegExp(`^${GALA.name}`));
  await waitFor(() => expect(calls.some(({ path }) => path === "/api/events")).toBe(true));
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  vi.useRealTimers();
  expect(await stage().findByText("Winter Gala")).toBeVisible();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue(/^Winter Gala/);
});

test.each<[string, () => Promise<Response>]>([
  ["is silent", silence],
  ["refuses every connection", () => Promise.reject(new TypeError("Failed to fetch"))],
])(
  "4.offline.13 a scan right after the start waits for the list of the device while the server %s",
  async (_, server) => {
    const opened = await openDoor(() => answer(false));
    serve({
      "GET /api/events": () => json([GALA, BALL]),
      // A connection that is refused may take its time too.
      "GET /api/door/list": silence,
      "POST /api/attendees/scan": server,
    });
    reload(opened, "/scan-attendees");
    await screen.findByRole("button", { name: "Start" });
    scan(ADA);
    await heading("Check-in Complete");
    expect(stage().getByText("Not confirmed yet.")).toBeVisible();
  },
);

test("4.doors.11 a door that hears no changes learns with its next scan that it was removed", async () => {
  let isRemoved = false;
  const ended = { endedBy: { id: 2, fullName: "Sam Superadmin" }, endedAt: "2026-11-20T08:42:00.000Z" };
  await openDoor(() => answer(false), {
    "POST /api/door/grants": () =>
      isRemoved
        ? problem(403, "grant_ended", "Sam ended its access.", ended)
        : problem(503, "restoring", "Wait"),
  });
  act(() => setStreamState("cut"));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  isRemoved = true;
  expect(screen.queryByText(/removed this device/)).toBeNull();
  scan(ADA);
  expect(await screen.findByText(/^Sam Superadmin removed this device at/)).toBeVisible();
});

test("4.offline.5 a door with a list goes on when its session ends, also in the name of who signed in", async () => {
  const { scans } = await openDoor(() => problem(401, "not_signed_in", "Sign in"));
  scan(ADA);
  await heading("Check-in Complete");
  nextGuest();
  expect(screen.queryByText(/Your session has ended. Sign in again/)).toBeNull();
  expect(screen.getByRole("button", { name: "Start" })).toBeEnabled();
  scan(BEA);
  await heading("Already Checked In");
  const makers = scans().map((sent) => (sent as { scannedBy: number }).scannedBy);
  expect(new Set(makers)).toEqual(new Set([OLIVE.id]));
});
