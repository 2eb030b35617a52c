import { expect, test } from "vitest";
import { arrivalOf, shownArrivals } from "@/features/ticket-types/announced";
import { attendeeNamed } from "@/testing/cast";

const AT = Date.parse("2026-11-28T20:00:00.000Z");
const cameIn = (id: number, attendedAt: string) => attendeeNamed(`Guest ${id}`, { id, attendedAt });

test("2.announcement.1 an arrival shows for ten minutes, or until it is dismissed", () => {
  const late = cameIn(1, "2026-11-28T19:59:00.000Z");
  const dismissed = cameIn(2, "2026-11-28T19:58:00.000Z");
  const over = cameIn(3, "2026-11-28T19:50:00.000Z");
  expect(shownArrivals([late, dismissed, over], [arrivalOf(dismissed)], AT)).toEqual([late]);
});

test("2.announcement.1 a guest who comes in again is another arrival", () => {
  const again = cameIn(1, "2026-11-28T19:59:00.000Z");
  const dismissed = arrivalOf(cameIn(1, "2026-11-28T19:55:00.000Z"));
  expect(shownArrivals([again], [dismissed], AT)).toEqual([again]);
});
