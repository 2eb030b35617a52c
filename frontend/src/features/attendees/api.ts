import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { api, longTimeoutFetch, type Page, unwrap, unwrapPage } from "@/api/client";
import { touchesAttendee, touchesList } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { Attendee, AttendeeChanges, AttendeeCreate, AttendeeDetails } from "@/api/types";
import {
  type AttendeeFilters,
  NO_FILTERS,
  newestFirst,
  wireFilters,
} from "@/features/attendees/list/filters";
import {
  type LoadedList,
  type PageRequest,
  refreshList,
  refreshSortedList,
} from "@/features/attendees/list/refresh-list";
import type { PrintSource } from "@/features/attendees/print/print-source";
import { CHOSEN_PAGE, EXPORT_PAGE, LIST_PAGE } from "@/features/attendees/rules";
import { dropDraft, isFormOpen, useSavedDraft } from "@/hooks/drafts";
import { now } from "@/lib/clock";

const attendeeKeys = {
  all: QUERY_KEY.attendees,
  total: () => [...attendeeKeys.all, "total"] as const,
  figures: (eventId: number) => [...attendeeKeys.total(), "figures", eventId] as const,
  lists: () => [...attendeeKeys.all, "list"] as const,
  list: (filters: AttendeeFilters) => [...attendeeKeys.lists(), filters] as const,
  one: (id: number) => [...attendeeKeys.all, "one", id] as const,
  selected: (count: number) => [...attendeeKeys.all, "selected", count] as const,
  emailed: (count: number) => [...attendeeKeys.all, "emailed", count] as const,
  printed: (source: PrintSource) => [...attendeeKeys.all, "printed", source] as const,
};

export const editDraftName = (id: number) => `edit-attendee-${id}`;

/** True if an unsaved edit of this attendee is stored. */
export const useHasKeptEdit = (id: number): boolean => useSavedDraft(editDraftName(id)) !== null;

export function readPage(
  filters: AttendeeFilters,
  { limit, after, signal }: PageRequest,
): Promise<Page<Attendee>> {
  const query = { ...wireFilters(filters), limit, after };
  return unwrapPage(api.GET("/api/attendees", { params: { query }, signal: signal ?? null }));
}

async function readTotal(filters: AttendeeFilters, signal: AbortSignal): Promise<number> {
  return (await readPage(filters, { limit: 1, after: null, signal })).total ?? 0;
}

/** Returns the number of matching attendees, and the newest one's id. */
export async function readMatches(filters: AttendeeFilters): Promise<{ matches: number; newestId: number }> {
  const { rows, total } = await readPage(newestFirst(filters), { limit: 1, after: null });
  return { matches: total ?? 0, newestId: rows[0]?.id ?? 0 };
}

export const attendeeTotalQuery = () =>
  queryOptions({
    queryKey: attendeeKeys.total(),
    queryFn: ({ signal }) => readTotal(NO_FILTERS, signal),
    meta: { isAffectedBy: (facts) => touchesList(facts, null) },
  });

export const eventFiguresQuery = (eventId: number) =>
  queryOptions({
    queryKey: attendeeKeys.figures(eventId),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/attendees/figures", { params: { query: { eventId } }, signal })),
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });

export const attendeeListQuery = (filters: AttendeeFilters) =>
  infiniteQueryOptions({
    queryKey: attendeeKeys.list(filters),
    queryFn: ({ pageParam, signal }) => readPage(filters, { limit: LIST_PAGE, after: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<Attendee>) => page.next,
    meta: {
      isAffectedBy: (facts) => touchesList(facts, filters.eventId),
      refresh: (query, facts) => {
        const read = (request: PageRequest) => readPage(filters, request);
        const list = query.state.data as LoadedList;
        return filters.sort === "newest" ? refreshList(list, facts, read) : refreshSortedList(list, read);
      },
    },
  });

/** The selected attendees, read anew for each dialog. */
export const selectedQuery = (count: number, read: () => Promise<Attendee[]>) => ({
  queryKey: attendeeKeys.selected(count),
  queryFn: read,
});

/** The ids of the selected attendees, read anew for each dialog. */
export const emailedQuery = (count: number, read: () => Promise<Attendee[]>) => ({
  queryKey: attendeeKeys.emailed(count),
  queryFn: async () => (await read()).map(({ id }) => id),
});

/** Yields every matching attendee, loaded or not, newest first: an order that no edit changes. */
export async function* everyAttendee(
  filters: AttendeeFilters,
  signal: AbortSignal,
): AsyncGenerator<Attendee> {
  let after: string | null = null;
  do {
    const page: Page<Attendee> = await readPage(newestFirst(filters), { limit: EXPORT_PAGE, after, signal });
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}

/** Null if the attendee was deleted. */
export const findAttendee = (id: number, signal: AbortSignal): Promise<AttendeeDetails | null> =>
  readAttendee(id, signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

/** Reads attendees by id. Deleted ones are left out. */
async function readChosen(
  ids: readonly number[],
  from: number,
  signal: AbortSignal,
): Promise<Page<Attendee>> {
  const end = from + CHOSEN_PAGE;
  const found = await Promise.all(ids.slice(from, end).map((id) => findAttendee(id, signal)));
  const rows = found.filter((attendee) => attendee !== null);
  return { rows, total: ids.length, next: end < ids.length ? String(end) : null };
}

/** All attendees to print, page by page, as they are when the print page opens; not updated afterwards. */
export const printedAttendeesQuery = (source: PrintSource) =>
  infiniteQueryOptions({
    queryKey: attendeeKeys.printed(source),
    queryFn: async ({ pageParam, signal }) => {
      const readAt = now();
      const page =
        source.kind === "chosen"
          ? await readChosen(source.ids, Number(pageParam ?? 0), signal)
          : await readPage(source.filters, { limit: EXPORT_PAGE, after: pageParam, signal });
      return { ...page, readAt };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<Attendee>) => page.next,
    gcTime: 0,
    // Comparing ten thousand rows one by one would take too long.
    structuralSharing: false,
  });

/** Call it when a list is opened, to reload it: data never becomes stale on its own (contract 7). */
export function removeListQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: attendeeKeys.lists() });
  void queryClient.invalidateQueries({ queryKey: attendeeKeys.total() });
}

