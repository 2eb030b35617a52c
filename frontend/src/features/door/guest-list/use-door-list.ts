import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { touchesList } from "@/api/live/change-notice";
import { useLiveOpen } from "@/api/live/live-state";
import { onHeartbeat } from "@/api/live/server-clock";
import { LIST_RETRY_INTERVAL_MS } from "@/features/door/core/rules";
import { doorListKey } from "@/features/door/guest-list/api";
import { indexWhenIdle } from "@/features/door/guest-list/index-when-idle";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { LoadedGuestList } from "@/features/door/guest-list/load-list";
import { wipeTime } from "@/features/door/guest-list/wipe-time";
import { now } from "@/lib/clock";

/** Loaded after the page. */
const loadListModule = () => import("@/features/door/guest-list/load-list");

const wipeAll = () =>
  import("@/features/door/guest-list/list-store").then(({ wipeLists }) => wipeLists()).catch(() => {}); // without a network: what cannot be loaded has saved no list on this page

export const doorListQuery = (eventId: number | null) =>
  queryOptions({
    queryKey: doorListKey(eventId),
    queryFn: async ({ signal, client, queryKey }) => {
      const { loadSavedOrFresh, loadWhole } = await loadListModule();
      const held = client.getQueryData<LoadedGuestList>(queryKey);
      const isWanted = () => !signal.aborted;
      return held
        ? loadWhole(held.list.event.id, held, isWanted, signal)
        : loadSavedOrFresh(eventId ?? 0, signal);
    },
    enabled: eventId !== null,
    // Comparing 100,000 tickets would delay the camera.
    structuralSharing: false,
    meta: {
      isAffectedBy: (facts) => touchesList(facts, eventId) || Boolean(facts.events?.includes(eventId ?? 0)),
      refresh: async (query, facts) => {
        const { refreshList } = await loadListModule();
        const held = query.state.data as LoadedGuestList | undefined;
        if (!held) return () => held;
        try {
          const next = await refreshList(held, facts, () => query.isActive());
          return () => next;
        } catch {
          // The reload failed, so the list lacks this change. Retry until the server confirms it.
          return () => ({ ...held, isCurrent: false });
        }
      },
    },
  });

/** Keeps the list of the door's event on this device, and no other (contract 4). */
export function useDoorList(eventId: number | null): void {
  const queryClient = useQueryClient();
  const { data, status, refetch } = useQuery(doorListQuery(eventId));
  const isBehind = useLiveOpen() && (status === "error" || data?.isCurrent === false);

  useEffect(() => {
    // Retries until the server confirms the list. A running load continues: on a slow line it takes longer than the
    // interval.
    if (!isBehind) return;
    const ask = () => void refetch({ cancelRefetch: false });
    ask();
    const timer = setInterval(ask, LIST_RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isBehind, refetch]);

  useEffect(
    () =>
      onHeartbeat(({ until }) => {
        const query = queryClient.getQueryCache().find({ queryKey: doorListKey(eventId), exact: true });
        if (query?.state.data) void loadListModule().then(({ confirmFresh }) => confirmFresh(query, until));
      }),
    [eventId, queryClient],
  );

  const tickets = data?.list.tickets;
  useEffect(() => tickets && indexWhenIdle(tickets), [tickets]);

  useEffect(() => {
    if (eventId === null) wipeAll();
    // Otherwise the browser may delete the list and the unsynced records when space is low.
    else navigator.storage?.persist?.().catch(() => {}); // it was only asked
  }, [eventId]);

  const date = data?.list.event.date;
  useEffect(() => {
    if (date === undefined) return;
    const left = wipeTime(date) - now();
    // Longer waits overflow the timer, and the page will not be open that long.
    if (left <= 0 || left >= 2 ** 31) return;
    const timer = setTimeout(() => {
      wipeAll();
      queryClient.removeQueries({ queryKey: doorListKey(eventId) });
    }, left);
    return () => clearTimeout(timer);
  }, [date, eventId, queryClient]);
}

/** The list of an event on this page, or null. */
export type ListOf = (eventId: number | null) => DoorList | null;

/** The list that this page is loading for the first time, or null. */
export type OpeningListOf = (eventId: number | null) => Promise<DoorList | null>;

export function useListOf(): ListOf {
  const queryClient = useQueryClient();
  return useCallback(
    (eventId) =>
      (eventId === null ? null : queryClient.getQueryData<LoadedGuestList>(doorListKey(eventId))?.list) ??
      null,
    [queryClient],
  );
}

export function useOpeningListOf(): OpeningListOf {
  const queryClient = useQueryClient();
  return useCallback(
    async (eventId) => {
      const query = doorListQuery(eventId);
      if (queryClient.isFetching({ queryKey: query.queryKey, exact: true }) === 0) return null;
      // Joins the running load.
      return queryClient.fetchQuery(query).then(
        ({ list }) => list,
        () => null,
      );
    },
    [queryClient],
  );
}

/** The list that `useDoorList` keeps; does not load it. */
export function useLoadedList(eventId: number | null): DoorList | null {
  const { data } = useQuery({ ...doorListQuery(eventId), enabled: false });
  return useMemo(() => (eventId === null ? null : (data?.list ?? null)), [eventId, data]);
}
