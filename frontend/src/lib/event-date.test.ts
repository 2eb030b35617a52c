import { afterEach, expect, test, vi } from "vitest";
import { formatEventDate, formatEventMoment, parseIsoDate } from "@/lib/event-date";

// Otherwise the next file gets the module with the formats of another zone.
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test("an event's day and time as the screens say it", () => {
  expect(formatEventMoment("2026-11-21", "19:30")).toBe("Sat 21 Nov 2026 at 19:30");
});

test("an event without a time shows its date alone", () => {
  expect(formatEventMoment("2027-01-01", null)).toBe("Fri 1 Jan 2027");
});

test("a day is a local day, whatever the zone", () => {
  const day = parseIsoDate("2026-11-21");
  expect([day?.getFullYear(), day?.getMonth(), day?.getDate(), day?.getHours()]).toEqual([2026, 10, 21, 0]);
});

test("a text that is no date is shown as it is", () => {
  expect(formatEventDate("soon")).toBe("soon");
});

test.each([
  ["Australia/Melbourne", "28 Nov 2026, 19:42", "19:42", "28 Nov 2026"],
  ["America/Los_Angeles", "28 Nov 2026, 00:42", "00:42", "28 Nov 2026"],
  ["Pacific/Honolulu", "27 Nov 2026, 22:42", "22:42", "27 Nov 2026"],
])("10.wire.3 a timestamp shows in the zone of the device: %s", async (zone, moment, time, day) => {
  vi.stubEnv("TZ", zone);
  vi.resetModules();
  const { formatDayOf, formatTimeOfDay, formatTimestamp } = {
    ...(await import("@/lib/event-date")),
    ...(await import("@/lib/exact-date")),
  };
  const timestamp = "2026-11-28T08:42:00.000Z";
  expect(formatTimestamp(timestamp)).toBe(moment);
  expect(formatTimeOfDay(timestamp)).toBe(time);
  expect(formatDayOf(timestamp)).toBe(day);
});
