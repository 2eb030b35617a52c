import { expect, test } from "vitest";
import { eventLabel, findEvents } from "@/lib/event-search";

const BALL = { id: 1, name: "Élan Ball", date: "2025-03-08" };
const SUPPER = { id: 2, name: "Supper", date: "2026-11-27" };

test("2.manage.901 every word is in the name or the date, whatever its case and accents", () => {
  expect(findEvents([BALL, SUPPER], "ELAN")).toEqual([BALL]);
  expect(findEvents([BALL, SUPPER], "ball mar 2025")).toEqual([BALL]);
  expect(findEvents([BALL, SUPPER], "ball nov")).toEqual([]);
  expect(findEvents([BALL, SUPPER], "  ")).toEqual([BALL, SUPPER]);
  expect(eventLabel(SUPPER)).toBe("Supper (Fri 27 Nov 2026)");
});
