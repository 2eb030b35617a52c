import { afterEach, expect, test } from "vitest";
import type { CheckInList, DoorList } from "@/features/door/guest-list/list-store";
import { isCapacityReached, peopleAt } from "@/features/door/guest-list/people";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { cacheRecords, clearCache } from "@/features/door/outbox/record-cache";
import { isFull } from "@/features/door/scan/take-scan";
import { keptRecord } from "@/testing/outbox";

afterEach(clearCache);

const HASHES = ["A", "B", "C"].map((letter) => letter.repeat(22));
const DINNER = { id: 4, name: "Dinner", rule: "once", capacity: 1 } as CheckInList;

/** The first of three guests is in since 100. */
const listOf = (event: Partial<DoorList["event"]>, id = 7): DoorList => ({
  event: { id, name: "Gala", date: "2099-12-30", time: null, ...event },
  asOf: 1000,
  etag: null,
  tickets: DoorTickets.of(
    HASHES.map((hash, at) => [hash, at + 1, "", 1, "paid", 0, `${at}`, at === 0 ? 100 : null, null]),
  ),
});
const letIn = (attendeeId: number, more: object = {}) =>
  keptRecord({ key: `${attendeeId}`, attendeeId, eventId: 7, at: 900, shown: "admitted", ...more });

test("4.full.4 a door counts the guests of its list and those whom it let in", () => {
  const list = listOf({ capacity: 2 });
  expect(isCapacityReached(list, null)).toBe(false);
  cacheRecords(letIn(2));
  expect(peopleAt(list, null)).toEqual({ arrived: 2, inside: null, capacity: 2 });
  expect(isCapacityReached(list, null)).toBe(true);
  expect(isCapacityReached(listOf({ capacity: null }), null)).toBe(false);
});

test("4.full.2 where exits are counted, who left and who left unscanned makes room", () => {
  const list = listOf({ capacity: 1, countsExits: true });
  expect(isCapacityReached(list, null)).toBe(true);
  expect(isCapacityReached(listOf({ capacity: 1, countsExits: true, leavers: 1 }), null)).toBe(false);
  cacheRecords(letIn(1, { shown: "left", direction: "out" }));
  expect(peopleAt(list, null)).toEqual({ arrived: 1, inside: 0, capacity: 1 });
  expect(isCapacityReached(list, null)).toBe(false);
});

test("4.full.5 a check-in list has its own count and capacity, and none where each scan counts", () => {
  const list = listOf({ capacity: 100 });
  for (const guest of [2, 3]) cacheRecords(letIn(guest, { listId: 4 }));
  expect(peopleAt(list, DINNER)).toEqual({ arrived: 2, inside: null, capacity: 1 });
  expect(isCapacityReached(list, DINNER)).toBe(true);
  expect(isCapacityReached(list, { ...DINNER, capacity: 3 })).toBe(false);
  expect(isCapacityReached(list, { ...DINNER, rule: "every" })).toBe(false);
});

test("4.full.1 only an event with the setting is full", async () => {
  // The counts load after the page.
  await expect.poll(() => isFull(listOf({ capacity: 1, stopsAtCapacity: true }), null)).toBe(true);
  expect(isFull(listOf({ capacity: 1 }), null)).toBe(false);
});

test("2.scan.42 another event is counted anew", () => {
  cacheRecords(letIn(2));
  expect(peopleAt(listOf({}), null).arrived).toBe(2);
  expect(peopleAt(listOf({}, 8), null).arrived).toBe(1);
});
