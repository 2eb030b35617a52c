import type { Query } from "@tanstack/react-query";
import { abortedWith } from "@/api/abort";
import { ApiError } from "@/api/api-error";
import type { ChangeNotice } from "@/api/live/change-notice";
import { isStale } from "@/api/live/refresh";
import { LIST_IDS_AT_ONCE, LIST_JITTER_MS, SAVED_LIST_WAIT_MS } from "@/features/door/core/rules";
import { runInParts } from "@/features/door/guest-list/index-when-idle";
import {
  confirmList,
  type DoorList,
  loadList,
  saveList,
  saveListSoon,
  wipeLists,
} from "@/features/door/guest-list/list-store";
import { readDoorList, readTickets } from "@/features/door/guest-list/read-list";
import { noteLineage } from "@/features/door/outbox/data-generation";
import { wait } from "@/lib/sleep";

/** The list that a door holds, whether it is on the device's disk, and whether the server confirmed it on this page. */
export interface HeldList {
  list: DoorList;
  isSaved: boolean;
  isCurrent: boolean;
}

/** The server's own word; a proxy's 404 says nothing about the event. */
const isGone = (error: unknown) => error instanceof ApiError && error.code === "event_not_found";
const isRefused = (error: unknown) =>
  isGone(error) || (error instanceof ApiError && ["not_signed_in", "forbidden"].includes(error.code));

/**
 * Reads the whole list, or keeps `known` where the server has no newer one. It is saved only where it is still wanted: the
 * device may have been given to another event, or signed out, meanwhile.
 */
export async function readWhole(
  eventId: number,
  known: Pick<HeldList, "list" | "isSaved"> | null,
  isWanted: () => boolean,
  signal?: AbortSignal,
): Promise<HeldList> {
  try {
    const list = await readDoorList(eventId, known?.list.etag ?? null, signal);
    if (!list && known) {
      const isSaved = known.isSaved || (isWanted() && (await saveList(known.list)));
      return { list: known.list, isSaved, isCurrent: true };
    }
    if (!list) throw new Error("The server has no newer list than none");
    noteLineage(eventId, list);
    if (known) await runInParts(list.tickets.notingCancelled(known.list.tickets));
    return { list, isSaved: isWanted() && (await saveList(list)), isCurrent: true };
  } catch (error) {
    if (isGone(error)) await wipeLists();
    throw error;
  }
}

/** The list as it is on disk, unless the server answers in time. */
export async function openList(eventId: number, signal: AbortSignal): Promise<HeldList> {
  const saved = await loadList(eventId);
  const isWanted = () => !signal.aborted;
  if (!saved) return readWhole(eventId, null, isWanted, signal);
  const onDisk: HeldList = { list: saved, isSaved: true, isCurrent: false };
  const tooLate = abortedWith(signal);
  const fromDisk = wait(SAVED_LIST_WAIT_MS, signal).then(() => onDisk);
  try {
    return await Promise.race([readWhole(eventId, onDisk, isWanted, tooLate.signal), fromDisk]);
  } catch (error) {
    if (signal.aborted || isRefused(error)) throw error;
    return onDisk;
  } finally {
    tooLate.abort();
  }
}

/** Whatever changed before `until` has been told: a list that lacks no change is what the server had then. */
export function confirmHeld(query: Query, until: number | null): void {
  const held = query.state.data as HeldList | undefined;
  if (until === null || !held?.isCurrent || isStale(query)) return;
  confirmList(held.list, until);
}

/** Reads the named tickets alone where the notice names them; else all, and not all doors of a venue at once. */
export async function refreshList(
  held: HeldList,
  facts: ChangeNotice,
  isWanted: () => boolean,
): Promise<HeldList> {
  const { list } = held;
  const { id } = list.event;
  const ids = facts.attendees ?? [];
  const namesTickets = ids.length > 0 && ids.length <= LIST_IDS_AT_ONCE;
  if (facts.everything || facts.events?.includes(id) || !namesTickets) {
    await wait(Math.random() * LIST_JITTER_MS, new AbortController().signal);
    return readWhole(id, held, isWanted);
  }
  const answer = await readTickets(id, ids);
  const { event, tickets } = answer;
  noteLineage(id, answer);
  list.tickets.apply(ids, tickets);
  // Of other tickets a change may not be told yet: only the beats make a list younger (`confirmHeld`).
  const changed = { ...list, event, etag: null, savedAs: null };
  if (isWanted()) saveListSoon(changed);
  return { ...held, list: changed };
}
