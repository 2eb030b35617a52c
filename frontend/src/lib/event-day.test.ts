import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayOfTonight, nextFirst } from "@/lib/event-day";

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
  expect(dayOfTonight()).toBe(evening);
});

test("2.home.18 tonight and what is to come stand before what is over, of which the latest is first", () => {
  const events = ["2025-01-01", "2026-11-20", "2026-11-21", "2026-11-21", "2027-02-01"].map((date, id) => ({
    id,
    date,
  }));
  expect(nextFirst(events, "2026-11-21").map(({ id }) => id)).toEqual([2, 3, 4, 1, 0]);
});
