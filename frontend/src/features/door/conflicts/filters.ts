import type { ConflictState } from "@/api/types";
import { addressWith, eventIdOf, given } from "@/lib/url";

/** Which conflicts the list shows; null is all of them. */
export interface ConflictFilters {
  eventId: number | null;
  state: ConflictState | null;
}

const STATES: readonly string[] = ["open", "kept", "dismissed"] satisfies ConflictState[];

const isState = (text: string | null): text is ConflictState => text !== null && STATES.includes(text);

export const stateOf = (text: string | null): ConflictState | null => (isState(text) ? text : null);

/** The filters of a URL; what makes no sense in it is no filter. */
export function filtersOf(params: URLSearchParams): ConflictFilters {
  return { eventId: eventIdOf(params), state: stateOf(params.get("state")) };
}

/** The filters as GET /api/door/conflicts takes them (contract 7). */
export const wireFilters = (filters: ConflictFilters) => given(filters);

/** The filters as they stand in the URL, so that a reload or a shared link keeps them. */
export const addressOf = (filters: ConflictFilters): URLSearchParams => addressWith(wireFilters(filters));
