import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesList } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import { readPage } from "@/features/attendees/api";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { SAME_GUEST_PAGE, SEARCH_MAX } from "@/features/attendees/rules";
import type { Typed } from "@/features/attendees/similar/same-guest";

/** Attendees whose name differs in one or two letters (contract 7.similar). */
export const similarAttendeesQuery = (name: string, eventId: number | null) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "similar", name, eventId] as const,
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/attendees/similar", { params: { query: { name, eventId } }, signal })),
    gcTime: 0,
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });

/** Attendees of an event among whom are those with the same name, phone number or email address as a new guest. */
export const sameGuestsQuery = (eventId: number, typed: Typed) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "same", eventId, typed] as const,
    queryFn: async ({ signal }) => {
      const searches = [typed.fullName, typed.phone, typed.email]
        .map((text) => text.slice(0, SEARCH_MAX))
        .filter(Boolean);
      const pages = await Promise.all(
        searches.map((search) =>
          readPage({ ...NO_FILTERS, eventId, search }, { limit: SAME_GUEST_PAGE, after: null, signal }),
        ),
      );
      return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
    },
    gcTime: 0,
  });
