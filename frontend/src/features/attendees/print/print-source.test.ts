import { describe, expect, test } from "vitest";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { NOBODY, selectAll, withToggled } from "@/features/attendees/list/selection";
import { isUndecided, orderOf, sourceOf, ticketsUrl } from "@/features/attendees/print/print-source";
import { doorListUrl } from "@/features/attendees/rules";
import { attendeeNamed } from "@/testing/cast";

const FILTERS = { ...NO_FILTERS, search: "ada & co", eventId: 7, attended: false };
const ADA = attendeeNamed("Ada", { id: 42 });
const BEN = attendeeNamed("Ben", { id: 5 });

const searchOf = (address: string) => new URL(address, "http://door.test").searchParams;

describe("2.print.4 the address of tickets", () => {
  test("without a selection is everybody whom the filters show", () => {
    const address = ticketsUrl(NOBODY, FILTERS);
    expect(address).toBe("/print-tickets?search=ada+%26+co&eventId=7&attended=false");
    expect(sourceOf(searchOf(address))).toEqual({
      kind: "matching",
      filters: FILTERS,
      newestId: null,
      except: [],
    });
    expect(ticketsUrl(NOBODY, NO_FILTERS)).toBe("/print-tickets?eventId=all");
  });

  test("of rows that were ticked has their ids, and not their names", () => {
    const address = ticketsUrl(withToggled(withToggled(NOBODY, ADA), BEN), NO_FILTERS);
    expect(address).toBe("/print-tickets?ids=42,5");
    expect(sourceOf(searchOf(address))).toEqual({ kind: "chosen", ids: [42, 5] });
  });

  test("of all but a few says who was there then and who is left out", () => {
    const selection = withToggled(withToggled(selectAll(90, 100), ADA), BEN);
    const address = ticketsUrl(selection, FILTERS);
    expect(address).toMatch(/&newest=100&except=42,5$/);
    expect(sourceOf(searchOf(address))).toEqual({
      kind: "matching",
      filters: FILTERS,
      newestId: 100,
      except: [42, 5],
    });
  });

  test("passes over what is no id, and never prints everybody for a list of ids that makes no sense", () => {
    expect(sourceOf(new URLSearchParams("ids=4,x,-1,4,0,9"))).toEqual({ kind: "chosen", ids: [4, 9] });
    expect(sourceOf(new URLSearchParams("ids="))).toEqual({ kind: "chosen", ids: [] });
    expect(sourceOf(new URLSearchParams("newest=x&except=y"))).toMatchObject({ newestId: null, except: [] });
  });
});

test("2.print.947 an address with an event, a filter or a selection says what to print", () => {
  for (const open of ["", "by=table", "sort=name", "utm_source=mail", "eventId=abc"])
    expect(isUndecided(new URLSearchParams(open))).toBe(true);
  for (const said of [
    "eventId=7",
    "eventId=all",
    "search=ada",
    "attended=false",
    "newest=9",
    "ids=4",
    "ids=",
  ])
    expect(isUndecided(new URLSearchParams(`by=table&${said}`)), said).toBe(false);
  expect(isUndecided(searchOf(ticketsUrl(NOBODY, NO_FILTERS)))).toBe(false);
});

test("2.print.6 the order is by name unless the address says by table", () => {
  expect(orderOf(new URLSearchParams("by=table"))).toBe("table");
  expect(orderOf(new URLSearchParams("by=shoe-size"))).toBe("lastName");
  expect(orderOf(new URLSearchParams())).toBe("lastName");
});

test("the address of a door list names its event where one is chosen", () => {
  expect(doorListUrl(7)).toBe("/print-door-list?eventId=7");
  expect(doorListUrl(null)).toBe("/print-door-list");
});
