import { PAYMENT_STATUS_MAX, SEARCH_MAX } from "@/features/attendees/rules";
import { eventIdOf } from "@/lib/route-id";

/** Which attendees the list shows (contract 2). */
export interface AttendeeFilters {
  search: string;
  eventId: number | null;
  payment: string;
  /** Null is both. */
  attended: boolean | null;
}

export const NO_FILTERS: AttendeeFilters = { search: "", eventId: null, payment: "", attended: null };

export const isFiltered = ({ search, eventId, payment, attended }: AttendeeFilters): boolean =>
  search !== "" || eventId !== null || payment !== "" || attended !== null;

/** The event whose list this is, all of it; null where it is narrowed further, or is of all events. */
export const wholeEventOf = (filters: AttendeeFilters): number | null =>
  isFiltered({ ...filters, eventId: null }) ? null : filters.eventId;

const ATTENDED = new Map([
  ["true", true],
  ["false", false],
]);

/** The filters of an address; what makes no sense in it is no filter. */
export function filtersOf(address: URLSearchParams): AttendeeFilters {
  return {
    search: (address.get("search") ?? "").trim().slice(0, SEARCH_MAX),
    eventId: eventIdOf(address),
    payment: (address.get("payment") ?? "").trim().slice(0, PAYMENT_STATUS_MAX),
    attended: ATTENDED.get(address.get("attended") ?? "") ?? null,
  };
}

/** The filters as GET /api/attendees takes them (contract 7). */
export function wireFilters({ search, eventId, payment, attended }: AttendeeFilters) {
  return {
    ...(search ? { search } : {}),
    ...(eventId === null ? {} : { eventId }),
    ...(payment ? { payment } : {}),
    ...(attended === null ? {} : { attended }),
  };
}

/** The filters as they stand in the address, so that a reload or a shared link keeps them. */
export function addressOf(filters: AttendeeFilters): URLSearchParams {
  const named = Object.entries(wireFilters(filters)).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(named as [string, string][]);
}
