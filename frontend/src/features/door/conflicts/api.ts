import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import {
  type ChangeNotice,
  touchesAttendee,
  touchesConflicts,
  touchesEvents,
} from "@/api/live/change-notice";
import { type LoadedPages, readPages } from "@/api/pages";
import { QUERY_KEY } from "@/api/query-keys";
import type { Conflict, ConflictDecision, ConflictPage } from "@/api/types";
import { type ConflictFilters, wireFilters } from "@/features/door/conflicts/filters";

const PAGE = 100;
const LARGEST_PAGE = 200;

/** Query keys of the room; its open ones are counted in `open/api.ts`. */
const conflictKeys = {
  all: QUERY_KEY.conflicts,
  lists: () => [...conflictKeys.all, "list"] as const,
  list: (filters: ConflictFilters) => [...conflictKeys.lists(), filters] as const,
};

type LoadedConflicts = LoadedPages<ConflictPage>;

interface PageRequest {
  limit: number;
  after: string | null;
  signal?: AbortSignal;
}

const readPage = (filters: ConflictFilters, { limit, after, signal }: PageRequest): Promise<ConflictPage> => {
  const query = { ...wireFilters(filters), limit, ...(after === null ? {} : { after }) };
  return unwrap(api.GET("/api/door/conflicts", { params: { query }, signal: signal ?? null }));
};

/** The list as it is scrolled: open ones first, page by page. */
export const conflictListQuery = (filters: ConflictFilters) =>
  infiniteQueryOptions({
    queryKey: conflictKeys.list(filters),
    queryFn: ({ pageParam, signal }) => readPage(filters, { limit: PAGE, after: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ConflictPage) => page.next,
    meta: {
      isAffectedBy: (facts, data) => isListAffected(facts, filters, data as LoadedConflicts | undefined),
      // From its top, as far as it had been loaded.
      refresh: async (query) => {
        const loaded = itemsOf(query.state.data as LoadedConflicts).length;
        const limit = loaded > PAGE ? LARGEST_PAGE : PAGE;
        const anew = await readPages(
          (after) => readPage(filters, { limit, after }),
          (pages) => pages.flatMap(({ items }) => items).length < loaded,
        );
        return () => anew;
      },
    },
  });

const itemsOf = (list: LoadedConflicts | undefined): Conflict[] =>
  list?.pages.flatMap(({ items }) => items) ?? [];

/** A check-in anywhere is no news here: only that of a guest who is on the list. */
function isListAffected(
  facts: ChangeNotice,
  { eventId }: ConflictFilters,
  list: LoadedConflicts | undefined,
): boolean {
  if (touchesConflicts(facts, eventId) || touchesEvents(facts)) return true;
  if (!facts.attendeesOf?.length) return false;
  return itemsOf(list).some(
    ({ attendee, event }) => attendee !== null && touchesAttendee(facts, attendee.id, event?.id),
  );
}

/** A list that is opened anew shows what stands now: data never goes stale by itself (contract 7). */
export const forgetConflicts = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ queryKey: conflictKeys.lists() });

/** Closes a conflict, or opens it again. */
export const decideConflict = (id: number, decision: ConflictDecision): Promise<Conflict> =>
  unwrap(
    api.PATCH("/api/door/conflicts/{conflict_id}", {
      params: { path: { conflict_id: id } },
      body: decision,
    }),
  );

/** Shows a conflict as it is now in every list that holds it, in its place. */
export function showConflict(queryClient: QueryClient, conflict: Conflict): void {
  queryClient.setQueriesData<LoadedConflicts>({ queryKey: conflictKeys.lists() }, (list) => {
    if (!list) return list;
    const withIt = (items: Conflict[]) => items.map((item) => (item.id === conflict.id ? conflict : item));
    return { ...list, pages: list.pages.map((page) => ({ ...page, items: withIt(page.items) })) };
  });
}

/** After decisions: the order and the number of open ones changed. */
export const readConflictsAgain = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: conflictKeys.all });
