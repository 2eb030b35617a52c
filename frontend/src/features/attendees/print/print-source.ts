import {
  type AttendeeFilters,
  filtersOf,
  isFiltered,
  isNarrowed,
  newestFirst,
  queryOfSelected,
} from "@/features/attendees/list/filters";
import type { Selection } from "@/features/attendees/list/selection";
import { PRINT_ORDERS, type PrintOrder } from "@/features/attendees/print/print-order";
import { PRINT_URL_MAX } from "@/features/attendees/rules";
import { ALL_EVENTS } from "@/lib/url";

/** The attendees to print: by id, or all matches of the filters, with exceptions. */
export type PrintSource =
  | { kind: "chosen"; ids: readonly number[] }
  | {
      kind: "matching";
      filters: AttendeeFilters;
      /** Attendees registered later are left out; null includes all. */
      newestId: number | null;
      except: readonly number[];
    };

const DEFAULT_ORDER: PrintOrder = "lastName";

const ID = /^[1-9]\d{0,9}$/;

const idsOf = (text: string | null): number[] => [
  ...new Set(
    (text ?? "")
      .split(",")
      .filter((id) => ID.test(id))
      .map(Number),
  ),
];

/**
 * URL of a print page with the list's filters and the ticked ids, so that a reload, another tab or a colleague prints
 * the same.
 */
export function ticketsUrl(selection: Selection, filters: AttendeeFilters): string {
  const query = queryOfSelected(selection, newestFirst(filters));
  return `/print-tickets?${query || `eventId=${ALL_EVENTS}`}`;
}

/** URL of the door list of a selection or of all matches, at the event that all selected attendees share. */
export function partialDoorListUrl(selection: Selection, filters: AttendeeFilters): string {
  const chosen = selection.kind === "some" ? [...selection.chosen.values()] : [];
  const shared = chosen.every(({ eventId }) => eventId === chosen[0]?.eventId)
    ? chosen[0]?.eventId
    : undefined;
  const eventId = filters.eventId ?? shared ?? null;
  return `/print-door-list?${queryOfSelected(selection, newestFirst({ ...filters, eventId }))}`;
}

/** True unless the source has everyone, of one event or of all. */
export const isPart = (source: PrintSource): boolean =>
  source.kind === "chosen" || isNarrowed(source.filters) || source.except.length > 0;

/** The URL of a print page in the list's order, if it has that too. */
export function inOrderOf({ sort }: AttendeeFilters, address: string): string {
  const order = PRINT_ORDERS.find((known) => known === sort);
  return order && order !== DEFAULT_ORDER
    ? `${address}${address.includes("?") ? "&" : "?"}by=${order}`
    : address;
}

/** URL of the tickets of these attendees. */
export const urlOfTickets = (ids: readonly number[]): string => `/print-tickets?ids=${ids.join(",")}`;

/** True if the URL is too long for a reload. */
export const isTooLong = (address: string): boolean => address.length > PRINT_URL_MAX;

/** True if the URL has neither events, nor filters, nor a selection. */
export const isUndecided = (address: URLSearchParams): boolean =>
  address.get("eventId") !== ALL_EVENTS &&
  !["ids", "newest", "except"].some((name) => address.has(name)) &&
  !isFiltered(filtersOf(address));

/** Parses the attendees of a print URL. Invalid ids are ignored. */
export function sourceOf(address: URLSearchParams): PrintSource {
  const ids = idsOf(address.get("ids"));
  if (address.has("ids")) return { kind: "chosen", ids };
  const [newestId = null] = idsOf(address.get("newest"));
  return {
    kind: "matching",
    filters: newestFirst(filtersOf(address)),
    newestId,
    except: idsOf(address.get("except")),
  };
}

/** The order in the URL; by last name by default, as doors use it. */
export const orderOf = (address: URLSearchParams): PrintOrder =>
  PRINT_ORDERS.find((order) => order === address.get("by")) ?? DEFAULT_ORDER;
