import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { businessDay, eventPhase, eventsOfDay, upcomingFirst } from "@/lib/event-day";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  [new Date(2026, 10, 21, 5, 0), "2026-11-21"],
  [new Date(2026, 10, 21, 23, 59), "2026-11-21"],
  [new Date(2026, 10, 22, 0, 30), "2026-11-21"],
  [new Date(2026, 10, 22, 4, 59), "2026-11-21"],
  [new Date(2027, 0, 1, 1, 0), "2026-12-31"],
])("9.night.1 at %s it is the evening of %s", (moment, evening) => {
  vi.setSystemTime(moment);
  expect(businessDay()).toBe(evening);
});

test("2.home.18 tonight and what is to come stand before what is over, of which the latest is first", () => {
  const events = ["2025-01-01", "2026-11-20", "2026-11-21", "2026-11-21", "2027-02-01"].map((date, id) => ({
    id,
    date,
  }));
  expect(upcomingFirst(events, "2026-11-21").map(({ id }) => id)).toEqual([2, 3, 4, 1, 0]);
});

const LISTED = [
  { id: 1, date: "2026-11-20" },
  { id: 2, date: "2026-11-21" },
  { id: 3, date: "2026-11-21" },
  { id: 4, date: "2026-12-05" },
  { id: 5, date: "2026-12-05" },
  { id: 6, date: "2027-02-01" },
];
const ids = (events: readonly { id: number }[]) => events.map(({ id }) => id);

test.each([
  ["each event of tonight", "2026-11-21", "tonight", [2, 3]],
  ["else each of the next day that has one", "2026-11-22", "ahead", [4, 5]],
  ["none where all are over", "2027-02-02", "over", []],
] as const)("2.home.22 the evening is %s", (_what, tonight, kind, expected) => {
  const evening = eventsOfDay(LISTED, tonight);
  expect([evening.kind, ids(evening.events)]).toEqual([kind, expected]);
});

test("2.home.22 without events there is no evening", () => {
  expect(eventsOfDay([], "2026-11-21")).toEqual({ kind: "none", events: [] });
});

test.each([
  ["Australia/Melbourne", 3],
  ["Europe/London", 1],
  ["Pacific/Honolulu", 1],
])("2.home.22, 9.night.1 at one moment it is the evening of the device's zone: %s", (zone, first) => {
  vi.stubEnv("TZ", zone);
  // Melbourne: the 21st, 08:30. London: the 20th, 21:30. Honolulu: the 20th, 11:30.
  vi.setSystemTime(new Date("2026-11-20T21:30:00Z"));
  const events = [
    { id: 1, date: "2026-11-20" },
    { id: 3, date: "2026-11-21" },
  ];
  expect(ids(eventsOfDay(events, businessDay()).events)).toEqual([first]);
  vi.unstubAllEnvs();
});

test("2.home.22, 9.night.1 at midnight the evening goes on, until five", () => {
  const events = [
    { id: 1, date: "2026-11-20" },
    { id: 3, date: "2026-11-21" },
  ];
  const shownAt = (moment: Date) => {
    vi.setSystemTime(moment);
    return ids(eventsOfDay(events, businessDay()).events);
  };
  expect(shownAt(new Date(2026, 10, 20, 23, 59))).toEqual([1]);
  expect(shownAt(new Date(2026, 10, 21, 0, 1))).toEqual([1]);
  expect(shownAt(new Date(2026, 10, 21, 4, 59))).toEqual([1]);
  expect(shownAt(new Date(2026, 10, 21, 5, 0))).toEqual([3]);
});

test.each([
  [{ date: "2026-11-21", time: "16:59" }, "today"],
  [{ date: "2026-11-21", time: "17:00" }, "tonight"],
  [{ date: "2026-11-21", time: null }, "tonight"],
  [{ date: "2026-11-22", time: "19:30" }, "ahead"],
  [{ date: "2026-11-20", time: "23:30" }, "over"],
])("2.home.19 seen from the 21st, %j is %s", (event, when) => {
  expect(eventPhase(event, "2026-11-21")).toBe(when);
});
