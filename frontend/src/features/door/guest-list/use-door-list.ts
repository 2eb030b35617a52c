import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { touchesList } from "@/api/live/change-notice";
import { useLiveOpen } from "@/api/live/live-state";
import { onHeartbeat } from "@/api/live/server-clock";
import { LIST_RETRY_MS } from "@/features/door/core/rules";
import { doorListKey } from "@/features/door/guest-list/api";
import { foldInIdleTime } from "@/features/door/guest-list/index-when-idle";
import type { HeldList } from "@/features/door/guest-list/load-list";
import { wipedAt } from "@/features/door/guest-list/wipe-time";
import { now } from "@/lib/clock";

/** The list is no part of the first sight of the door. */
const loadHeldList = () => import("@/features/door/guest-list/load-list");

const wipeAll = () =>
  import("@/features/door/guest-list/list-store").then(({ wipeLists }) => wipeLists()).catch(() => {}); // without a network: what cannot be loaded has saved no list on this page

export const doorListQuery = (eventId: number | null) =>
  queryOptions({
    queryKey: doorListKey(eventId),
    queryFn: async ({ signal, client, queryKey }) => {
      const { openList, readWhole } = await loadHeldList();
      const held = client.getQueryData<HeldList>(queryKey);
      const isWanted = () => !signal.aborted;
      return held ? readWhole(held.list.event.id, held, isWanted, signal) : openList(eventId ?? 0, signal);
    },
    enabled: eventId !== null,
    // Its tickets are changed in place: comparing 100,000 of them would hold up the camera.
    structuralSharing: false,
    meta: {
      isAffectedBy: (facts) => touchesList(facts, eventId) || Boolean(facts.events?.includes(eventId ?? 0)),
      refresh: async (query, facts) => {
        const { refreshList } = await loadHeldList();
        const held = query.state.data as HeldList | undefined;
        if (!held) return () => held;
        try {
          const next = await refreshList(held, facts, () => query.isActive());
          return () => next;
        } catch {
          // It lacks the change: it is compared with the server's until that succeeds.
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
    // A list from the disk, one that lacks a change and one that could not be read: asked for until the server has answered.
    // What is being read goes on: on a slow line it takes longer than the pause.
    if (!isBehind) return;
    const ask = () => void refetch({ cancelRefetch: false });
    ask();
    const timer = setInterval(ask, LIST_RETRY_MS);
    return () => clearInterval(timer);
  }, [isBehind, refetch]);

  useEffect(
    () =>
      onHeartbeat(({ until }) => {
        const query = queryClient.getQueryCache().find({ queryKey: doorListKey(eventId), exact: true });
        if (query?.state.data) void loadHeldList().then(({ confirmHeld }) => confirmHeld(query, until));
      }),
    [eventId, queryClient],
  );

  const tickets = data?.list.tickets;
  useEffect(() => tickets && foldInIdleTime(tickets), [tickets]);

  useEffect(() => {
    if (eventId === null) wipeAll();
    // Else a browser that is short of room may throw the list away, and what this device has not sent.
    else navigator.storage?.persist?.().catch(() => {}); // it was only asked
  }, [eventId]);

  const date = data?.list.event.date;
  useEffect(() => {
    if (date === undefined) return;
    const left = wipedAt(date) - now();
    // A longer wait overflows the timer; the page will not be open for so long.
    if (left <= 0 || left >= 2 ** 31) return;
    const timer = setTimeout(() => {
      wipeAll();
      queryClient.removeQueries({ queryKey: doorListKey(eventId) });
    }, left);
    return () => clearTimeout(timer);
  }, [date, eventId, queryClient]);
}
