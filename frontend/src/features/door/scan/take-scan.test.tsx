import { openDB } from "idb";
import { afterEach, describe, expect, test, vi } from "vitest";
import { networkError } from "@/api/api-error";
import type { ScanAnswer } from "@/api/types";
import { HEDGE_MS } from "@/features/door/core/rules";
import { canLetIn, type Verdict } from "@/features/door/core/verdict";
import { qrHashes } from "@/features/door/guest-list/qr-hash";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import {
  closeOutbox,
  openOutbox,
  saveResult,
  saveScan,
  saveVerdict,
  undoCheckIn,
} from "@/features/door/outbox/outbox";
import { findRecord } from "@/features/door/outbox/record-cache";
import { scanOutboxOf } from "@/features/door/scan/scan-outbox";
import { type ScanContext, takeScan, takeScanSafely } from "@/features/door/scan/take-scan";
import { keptRecord } from "@/testing/outbox";

const LISTED = "AAAAAAAAAAAAAAAAAAAAEg";
const list = {
  event: { id: 7, name: "Spring Gala", date: "2026-11-20", time: null },
  asOf: 1,
  etag: null,
  tickets: DoorTickets.of([[LISTED, 3, "Ada Lovelace", 7, "paid", 0, "INV-1", null, null, null]]),
};

const never = () => new Promise<never>(() => {});

/** A door that cannot reach its server, and has the list. */
const alone = (): ScanContext => ({
  gateway: {
    send: () => Promise.reject(networkError(new Error("offline"))),
    userId: 1,
    device: null,
    rereadUserId: () => Promise.resolve(1),
  },
  outbox: scanOutboxOf({ userId: 1, grantId: null, device: null }),
  isOffline: () => true,
  isThere: () => true,
  listOf: () => list,
  openingListOf: () => Promise.resolve(null),
  eventOf: () => null,
});

test("4.outbox.20 a guest who was found by name is kept with the hash of the list", async () => {
  const place = alone();
  const show = vi.fn();
  await takeScan({ attendeeId: 3, idempotencyKey: "found", eventId: 7, readAt: Date.now() }, place, show);
  await takeScan(
    { qrData: "read", idempotencyKey: "read", eventId: 7, readAt: Date.now() },
    { ...place, listOf: () => null },
    show,
  );
  expect(findRecord("found")).toMatchObject({ attendeeId: 3, listedHash: LISTED });
  expect(findRecord("read")).not.toHaveProperty("listedHash");
});

test("4.outbox.15 while the server is gone the outbox alone sends what the door decides", async () => {
  const place = alone();
  const send = vi.fn(place.gateway.send);
  const clearInFlight = vi.spyOn(place.outbox, "clearInFlight");
  const scan = { attendeeId: 3, idempotencyKey: "left", eventId: 7, readAt: Date.now() };
  await takeScan(scan, { ...place, gateway: { ...place.gateway, send } }, vi.fn());
  expect(clearInFlight).toHaveBeenCalledWith("left");
  expect(send).not.toHaveBeenCalled();
});

const answered = { alreadyScanned: true, attendee: { id: 3 }, message: "" } as ScanAnswer;
const found = { attendeeId: 3, eventId: 7 };

test("4.offline.13 while its list is still opening, an answer of the server is the verdict as soon as it comes", async () => {
  const show = vi.fn();
  const send = () =>
    new Promise<ScanAnswer>((resolve) => setTimeout(() => resolve(answered), HEDGE_MS + 200));
  const place = { ...alone(), isOffline: () => false, listOf: () => null, openingListOf: never };
  const taking = takeScan(
    { ...found, idempotencyKey: "opening", readAt: Date.now() },
    { ...place, gateway: { ...place.gateway, send } },
    show,
  );
  const limit = new Promise((resolve) => setTimeout(resolve, 2 * HEDGE_MS));
  await Promise.race([taking, limit]);
  expect(show.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(["already"]);
});

test("4.offline.9 a guest whom another door let in after the check-in that was taken back is in", async () => {
  const now = Date.now();
  const tickets = DoorTickets.of([
    [LISTED, 3, "Ada Lovelace", 7, "paid", 0, "INV-1", now - 10_000, "Gate B", null],
  ]);
  await saveScan(keptRecord({ key: "in", eventId: 7, attendeeId: 3, at: now - 60_000 }), {
    shown: "admitted",
    certainty: "confirmed",
    asOf: null,
  });
  await saveResult("in", {
    kind: "admitted",
    attendedAt: new Date(now - 60_000).toISOString(),
    checkedInBy: null,
    detail: null,
    receivedAt: now - 60_000,
  });
  await undoCheckIn("in");
  const show = vi.fn();
  const place = { ...alone(), listOf: () => ({ ...list, asOf: now - 1000, tickets }) };
  await takeScan({ ...found, idempotencyKey: "back", readAt: now + 1000 }, place, show);
  expect(show.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(["already"]);
});

test("4.offline.9 a guest whose check-in was taken back comes in again, though the list still has it", async () => {
  const now = Date.now();
  const tickets = DoorTickets.of([
    [LISTED, 3, "Ada Lovelace", 7, "paid", 0, "INV-1", now - 60_000, "Gate A", null],
  ]);
  await saveScan(keptRecord({ key: "in", eventId: 7, attendeeId: 3, at: now - 60_500 }), {
    shown: "admitted",
    certainty: "confirmed",
    asOf: null,
  });
  await saveResult("in", {
    kind: "admitted",
    attendedAt: null,
    checkedInBy: null,
    detail: null,
    receivedAt: now - 60_000,
  });
  const show = vi.fn();
  const place = { ...alone(), listOf: () => ({ ...list, asOf: now - 1000, tickets }) };
  await takeScan({ ...found, idempotencyKey: "again", readAt: now }, place, show);
  await undoCheckIn("in");
  await takeScan({ ...found, idempotencyKey: "back", readAt: now + 1000 }, place, show);
  expect(show.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(["already", "admitted"]);
});

describe("4.scan.520 whatever goes wrong, a verdict is shown, and once", () => {
  const read = { qrData: "DL1.7.X", eventId: 7, readAt: Date.now() };
  afterEach(() => vi.restoreAllMocks());

  test("where this browser cannot hash", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(crypto.subtle, "digest").mockRejectedValue(new Error("Operation failed"));
    const show = vi.fn();
    const asked = await takeScanSafely({ ...read, idempotencyKey: "no-hash" }, alone(), show);
    expect(show.mock.calls.map(([scan, verdict]) => [scan.idempotencyKey, verdict.kind])).toEqual([
      ["no-hash", "unanswered"],
    ]);
    expect(asked.outcome.kind).toBe("unanswered");
  });

  test("where a part of it never ends", async () => {
    vi.useFakeTimers();
    vi.spyOn(crypto.subtle, "digest").mockReturnValue(never());
    const show = vi.fn();
    void takeScanSafely({ ...read, idempotencyKey: "endless" }, alone(), show);
    await vi.advanceTimersByTimeAsync(15_999);
    expect(show).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(show.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(["unanswered"]);
    vi.useRealTimers();
  });
});

test("4.scan.17, 4.exit.17 an unanswered scan gives its key to a scan in the same direction alone", async () => {
  const now = Date.now();
  await saveScan(keptRecord({ key: "in", eventId: 7, attendeeId: 3, at: now - 1000 }));
  const keys: string[] = [];
  const send: ScanContext["gateway"]["send"] = ({ idempotencyKey }) => {
    keys.push(idempotencyKey ?? "");
    return Promise.reject(networkError(new Error("gone")));
  };
  const place = { ...alone(), isOffline: () => false, listOf: () => null };
  const asking = { ...place, gateway: { ...place.gateway, send } };
  await takeScan({ ...found, idempotencyKey: "out", readAt: now, direction: "out" }, asking, vi.fn());
  await takeScan({ ...found, idempotencyKey: "again", readAt: now }, asking, vi.fn());
  expect(keys[0]).toBe("out");
  expect(findRecord("out")).toMatchObject({ direction: "out" });
});

test("4.check-in-list.910 a guest who was let in anyway while the disk was slow stays in", async () => {
  const place = alone();
  const { saveScan } = place.outbox;
  let onDisk = () => {};
  const slow = new Promise<void>((resolve) => {
    onDisk = resolve;
  });
  place.outbox.saveScan = (...scan) => saveScan(...scan).then(() => slow);
  const noting = vi.spyOn(place.outbox, "saveVerdict");
  const letIn = async () => {
    await saveVerdict("let in", { shown: "admitted", certainty: "none", asOf: null });
    onDisk();
  };
  const scan = {
    qrData: `DL1.7.${"0".repeat(26)}`,
    idempotencyKey: "let in",
    eventId: 7,
    readAt: Date.now(),
  };
  await takeScan(scan, { ...place, isOffline: () => false }, () => void letIn());
  await vi.waitFor(() => expect(noting).toHaveBeenCalled());
  await noting.mock.results[0]?.value;
  expect(findRecord("let in")).toMatchObject({ shown: "admitted", certainty: "none" });
});

/** A list with another guest for each test. */
const listOf = (id: number) => ({
  ...list,
  tickets: DoorTickets.of([[`${LISTED.slice(2)}${id}`, id, "Ada", 7, "paid", 0, "INV-1", null, null, null]]),
});

test("4.outbox.1, 4.offline.9 after a reload a check-in that is on the disk alone counts", async () => {
  const at = Date.now() - 1000;
  const held = listOf(31);
  const place = { ...alone(), listOf: () => held };
  await takeScan({ attendeeId: 31, idempotencyKey: "before", eventId: 7, readAt: at }, place, vi.fn());
  closeOutbox();
  const show = vi.fn();
  await takeScan({ attendeeId: 31, idempotencyKey: "after", eventId: 7, readAt: at + 1000 }, place, show);
  expect(show.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(["already"]);
});

test.each(["admitted", "already"] as const)(
  "4.decide.2 a scan that the server has answered late is %s, whatever the list says",
  async (kind) => {
    const id = kind === "admitted" ? 32 : 33;
    const held = listOf(id);
    const at = Date.now();
    await saveScan(keptRecord({ key: kind, eventId: 7, attendeeId: id, at }), {
      shown: "undecided",
      certainty: "none",
      asOf: null,
    });
    const late = {
      attendedAt: null,
      checkedInBy: null,
      detail: null,
      receivedAt: at,
      shown: "undecided",
    } as const;
    await saveResult(kind, { kind, ...late });
    const show = vi.fn();
    await takeScan(
      { attendeeId: id, idempotencyKey: kind, eventId: 7, readAt: at },
      { ...alone(), listOf: () => held },
      show,
    );
    expect(
      show.mock.calls.map(([, verdict]) => [verdict.kind, "unconfirmed" in verdict && verdict.unconfirmed]),
    ).toEqual([[kind, undefined]]);
    expect(findRecord(kind)).toMatchObject({ shown: kind, certainty: "confirmed" });
  },
);

test("4.decide.2, 4.offline.4 a ticket that the server does not know is not let in anyway", async () => {
  const scan = {
    qrData: `DL1.7.${"2".repeat(26)}`,
    idempotencyKey: "unknown",
    eventId: 7,
    readAt: Date.now(),
  };
  const hash = (await qrHashes(scan.qrData)).whole;
  await saveScan(keptRecord({ key: "unknown", eventId: 7, hash, at: scan.readAt }));
  const late = { attendedAt: null, checkedInBy: null, detail: null, receivedAt: scan.readAt };
  await saveResult("unknown", { kind: "unknown", ...late });
  const show = vi.fn();
  await takeScan(scan, alone(), show);
  const [[, verdict]] = show.mock.calls as [[unknown, Verdict]];
  expect(verdict).toMatchObject({ kind: "refused", reason: "Not valid for this event" });
  expect(canLetIn(verdict)).toBe(false);
});

test("4.offline.9 a guest whose ticket was read before the list was there is found by name as let in", async () => {
  const qrData = `DL1.7.${"1".repeat(26)}`;
  const hash = (await qrHashes(qrData)).half;
  const tickets = DoorTickets.of([[hash, 34, "Ada", 7, "paid", 0, "INV-1", null, null, null]]);
  const held = { ...list, tickets };
  const opening = { ...alone(), listOf: () => null, openingListOf: () => Promise.resolve(held) };
  const show = vi.fn();
  const readAt = Date.now();
  await takeScan({ qrData, idempotencyKey: "read", eventId: 7, readAt }, opening, show);
  const found = { attendeeId: 34, idempotencyKey: "found by name", eventId: 7, readAt: readAt + 1 };
  await takeScan(found, { ...alone(), listOf: () => held }, show);
  expect(show.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(["admitted", "already"]);
});

test("4.outbox.22, 4.decide.4 while the list opens, a guest whose check-in is not sent is not asked about", async () => {
  const held = listOf(35);
  const readAt = Date.now();
  const first = { attendeeId: 35, idempotencyKey: "unsent", eventId: 7, readAt };
  await takeScan(first, { ...alone(), listOf: () => held }, vi.fn());
  const send = vi.fn(() => Promise.resolve({ ...answered, alreadyScanned: false }));
  const openingListOf = () => new Promise<typeof held>((resolve) => setTimeout(() => resolve(held), 300));
  const place = { ...alone(), isOffline: () => false, listOf: () => null, openingListOf };
  const show = vi.fn();
  const again = { ...first, idempotencyKey: "again", readAt: readAt + 1 };
  await takeScan(again, { ...place, gateway: { ...place.gateway, send } }, show);
  expect(show.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(["already"]);
  expect(send).not.toHaveBeenCalled();
});

/** Keeps the database of the outbox busy, so that every other transaction waits, until the returned function is called. */
async function holdDisk(): Promise<() => Promise<void>> {
  await openOutbox();
  const database = await openDB("doorlist.outbox");
  const transaction = database.transaction("records", "readwrite");
  let isHeld = true;
  const hold = async () => {
    while (isHeld) await transaction.store.count();
    database.close();
  };
  const held = hold();
  return () => {
    isHeld = false;
    return held;
  };
}

test.each([
  ["an offline door", () => true],
  ["a door whose server does not respond", () => false],
])("4.offline.3, 4.scan.17 while the disk hangs, %s admits a ticket once", async (_, isOffline) => {
  const now = Date.now();
  const id = isOffline() ? 21 : 22;
  const held = listOf(id);
  const place = { ...alone(), isOffline, listOf: () => held };
  const waiting = { ...place, gateway: { ...place.gateway, send: never } };
  const show = vi.fn();
  const release = await holdDisk();
  const scan = { attendeeId: id, eventId: 7 };
  for (const [count, key] of [`first ${id}`, `second ${id}`].entries()) {
    void takeScan({ ...scan, idempotencyKey: key, readAt: now + count }, waiting, show);
    await vi.waitFor(() => expect(show).toHaveBeenCalledTimes(count + 1), { timeout: 10_000 });
  }
  await release();
  const shown = show.mock.calls.map(([{ idempotencyKey }, { kind }]) => `${idempotencyKey} ${kind}`);
  expect(shown).toEqual([`first ${id} admitted`, `second ${id} already`]);
});
