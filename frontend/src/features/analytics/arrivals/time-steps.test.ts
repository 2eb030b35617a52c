import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ArrivalsPerMinute } from "@/api/types";
import { arrivalTimes, minuteLabel, stepLabel } from "@/features/analytics/arrivals/time-steps";

/** Minutes that the zone of this test is ahead of UTC at a moment. */
let ahead: (moment: number) => number;

beforeEach(() => {
  ahead = () => 0;
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(function (this: Date) {
    return -ahead(this.getTime());
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const at = (minute: string, count: number): ArrivalsPerMinute => ({ minute: `${minute}:00.000Z`, count });

function read(...minutes: ArrivalsPerMinute[]) {
  const times = arrivalTimes(minutes);
  if (!times) throw new Error("Nobody arrived");
  return { ...times, rows: times.steps.map(({ start, count }) => [stepLabel(start, times), count]) };
}

test("nobody is no chart", () => {
  expect(arrivalTimes([])).toBeNull();
});

test("an hour shows by the minute, the empty minutes in between included", () => {
  const times = read(at("2026-11-20T08:30", 4), at("2026-11-20T08:32", 7), at("2026-11-20T08:33", 7));
  expect(times.rows).toEqual([
    ["08:30", 4],
    ["08:31", 0],
    ["08:32", 7],
    ["08:33", 7],
  ]);
  expect(times.steps.map(({ total }) => total)).toEqual([4, 4, 11, 18]);
  expect(times.total).toBe(18);
  expect(stepLabel(times.busiest.start, times)).toBe("08:32");
});

test("2.analytics.11 times are those of the device's zone", () => {
  ahead = () => 11 * 60;
  expect(read(at("2026-11-20T08:30", 1)).rows).toEqual([["19:30", 1]]);
  ahead = () => 5 * 60 + 45;
  expect(read(at("2026-11-20T08:30", 1)).rows).toEqual([["14:15", 1]]);
});

test.each([
  ["2026-11-20T09:29", 1],
  ["2026-11-20T09:30", 2],
  ["2026-11-20T10:30", 5],
  ["2026-11-20T16:00", 10],
  ["2026-11-21T08:30", 30],
  ["2026-11-30T08:30", 6 * 60],
  ["2026-12-30T08:30", 24 * 60],
  ["2027-06-30T08:30", 7 * 24 * 60],
  ["2029-06-30T08:30", 28 * 24 * 60],
])("until %s a bar is %i minutes", (last, minutes) => {
  const times = read(at("2026-11-20T08:30", 1), at(last, 1));
  expect(times.length).toBe(minutes * 60_000);
  expect(times.steps.length).toBeLessThanOrEqual(60);
  expect(times.steps.at(-1)?.total).toBe(2);
});

test("a slip of centuries in an import still draws, and loses nobody", () => {
  const times = read(at("0026-11-20T08:30", 3), at("2026-11-20T08:30", 4), at("9026-11-20T08:30", 5));
  expect(times.steps.length).toBeLessThanOrEqual(61);
  expect(times.steps.at(-1)?.total).toBe(12);
});

test("over days a time comes with its day, and a bar of a day is the day", () => {
  const days = read(at("2026-11-20T08:30", 1), at("2026-11-21T08:31", 1));
  expect(days.rows.at(-1)).toEqual(["21 Nov, 08:30", 1]);
  expect(minuteLabel(days.last, days)).toBe("21 Nov, 08:31");
  const weeks = read(at("2026-11-01T08:30", 1), at("2026-12-20T08:30", 1));
  expect(weeks.rows[0]).toEqual(["1 Nov 2026", 1]);
});

test("weeks begin on Mondays, of this device", () => {
  ahead = () => 11 * 60;
  const times = read(at("2026-11-15T14:00", 1), at("2027-06-30T08:30", 1));
  // The 15th is a Sunday in London and the Monday after in Melbourne.
  expect(times.rows[0]).toEqual(["16 Nov 2026", 1]);
});

test("the hour that the clocks repeat is one hour, and everybody in it counts", () => {
  const change = Date.parse("2027-04-03T16:00:00Z");
  ahead = (moment) => (moment < change ? 11 : 10) * 60;
  const times = read(at("2027-04-03T15:30", 2), at("2027-04-03T16:30", 3));
  expect(times.rows).toEqual([["02:30", 5]]);
});
