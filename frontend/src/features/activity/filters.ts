import type { HistoryKind } from "@/api/types";
import { KINDS } from "@/features/activity/copy";
import { deviceTimeZone } from "@/lib/clock";
import { parseIsoDate } from "@/lib/event-date";
import { addressWith, given } from "@/lib/url";

/** The list's filters; null means all. */
export interface ActivityFilters {
  kind: HistoryKind | null;
  userId: number | null;
  attendeeId: number | null;
  /** `YYYY-MM-DD` in the device's zone. */
  day: string | null;
}

export const NO_FILTERS: ActivityFilters = { kind: null, userId: null, attendeeId: null, day: null };

export const isFiltered = (filters: ActivityFilters): boolean =>
  Object.values(filters).some((value) => value !== null);

const isKind = (text: string): text is HistoryKind => text in KINDS;

export const kindOf = (text: string | null): HistoryKind | null => (text && isKind(text) ? text : null);

export const idOf = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** Parses the filters of a URL; invalid values are ignored. */
export function filtersOf(params: URLSearchParams): ActivityFilters {
  const day = params.get("day");
  return {
    kind: kindOf(params.get("kind")),
    userId: idOf(params.get("userId")),
    attendeeId: idOf(params.get("attendeeId")),
    day: day && parseIsoDate(day) ? day : null,
  };
}

export function wireFilters(filters: ActivityFilters) {
  const zone = deviceTimeZone();
  return { ...given(filters), ...(filters.day !== null && zone ? { timeZone: zone } : {}) };
}

/** The URL's parameters for these filters, so that a reload or a shared link keeps them. */
export const addressOf = (filters: ActivityFilters): URLSearchParams => addressWith(given(filters));

/** URL of the CSV file; the download adds the time zone. */
export const csvPath = (filters: ActivityFilters): string => `/api/history.csv?${addressOf(filters)}`;
