import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { ApiError, conflictingVersion } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import {
  type ChangeNotice,
  touchesAttendee,
  touchesConflicts,
  touchesEvents,
} from "@/api/live/change-notice";
import { type LoadedPages, readPages } from "@/api/pages";
import { QUERY_KEY } from "@/api/query-keys";
import type { Conflict, ConflictDecision, ConflictPage, ConflictState } from "@/api/types";
import { addressWith, eventIdOf, given } from "@/lib/url";

const PAGE = 100;
const LARGEST_PAGE = 200;

/** Open conflicts are counted in `open/api.ts`. */
const conflictKeys = {
  all: QUERY_KEY.conflicts,
  lists: () => [...conflictKeys.all, "list"] as const,
  list: (filters: ConflictFilters) => [...conflictKeys.lists(), filters] as const,
};

type LoadedConflicts = LoadedPages<ConflictPage>;

const readPage = (
  query: ConflictFilters & { limit: number; after: string | null },
  signal: AbortSignal | null = null,
): Promise<ConflictPage> => unwrap(api.GET("/api/door/conflicts", { params: { query }, signal }));

/** The list in pages, open ones first. */
export const conflictListQuery = (filters: ConflictFilters) =>
  infiniteQueryOptions({
    queryKey: conflictKeys.list(filters),
    queryFn: ({ pageParam, signal }) => readPage({ ...filters, limit: PAGE, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ConflictPage) => page.next,
    meta: {
      isAffectedBy: (facts, data) => isListAffected(facts, filters, data as LoadedConflicts | undefined),
      // Reloads as many rows as were loaded.
      refresh: async (query) => {
        const loaded = itemsOf(query.state.data as LoadedConflicts).length;
        const limit = loaded > PAGE ? LARGEST_PAGE : PAGE;
        const anew = await readPages(
          (after) => readPage({ ...filters, limit, after }),
          (pages) => pages.flatMap(({ items }) => items).length < loaded,
        );
        return () => anew;
      },
    },
  });

const itemsOf = (list: LoadedConflicts | undefined): Conflict[] =>
  list?.pages.flatMap(({ items }) => items) ?? [];

/** Only check-ins of listed guests matter. */
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

/** An opened list must be current: loaded data never becomes stale on its own (contract 7). */
export const removeConflictQueries = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ queryKey: conflictKeys.lists() });

export const decideConflict = (id: number, decision: ConflictDecision): Promise<Conflict> =>
  unwrap(
    api.PATCH("/api/door/conflicts/{conflict_id}", {
      params: { path: { conflict_id: id } },
      body: decision,
    }),
  );

/** Replaces a conflict in every loaded list. */
export function showConflict(queryClient: QueryClient, conflict: Conflict): void {
  queryClient.setQueriesData<LoadedConflicts>({ queryKey: conflictKeys.lists() }, (list) => {
    if (!list) return list;
    const withIt = (items: Conflict[]) => items.map((item) => (item.id === conflict.id ? conflict : item));
    return { ...list, pages: list.pages.map((page) => ({ ...page, items: withIt(page.items) })) };
  });
}

/** Decisions change the order and the number of open conflicts. */
export const reloadConflicts = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: conflictKeys.all });

/** Null: all. */
export interface ConflictFilters {
  eventId: number | null;
  state: ConflictState | null;
}

const STATES: readonly string[] = ["open", "kept", "dismissed"] satisfies ConflictState[];

const isState = (text: string | null): text is ConflictState => text !== null && STATES.includes(text);

export const stateOf = (text: string | null): ConflictState | null => (isState(text) ? text : null);

/** Invalid parameters are ignored. */
export function filtersOf(params: URLSearchParams): ConflictFilters {
  return { eventId: eventIdOf(params), state: stateOf(params.get("state")) };
}

/** In the URL, so that a reload or a shared link keeps them. */
export const urlOf = (filters: ConflictFilters): URLSearchParams => addressWith(given(filters));

/** `changed`: another person or a new check-in came first. `resolved`: it no longer exists. */
type Outcome = "decided" | "changed" | "resolved";

/** Decides one conflict. The same decision by another person counts as success. */
export async function decideOne(
  { id, version }: Conflict,
  decision: Omit<ConflictDecision, "version">,
): Promise<{ outcome: Outcome; conflict: Conflict | null }> {
  try {
    return { outcome: "decided", conflict: await decideConflict(id, { ...decision, version }) };
  } catch (error) {
    const current = conflictingVersion<Conflict>(error);
    if (current) return { outcome: isAsWanted(current, decision) ? "decided" : "changed", conflict: current };
    if (error instanceof ApiError && error.status === 404) return { outcome: "resolved", conflict: null };
    throw error;
  }
}

/** Another person, or a request whose response was lost, decided the same. */
const isAsWanted = (current: Conflict, { state, note }: Omit<ConflictDecision, "version">): boolean =>
  current.state === state && (note ?? current.note ?? "") === (current.note ?? "");
