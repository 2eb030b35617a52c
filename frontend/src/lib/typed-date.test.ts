import { expect, test } from "vitest";
import { formatEventDate } from "@/lib/event-date";
import { parseTypedDate } from "@/lib/typed-date";

/** A Tuesday. */
const NOW = new Date(2026, 10, 24, 22, 30);

test.each([
  ["2026-11-21", "2026-11-21"],
  ["2026/11/21", "2026-11-21"],
  ["21/11/2026", "2026-11-21"],
  ["21.11.2026", "2026-11-21"],
  ["21/11/26", "2026-11-21"],
  ["21 11 26", "2026-11-21"],
  ["1-2-2027", "2027-02-01"],
  ["21 Nov 2026", "2026-11-21"],
  ["Nov 21, 2026", "2026-11-21"],
  [" Sat 21 November 2026 ", "2026-11-21"],
  ["sat, 21 sept 2026", "2026-09-21"],
])("2.create-event.640 typed %j is %s", (typed, isoDate) => {
  expect(parseTypedDate(typed, NOW)).toBe(isoDate);
});

test.each([
  ["28 Nov", "2026-11-28", "2025-11-28"],
  ["28nov", "2026-11-28", "2025-11-28"],
  ["28th November", "2026-11-28", "2025-11-28"],
  ["Nov 28", "2026-11-28", "2025-11-28"],
  ["28/11", "2026-11-28", "2025-11-28"],
  ["28.11.", "2026-11-28", "2025-11-28"],
  ["Sat 28 Nov", "2026-11-28", "2025-11-28"],
  ["24/11", "2026-11-24", "2026-11-24"],
  ["1 Jan", "2027-01-01", "2026-01-01"],
  ["29 feb", "2028-02-29", "2024-02-29"],
  ["fri", "2026-11-27", "2026-11-20"],
  ["Friday", "2026-11-27", "2026-11-20"],
  ["tues", "2026-11-24", "2026-11-24"],
  ["mon", "2026-11-30", "2026-11-23"],
  ["today", "2026-11-24", "2026-11-24"],
  ["Tonight", "2026-11-24", "2026-11-24"],
  ["tomorrow", "2026-11-25", "2026-11-25"],
  ["yesterday", "2026-11-23", "2026-11-23"],
])(
  "2.create-event.640 typed %j is the next one, %s, or where days are past the last one",
  (typed, next, last) => {
    expect(parseTypedDate(typed, NOW)).toBe(next);
    expect(parseTypedDate(typed, NOW, "past")).toBe(last);
  },
);

test.each([
  ["next Friday", "2026-12-04"],
  ["next fri", "2026-12-04"],
  ["next tue", "2026-12-01"],
  ["next monday", "2026-11-30"],
  ["next sun.", "2026-12-06"],
  ["this friday", "2026-11-27"],
])("2.create-event.970 on a Tuesday, typed %j is %s", (typed, isoDate) => {
  expect(parseTypedDate(typed, NOW)).toBe(isoDate);
});

test.each([
  ["next monday", "2026-11-30"],
  ["next sunday", "2026-12-06"],
])("2.create-event.970 on a Sunday, typed %j is %s", (typed, isoDate) => {
  expect(parseTypedDate(typed, new Date(2026, 10, 29, 12))).toBe(isoDate);
});

test.each([
  "",
  "next",
  "next fr",
  "next 28 Nov",
  "soon",
  "f",
  "fr",
  "28",
  "28 N",
  "28/",
  "31/02/2026",
  "2026-02-30",
  "11/21/2026",
  "31 feb",
  "21 Foo 2026",
  "m 3",
])("typed %j is no day", (typed) => {
  expect(parseTypedDate(typed, NOW)).toBeNull();
});

test("what the screen shows can be typed back", () => {
  expect(parseTypedDate(formatEventDate("2028-02-29"), NOW)).toBe("2028-02-29");
});
