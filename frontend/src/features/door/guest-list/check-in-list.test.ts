import { expect, test } from "vitest";
import {
  checkInListOf,
  countsExits,
  isTypeAdmitted,
  listedAt,
} from "@/features/door/guest-list/check-in-list";
import type { CheckInList, DoorList } from "@/features/door/guest-list/list-store";
import type { ListedTicket } from "@/features/door/guest-list/tickets";

const BACKSTAGE: CheckInList = {
  id: 4,
  eventId: 7,
  name: "Backstage",
  rule: "reentry",
  ticketTypeIds: [2],
  capacity: null,
  needsEntrance: false,
};
const list = (lists?: CheckInList[], more: object = {}) =>
  ({ event: { id: 7, name: "Gala", ...(lists ? { lists } : {}), ...more } }) as DoorList;

test("2.lists.4 a list that the device does not know is none of the event's", () => {
  expect(checkInListOf(list([BACKSTAGE]), 4)).toBe(BACKSTAGE);
  expect(checkInListOf(list([BACKSTAGE]), null)).toBeNull();
  expect(checkInListOf(list([BACKSTAGE]), 5)).toBeUndefined();
  // As saved by an earlier release.
  expect(checkInListOf(list(), 4)).toBeUndefined();
});

test("2.lists.3 a list counts exits by its rule, the entrance by the event", () => {
  expect(countsExits(list([], { countsExits: false }), BACKSTAGE)).toBe(true);
  expect(countsExits(list([], { countsExits: true }), { ...BACKSTAGE, rule: "once" })).toBe(false);
  expect(countsExits(list([], { countsExits: true }), null)).toBe(true);
});

const ticket = {
  id: 1,
  attendedAt: 100,
  leftAt: null,
  checkedInBy: "Gate A",
  markedAbsentAt: 50,
  ticketType: { id: 2, name: "VIP", color: "red" },
  checkIns: [[4, 200, 300, 2, 350]],
} as unknown as ListedTicket;

test("4.lists.1 the ticket at a list has the check-ins there alone", () => {
  const there = { attendedAt: 200, leftAt: 350, checkedInBy: null, markedAbsentAt: null };
  expect(listedAt(ticket, BACKSTAGE)).toMatchObject(there);
  expect(listedAt(ticket, { ...BACKSTAGE, id: 5 })).toMatchObject({
    ...there,
    attendedAt: null,
    leftAt: null,
  });
  expect(listedAt(ticket, null)).toBe(ticket);
  expect(listedAt("cancelled", BACKSTAGE)).toBe("cancelled");
});

test("2.lists.2 a list admits its types alone, or all", () => {
  expect(isTypeAdmitted(BACKSTAGE, ticket)).toBe(true);
  expect(isTypeAdmitted({ ...BACKSTAGE, ticketTypeIds: [3] }, ticket)).toBe(false);
  expect(isTypeAdmitted(BACKSTAGE, { ...ticket, ticketType: null })).toBe(false);
  expect(isTypeAdmitted({ ...BACKSTAGE, ticketTypeIds: null }, { ...ticket, ticketType: null })).toBe(true);
  expect(isTypeAdmitted(null, ticket)).toBe(true);
});