/** Changes the rows of all cached lists, so that a long one need not be reloaded. */
function patchLists(queryClient: QueryClient, change: (rows: Attendee[]) => Attendee[]): void {
  queryClient.setQueriesData<{ pages: Page<Attendee>[]; pageParams: unknown[] }>(
    { queryKey: attendeeKeys.lists() },
    (list) => {
      if (!list) return list;
      let gone = 0;
      const pages = list.pages.map((page) => {
        const rows = change(page.rows);
        gone += page.rows.length - rows.length;
        return { ...page, rows };
      });
      return {
        ...list,
        pages: pages.map((page) => (page.total === null ? page : { ...page, total: page.total - gone })),
      };
    },
  );
}

const readAttendee = (id: number, signal?: AbortSignal): Promise<AttendeeDetails> =>
  unwrap(
    api.GET("/api/attendees/{attendee_id}", {
      params: { path: { attendee_id: id } },
      signal: signal ?? null,
    }),
  );

/**
 * One attendee with seller and scanner. The cache entry is removed when the page closes, so that opening it again
 * reloads: doors check people in meanwhile, and data never becomes stale on its own (contract 7).
 */
export const attendeeQuery = (id: number) =>
  queryOptions({
    queryKey: attendeeKeys.one(id),
    queryFn: () => readAttendee(id),
    gcTime: 0,
    meta: {
      isAffectedBy: (facts, data) => touchesAttendee(facts, id, (data as Attendee | undefined)?.eventId),
      isHeld: () => isFormOpen(editDraftName(id)),
    },
  });

/** Registers one attendee, or several for one buyer; returns them in the order of their names. */
export function useRegisterAttendee() {
  return useMutation({
    mutationFn: async (attendee: AttendeeCreate): Promise<Attendee[]> => {
      const registered = await unwrap(api.POST("/api/attendees", { body: attendee }));
      return "attendees" in registered ? registered.attendees : [registered];
    },
    meta: { changes: attendeeKeys.all },
  });
}

/** Shows a saved attendee in all cached data; lists that it may have left reload on their next visit. */
export function useShowSaved() {
  const queryClient = useQueryClient();
  return (saved: Attendee) => {
    // The response to a change has no check-ins at lists, which it does not touch.
    queryClient.setQueryData(attendeeQuery(saved.id).queryKey, (shown) => shown && { ...shown, ...saved });
    patchLists(queryClient, (rows) => rows.map((row) => (row.id === saved.id ? saved : row)));
    void queryClient.invalidateQueries({ queryKey: attendeeKeys.lists() });
    void queryClient.invalidateQueries({ queryKey: attendeeKeys.total() });
  };
}

export function useUpdateAttendee(id: number) {
  const showSaved = useShowSaved();
  return useMutation({
    mutationFn: (changes: AttendeeChanges) =>
      unwrap(
        api.PUT("/api/attendees/{attendee_id}", { params: { path: { attendee_id: id } }, body: changes }),
      ),
    onSuccess: showSaved,
  });
}

/**
 * The result is shown even if the page was left meanwhile: nobody may believe that a guest is checked in who is not.
 */
export function useChangeAttendance(
  id: number,
  told: { onChanged: (message: string, isPresent: boolean) => void; onFailed: (error: unknown) => void },
) {
  const showSaved = useShowSaved();
  return useMutation({
    mutationFn: (change: { attended: boolean; anyway?: boolean; scannedBy: number }) =>
      unwrap(
        api.PATCH("/api/attendees/{attendee_id}/attendance", {
          params: { path: { attendee_id: id } },
          body: change,
        }),
      ),
    onSuccess: ({ attendee, message }) => {
      showSaved(attendee);
      told.onChanged(message, attendee.attended);
    },
    onError: told.onFailed,
  });
}

export const deleteAttendee = (id: number): Promise<unknown> =>
  unwrap(api.DELETE("/api/attendees/{attendee_id}", { params: { path: { attendee_id: id } } }));

/** Makes a backup before a deletion. Throws `ApiError`. */
export const backUpBeforeDeletion = (attendees: number): Promise<unknown> =>
  unwrap(api.POST("/api/attendees/before-deletion", { body: { attendees }, fetch: longTimeoutFetch }));

/**
 * Removes deleted attendees from the cache. `loaded`: the current list contained all of them; otherwise it restarts at
 * its first page.
 */
export function removeDeletedFromCache(
  queryClient: QueryClient,
  deleted: readonly number[],
  loaded: boolean,
): void {
  for (const id of deleted) dropDraft(editDraftName(id));
  queryClient.removeQueries({ queryKey: attendeeKeys.lists(), type: "inactive" });
  void queryClient.invalidateQueries({ queryKey: attendeeKeys.total() });
  if (!loaded) {
    void queryClient.resetQueries({ queryKey: attendeeKeys.lists() });
    return;
  }
  const gone = new Set(deleted);
  patchLists(queryClient, (rows) => rows.filter(({ id }) => !gone.has(id)));
}
