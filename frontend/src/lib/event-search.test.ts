import { expect, test } from "vitest";
import { distinctiveVenue, eventLabel, findEvents } from "@/lib/event-search";

const BALL = { id: 1, name: "Élan Ball", date: "2025-03-08", time: null, venue: null };
const SUPPER = { id: 2, name: "Supper", date: "2026-11-27", time: "19:30", venue: "Town Hall" };

test("2.manage.901 every word is in the name or the date, whatever its case and accents", () => {
  expect(findEvents([BALL, SUPPER], "ELAN")).toEqual([BALL]);
  expect(findEvents([BALL, SUPPER], "ball mar 2025")).toEqual([BALL]);
  expect(findEvents([BALL, SUPPER], "ball nov")).toEqual([]);
  expect(findEvents([BALL, SUPPER], "  ")).toEqual([BALL, SUPPER]);
  expect(eventLabel(SUPPER, [BALL, SUPPER])).toBe("Supper (Fri 27 Nov 2026)");
});

test("2.manage.955 events of one name and date are told apart by time, and by venue if the time is the same", () => {
  const late = { ...SUPPER, id: 3, time: "22:00" };
  const undated = { ...SUPPER, id: 4, time: null };
  expect([SUPPER, late, undated].map((event) => eventLabel(event, [SUPPER, BALL, late, undated]))).toEqual([
    "Supper (Fri 27 Nov 2026 at 19:30)",
    "Supper (Fri 27 Nov 2026 at 22:00)",
    "Supper (Fri 27 Nov 2026)",
  ]);
  const elsewhere = { ...SUPPER, id: 5, venue: "Old Mill" };
  const nowhere = { ...SUPPER, id: 6, venue: null };
  const listed = [SUPPER, late, elsewhere, nowhere];
  expect(listed.map((event) => eventLabel(event, listed))).toEqual([
    "Supper (Fri 27 Nov 2026 at 19:30, Town Hall)",
    "Supper (Fri 27 Nov 2026 at 22:00)",
    "Supper (Fri 27 Nov 2026 at 19:30, Old Mill)",
    "Supper (Fri 27 Nov 2026 at 19:30)",
  ]);
  // Another name or another date is not the same event.
  const nextWeek = { ...SUPPER, id: 7, date: "2026-12-04" };
  expect(eventLabel(SUPPER, [SUPPER, { ...BALL, date: SUPPER.date }, nextWeek])).toBe(
    "Supper (Fri 27 Nov 2026)",
  );
  expect(distinctiveVenue(SUPPER, [SUPPER, nextWeek, { ...SUPPER, id: 8 }])).toBeNull();
  expect(findEvents(listed, "supper mill")).toEqual([elsewhere]);
});
