import type { AttendeeSort, MailFilter } from "@/api/types";
import type { Selection } from "@/features/attendees/list/selection";
import { PAYMENT_STATUS_MAX, SEARCH_MAX, TABLE_MAX } from "@/features/attendees/rules";
import { addressWith, eventIdOf, given, parseRouteId } from "@/lib/url";

/** Filters and order of the list (contract 2). */
export interface AttendeeFilters {
  search: string;
  eventId: number | null;
  payment: string;
  /** Null for both. */
  attended: boolean | null;
  /** Only attendees who owe money. */
  owes: boolean;
  /** A ticket type of the chosen event. */
  ticketTypeId: number | null;
  /** 0 for attendees without a table. */
  tableNumber: number | null;
  /** The state of the ticket by email; null for any. */
  ticketMail: MailFilter | null;
  sort: AttendeeSort;
}

export const NO_FILTERS: AttendeeFilters = {
  search: "",
  eventId: null,
  payment: "",
  attended: null,
  owes: false,
  ticketTypeId: null,
  tableNumber: null,
  ticketMail: null,
  sort: "newest",
};

export const SORTS: readonly AttendeeSort[] = ["newest", "name", "lastName", "table", "arrival"];

const MAIL_FILTERS: readonly MailFilter[] = ["sent", "waiting", "failed", "unknown", "notSent"];

/** True with an event and without other filters but 'Owes money': the event's sum owed is that of the list. */
export const isWholeDebt = (filters: AttendeeFilters): boolean =>
  filters.eventId !== null && !isNarrowed({ ...filters, owes: false });

/** Without filters but the event, in the same order. */
export const ofEventAlone = ({ eventId, sort }: AttendeeFilters): AttendeeFilters => ({
  ...NO_FILTERS,
  eventId,
  sort,
});

/** The same filters in the order of registration. */
export const newestFirst = (filters: AttendeeFilters): AttendeeFilters => ({ ...filters, sort: "newest" });

const NAMES = Object.keys(NO_FILTERS) as (keyof AttendeeFilters)[];

export const isFiltered = (filters: AttendeeFilters): boolean =>
  NAMES.some((name) => name !== "sort" && filters[name] !== NO_FILTERS[name]);

/** True with a filter besides the event. */
export const isNarrowed = (filters: AttendeeFilters): boolean => isFiltered({ ...filters, eventId: null });

/** The event if the list is complete for it; null with other filters, or for all events. */
export const wholeEventOf = (filters: AttendeeFilters): number | null =>
  isNarrowed(filters) ? null : filters.eventId;

const ATTENDED = new Map([
  ["true", true],
  ["false", false],
]);

export function parseTable(digits: string): number | null {
  const table = /^\d{1,6}$/.test(digits) ? Number(digits) : null;
  return table !== null && table <= TABLE_MAX ? table : null;
}

/** The table that a search names, as in 'table 7' or 'no table'; null if it names none. */
export function tableOfSearch(search: string): number | null {
  if (/^no table$/i.test(search.trim())) return 0;
  return parseTable(
    /^table (?:no\.? |number |#)?(\d+)$/i.exec(search.trim().replace(/\s+/g, " "))?.[1] ?? "",
  );
}

/** Parses the filters of a URL; invalid values are ignored. */
export function filtersOf(address: URLSearchParams): AttendeeFilters {
  return {
    search: (address.get("search") ?? "").trim().slice(0, SEARCH_MAX),
    eventId: eventIdOf(address),
    payment: (address.get("payment") ?? "").trim().slice(0, PAYMENT_STATUS_MAX),
    attended: ATTENDED.get(address.get("attended") ?? "") ?? null,
    owes: address.get("paymentGroup") === "owed",
    ticketTypeId: eventIdOf(address) === null ? null : parseRouteId(address.get("ticketTypeId") ?? undefined),
    tableNumber: parseTable(address.get("tableNumber") ?? ""),
    ticketMail: MAIL_FILTERS.find((state) => state === address.get("ticketMail")) ?? null,
    sort: SORTS.find((sort) => sort === address.get("sort")) ?? "newest",
  };
}

export function wireFilters({ owes, sort, ...filters }: AttendeeFilters) {
  return given({
    ...filters,
    search: filters.search || null,
    payment: filters.payment || null,
    paymentGroup: owes ? ("owed" as const) : null,
    sort: sort === "newest" ? null : sort,
  });
}

/**
 * Query of the selection: the ticked ids, or the filters with exceptions. It prefers ids to names, because URLs are
 * logged.
 */
export function queryOfSelected(selection: Selection, filters: AttendeeFilters): string {
  const address = addressOf(filters);
  if (selection.kind === "all") {
    address.set("newest", String(selection.newestId));
    if (selection.except.size > 0) address.set("except", [...selection.except].join(","));
  } else if (selection.chosen.size > 0) {
    address.set("ids", [...selection.chosen.keys()].join(","));
    // The ids are enough, and a search is usually a person's name.
    address.delete("search");
  }
  // Commas need not be escaped in a query, and there are hundreds.
  return address.toString().replaceAll("%2C", ",");
}

/** The URL's parameters for these filters, so that a reload or a shared link keeps them. */
export const addressOf = (filters: AttendeeFilters): URLSearchParams => addressWith(wireFilters(filters));
