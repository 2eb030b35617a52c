import { type AttendeeFilters, addressOf, filtersOf, newestFirst } from "@/features/attendees/list/filters";
import type { Selection } from "@/features/attendees/list/selection";
import { PRINT_ORDERS, type PrintOrder } from "@/features/attendees/print/print-order";
import { PRINT_URL_MAX } from "@/features/attendees/rules";

/** The attendees to print: by id, or all matches of the filters, with exceptions. */
export type PrintSource =
  | { kind: "chosen"; ids: readonly number[] }
  | {
      kind: "matching";
      filters: AttendeeFilters;
      /** Attendees registered after this one are left out; null leaves out nobody. */
      newestId: number | null;
      except: readonly number[];
    };

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
 * A print page has all it needs in its address, so that a reload, another tab or a colleague prints the same: the
 * filters of the list, and the ids that were ticked. Ids and no names, where ids do: an address is seen and kept by many.
 */
export function ticketsUrl(selection: Selection, filters: AttendeeFilters): string {
  const address = addressOf(newestFirst(filters));
  if (selection.kind === "all") {
    address.set("newest", String(selection.newestId));
    if (selection.except.size > 0) address.set("except", [...selection.except].join(","));
  } else if (selection.chosen.size > 0) {
    address.set("ids", [...selection.chosen.keys()].join(","));
    // Ids suffice, and a search is mostly a person's name.
    address.delete("search");
  }
  // A comma need not be escaped in a query, and hundreds of them are not.
  const query = address.toString().replaceAll("%2C", ",");
  return `/print-tickets${query ? `?${query}` : ""}`;
}

/** The page that prints the tickets of these attendees. */
export const urlOfTickets = (ids: readonly number[]): string => `/print-tickets?ids=${ids.join(",")}`;

/** Whether a reload would still bring the page: an address that is too long gets no answer. */
export const isTooLong = (address: string): boolean => address.length > PRINT_URL_MAX;

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

/** The order of the address, or by last name: so lists at a door are read. */
export const orderOf = (address: URLSearchParams): PrintOrder =>
  PRINT_ORDERS.find((order) => order === address.get("by")) ?? "lastName";
