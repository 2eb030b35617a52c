import { expect, test } from "vitest";
import {
  EVERYTHING,
  merged,
  touchesAttendee,
  touchesConflicts,
  touchesDoors,
  touchesEvents,
  touchesList,
} from "@/api/live/change-notice";

const checkedIn = (id: number, eventId = 3) => ({ attendees: [id], attendeesOf: [eventId] });

test("two facts make one, each id once", () => {
  const both = merged(merged(null, checkedIn(17)), { ...checkedIn(18), events: [4], imports: true });
  expect(both).toMatchObject({ attendees: [17, 18], attendeesOf: [3], events: [4], imports: true });
  expect(merged(both, checkedIn(17))).toMatchObject({ attendees: [17, 18], attendeesOf: [3] });
});

test("named attendees beside unnamed ones are any of both events", () => {
  const both = merged(checkedIn(17), { attendeesOf: [5] });
  expect(both).toMatchObject({ attendees: null, attendeesOf: [3, 5] });
  expect(touchesAttendee(both, 99, 3)).toBe(true);
});

test("an event that changed leaves named attendees named", () => {
  expect(merged(checkedIn(17), { events: [4] }).attendees).toEqual([17]);
});

test("everything swallows the rest", () => {
  expect(merged(checkedIn(17), EVERYTHING)).toBe(EVERYTHING);
});

test("an attendee is touched by its id, or where any of its event may be", () => {
  expect(touchesAttendee(checkedIn(17), 17, 3)).toBe(true);
  expect(touchesAttendee(checkedIn(17), 18, 3)).toBe(false);
  expect(touchesAttendee({ attendeesOf: [3] }, 18, 3)).toBe(true);
  expect(touchesAttendee({ attendeesOf: [3] }, 18, 4)).toBe(false);
  expect(touchesAttendee({ attendeesOf: [3] }, 18, undefined)).toBe(true);
  expect(touchesAttendee({ events: [3] }, 18, 3)).toBe(false);
});

test("a list is touched by its event, the list of all by any", () => {
  expect(touchesList(checkedIn(17), 3)).toBe(true);
  expect(touchesList(checkedIn(17), 4)).toBe(false);
  expect(touchesList(checkedIn(17), null)).toBe(true);
  expect(touchesList({ users: [1] }, null)).toBe(false);
  expect(touchesEvents(checkedIn(17))).toBe(false);
});

test("a conflict is touched by its event, any list of them by any, and both facts by either", () => {
  const both = merged({ conflictsOf: [3] }, { conflictsOf: [0], events: [4] });
  expect(touchesConflicts(both, 3)).toBe(true);
  expect(touchesConflicts(both, 0)).toBe(true);
  expect(touchesConflicts(both, 4)).toBe(false);
  expect(touchesConflicts(both, null)).toBe(true);
  expect(touchesConflicts(checkedIn(17), null)).toBe(false);
});

test("the doors of an event are touched by a refusal there", () => {
  const both = merged({ doorsOf: [3] }, { doorsOf: [5], conflictsOf: [4] });
  expect(touchesDoors(both, 3)).toBe(true);
  expect(touchesDoors(both, 5)).toBe(true);
  expect(touchesDoors(both, 4)).toBe(false);
  expect(touchesDoors(checkedIn(17), 3)).toBe(false);
});
