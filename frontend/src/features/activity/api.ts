import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesAttendee } from "@/api/live/change-notice";
import { type LoadedPages, readPages } from "@/api/pages";
import { QUERY_KEY } from "@/api/query-keys";
import type { AttendeeHistoryPage, HistoryPage } from "@/api/types";
import { type ActivityFilters, wireFilters } from "@/features/activity/filters";

const PAGE = 100;
const CARD_PAGE = 10;

const historyKeys = {
  lists: () => [...QUERY_KEY.history, "list"] as const,
  list: (filters: ActivityFilters) => [...historyKeys.lists(), filters] as const,
  ofAttendee: (id: number) => [...QUERY_KEY.history, "attendee", id] as const,
};

/** All audit entries, newest first. It does not update live, so that the list does not move while it is read. */
export const activityQuery = (filters: ActivityFilters) =>
  infiniteQueryOptions({
    queryKey: historyKeys.list(filters),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...wireFilters(filters), limit: PAGE, after: pageParam };
      return unwrap(api.GET("/api/history", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: HistoryPage) => page.next,
  });

/** The history of one attendee, scans included. */
export const attendeeHistoryQuery = (id: number, eventId: number) =>
  infiniteQueryOptions({
    queryKey: historyKeys.ofAttendee(id),
    queryFn: ({ pageParam, signal }) => readHistoryOf(id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: AttendeeHistoryPage) => page.next,
    gcTime: 0,
    meta: {
      isAffectedBy: (facts) => touchesAttendee(facts, id, eventId),
      // Reads as many pages as are loaded.
      refresh: async (query) => {
        const held = (query.state.data as LoadedPages<AttendeeHistoryPage> | undefined)?.pages.length ?? 1;
        const anew = await readPages(
          (after) => readHistoryOf(id, after, null),
          (pages) => pages.length < held,
        );
        return () => anew;
      },
    },
  });

function readHistoryOf(
  id: number,
  after: string | null,
  signal: AbortSignal | null,
): Promise<AttendeeHistoryPage> {
  return unwrap(
    api.GET("/api/attendees/{attendee_id}/history", {
      params: { path: { attendee_id: id }, query: { limit: CARD_PAGE, after } },
      signal,
    }),
  );
}

/** Call it when the list is opened, to reload it: data never becomes stale on its own (contract 7). */
export const removeActivityQueries = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ queryKey: historyKeys.lists() });
