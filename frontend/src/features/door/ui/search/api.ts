import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "@/api/client";
import { touchesList } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import { SEARCH_RESULTS_MAX } from "@/features/door/core/rules";

/**
 * Guests by name, phone or invoice number, of one event or all. Not cached: attendance changes by the second, and
 * loaded data never becomes stale on its own (contract 7).
 */
export const guestSearchQuery = (search: string, eventId: number | null, isEnabled: boolean) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "door", search, eventId] as const,
    queryFn: async ({ signal }) => {
      const read = (attended: boolean) => {
        const query = { search, attended, limit: SEARCH_RESULTS_MAX, eventId };
        return unwrapPage(api.GET("/api/attendees", { params: { query }, signal }));
      };
      // Guests who are out come first, however many are in.
      const [outside, inside] = await Promise.all([read(false), read(true)]);
      return {
        rows: [...outside.rows, ...inside.rows].slice(0, SEARCH_RESULTS_MAX),
        total: (outside.total ?? outside.rows.length) + (inside.total ?? inside.rows.length),
      };
    },
    enabled: search !== "" && isEnabled,
    gcTime: 0,
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });

/** Guests whose name differs by one or two letters (contract 7.similar). Not cached. */
export const similarGuestsQuery = (name: string, eventId: number | null) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "door", "similar", name, eventId] as const,
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/attendees/similar", { params: { query: { name, eventId } }, signal })),
    gcTime: 0,
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });
