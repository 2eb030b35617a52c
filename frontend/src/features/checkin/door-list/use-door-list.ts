import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "@/api/api-error";
import { type ChangeNotice, touchesList } from "@/api/live/change-notice";
import { useLiveOpen } from "@/api/live/live-state";
import { wait } from "@/features/checkin/camera/wait";
import { doorListKey, readDoorList, readTickets } from "@/features/checkin/door-list/api";
import {
  type DoorList,
  loadList,
  saveList,
  saveListSoon,
  wipedAt,
  wipeLists,
} from "@/features/checkin/door-list/list-store";
import { DoorTickets } from "@/features/checkin/door-list/tickets";
import { LIST_IDS_AT_ONCE, LIST_JITTER_MS, SAVED_LIST_WAIT_MS } from "@/features/checkin/rules";
import { now } from "@/lib/clock";

/** The list that a door holds, whether it is on the device's disk, and whether the server confirmed it on this page. */
interface HeldList {
  list: DoorList;
  isSaved: boolean;
  isCurrent: boolean;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;
const isRefused = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status);

/**
 * Reads the whole list, or keeps `known` where the server has no newer one. It is saved only where it is still wanted: the
 * device may have been given to another event, or signed out, meanwhile.
 */
async function readWhole(
  eventId: number,
  known: DoorList | null,
  isWanted: () => boolean,
  signal?: AbortSignal,
): Promise<HeldList> {
  try {
    const answer = await readDoorList(eventId, known?.etag ?? null, signal);
    if (!answer && known) return { list: known, isSaved: true, isCurrent: true };
    if (!answer) throw new Error("The server has no newer list than none");
    const list = { ...answer, tickets: DoorTickets.of(answer.tickets) };
    return { list, isSaved: isWanted() && (await saveList(list)), isCurrent: true };
  } catch (error) {
    if (isGone(error)) await wipeLists();
    throw error;
  }
}

/** The list as it is on disk, unless the server answers in time. */
async function openList(eventId: number, signal: AbortSignal): Promise<HeldList> {
  const saved = await loadList(eventId);
  const isWanted = () => !signal.aborted;
  if (!saved) return readWhole(eventId, null, isWanted, signal);
  const onDisk: HeldList = { list: saved, isSaved: true, isCurrent: false };
  const tooLate = new AbortController();
  const fromDisk = wait(SAVED_LIST_WAIT_MS, signal).then(() => onDisk);
  try {
    return await Promise.race([
      readWhole(eventId, saved, isWanted, AbortSignal.any([signal, tooLate.signal])),
      fromDisk,
    ]);
  } catch (error) {
    if (signal.aborted || isRefused(error)) throw error;
    return onDisk;
  } finally {
    tooLate.abort();
  }
}

/** Reads the named tickets alone where the notice names them; else all, and not all doors of a venue at once. */
async function refreshList(held: HeldList, facts: ChangeNotice, isWanted: () => boolean): Promise<HeldList> {
  const { list } = held;
  const { id } = list.event;
  const ids = facts.attendees ?? [];
  const namesTickets = ids.length > 0 && ids.length <= LIST_IDS_AT_ONCE;
  if (facts.everything || facts.events?.includes(id) || !namesTickets) {
    await wait(Math.random() * LIST_JITTER_MS, new AbortController().signal);
    return readWhole(id, list, isWanted);
  }
  const { event, asOf, tickets } = await readTickets(id, ids);
  list.tickets.apply(ids, tickets);
  const changed = { ...list, event, asOf, etag: null };
  if (isWanted()) saveListSoon(changed);
  return { ...held, list: changed };
}

export const doorListQuery = (eventId: number | null) =>
  queryOptions({
    queryKey: doorListKey(eventId),
    queryFn: ({ signal, client, queryKey }) => {
      const held = client.getQueryData<HeldList>(queryKey);
      const isWanted = () => !signal.aborted;
      return held
        ? readWhole(held.list.event.id, held.list, isWanted, signal)
        : openList(eventId ?? 0, signal);
    },
    enabled: eventId !== null,
    // Its tickets are changed in place: comparing 100,000 of them would hold up the camera.
    structuralSharing: false,
    meta: {
      isAffectedBy: (facts) => touchesList(facts, eventId) || Boolean(facts.events?.includes(eventId ?? 0)),
      refresh: async (query, facts) => {
        const held = query.state.data as HeldList | undefined;
        const next = held && (await refreshList(held, facts, () => query.isActive()));
        return () => next;
      },
    },
  });

/** Keeps the list of the door's event on this device, and no other (contract 4). */
export function useDoorList(eventId: number | null): void {
  const queryClient = useQueryClient();
  const { data, refetch } = useQuery(doorListQuery(eventId));
  const isLive = useLiveOpen();
  const isCurrent = data?.isCurrent;

  useEffect(() => {
    // What came from the disk is compared with the server's as soon as there is one.
    if (isLive && isCurrent === false) void refetch();
  }, [isLive, isCurrent, refetch]);

  useEffect(() => {
    if (eventId === null) void wipeLists();
  }, [eventId]);

  const date = data?.list.event.date;
  useEffect(() => {
    if (date === undefined) return;
    const left = wipedAt(date) - now();
    // A longer wait overflows the timer; the page will not be open for so long.
    if (left <= 0 || left >= 2 ** 31) return;
    const timer = setTimeout(() => {
      void wipeLists();
      queryClient.removeQueries({ queryKey: doorListQuery(eventId).queryKey });
    }, left);
    return () => clearTimeout(timer);
  }, [date, eventId, queryClient]);
}
