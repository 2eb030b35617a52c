import { expect, test } from "vitest";
import {
  addressOf,
  filtersOf,
  NO_FILTERS,
  tableOfSearch,
  wireFilters,
} from "@/features/attendees/list/filters";

test("2.manage.18 what is written into the address is read out of it again", () => {
  const filters = {
    search: "Zoë & co",
    eventId: 7,
    payment: "half now",
    attended: false,
    owes: true,
    ticketTypeId: 3,
    tableNumber: 0,
    ticketMail: "notSent" as const,
    sort: "lastName" as const,
  };
  expect(filtersOf(new URLSearchParams(addressOf(filters).toString()))).toEqual(filters);
  expect(addressOf(NO_FILTERS).toString()).toBe("");
});

test("2.manage.18 each filter has its own parameter, and one that is not set has none", () => {
  const all = {
    search: "ada",
    eventId: 7,
    payment: "paid",
    attended: false,
    owes: true,
    ticketTypeId: 3,
    tableNumber: 0,
    ticketMail: "sent",
    sort: "name",
  } as const;
  expect(wireFilters(NO_FILTERS)).toEqual({});
  const { owes: _, ...others } = all;
  expect(wireFilters(all)).toEqual({ ...others, paymentGroup: "owed" });
});

test.each([
  ["eventId=abc", NO_FILTERS],
  ["eventId=-1", NO_FILTERS],
  ["eventId=99999999999999", NO_FILTERS],
  ["attended=perhaps", NO_FILTERS],
  ["attended=toString", NO_FILTERS],
  ["tableNumber=100001", NO_FILTERS],
  ["tableNumber=7a", NO_FILTERS],
  ["sort=phone&paymentGroup=paid", NO_FILTERS],
  ["ticketMail=perhaps", NO_FILTERS],
  ["search=%20%20&something=else", NO_FILTERS],
  [`payment=${"x".repeat(100)}`, { ...NO_FILTERS, payment: "x".repeat(40) }],
  [`search=${"x".repeat(300)}`, { ...NO_FILTERS, search: "x".repeat(200) }],
])("an address that makes no sense is no filter: %s", (address, filters) => {
  expect(filtersOf(new URLSearchParams(address))).toEqual(filters);
});

test.each([
  ["table 7", 7],
  [" Table  No. 12 ", 12],
  ["TABLE #3", 3],
  ["no table", 0],
  ["table", null],
  ["tables 7", null],
  ["table seven", null],
  ["table 100001", null],
  ["7", null],
])("2.manage.941 a search for %j names table %j", (search, table) => {
  expect(tableOfSearch(search)).toBe(table);
});
