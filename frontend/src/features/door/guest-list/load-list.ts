import type { Query } from "@tanstack/react-query";
import { abortedWith } from "@/api/abort";
import { ApiError } from "@/api/api-error";
import { api, fetchWithin, unwrap } from "@/api/client";
import type { ChangeNotice } from "@/api/live/change-notice";
import { isStale } from "@/api/live/refresh";
import type { DoorListAnswer } from "@/api/types";
import { LIST_IDS_MAX, LIST_JITTER_MS, SAVED_LIST_WAIT_MS } from "@/features/door/core/rules";
import type { TicketRow } from "@/features/door/guest-list/api";
import { runInSlices } from "@/features/door/guest-list/index-when-idle";
import {
  confirmList,
  type DoorList,
  loadList,
  saveList,
  saveListSoon,
  wipeLists,
} from "@/features/door/guest-list/list-store";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { recordGeneration } from "@/features/door/outbox/data-generation";
import { sleep } from "@/lib/sleep";

/** `isSaved`: on the device's disk. `isCurrent`: confirmed by the server on this page. */
export interface LoadedGuestList {
  list: DoorList;
  isSaved: boolean;
  isCurrent: boolean;
}

/** A proxy's 404 says nothing about the event. */
const isGone = (error: unknown) => error instanceof ApiError && error.code === "event_not_found";
const isRefused = (error: unknown) =>
  isGone(error) || (error instanceof ApiError && ["not_signed_in", "forbidden"].includes(error.code));

/**
 * Loads the whole list, or keeps `known` if it is current. It is saved only while it is wanted: the device may get
 * another event or be signed out meanwhile.
 */
export async function loadWhole(
  eventId: number,
  known: Pick<LoadedGuestList, "list" | "isSaved"> | null,
  isWanted: () => boolean,
  signal?: AbortSignal,
): Promise<LoadedGuestList> {
  try {
    const list = await readDoorList(eventId, known?.list.etag ?? null, signal);
    if (!list && known) {
      const isSaved = known.isSaved || (isWanted() && (await saveList(known.list)));
      return { list: known.list, isSaved, isCurrent: true };
    }
    if (!list) throw new Error("The server has no newer list than none");
    recordGeneration(eventId, list);
    if (known) await runInSlices(list.tickets.notingCancelled(known.list.tickets));
    return { list, isSaved: isWanted() && (await saveList(list)), isCurrent: true };
  } catch (error) {
    if (isGone(error)) await wipeLists();
    throw error;
  }
}

/** The server's list if it comes in time, else the saved list. */
export async function loadSavedOrFresh(eventId: number, signal: AbortSignal): Promise<LoadedGuestList> {
  const saved = await loadList(eventId);
  const isWanted = () => !signal.aborted;
  if (!saved) return loadWhole(eventId, null, isWanted, signal);
  const onDisk: LoadedGuestList = { list: saved, isSaved: true, isCurrent: false };
  const tooLate = abortedWith(signal);
  const fromDisk = sleep(SAVED_LIST_WAIT_MS, signal).then(() => onDisk);
  try {
    return await Promise.race([loadWhole(eventId, onDisk, isWanted, tooLate.signal), fromDisk]);
  } catch (error) {
    if (signal.aborted || isRefused(error)) throw error;
    return onDisk;
  } finally {
    tooLate.abort();
  }
}

/** All changes before `until` have arrived, so a list without missing changes is current. */
export function confirmFresh(query: Query, until: number | null): void {
  const held = query.state.data as LoadedGuestList | undefined;
  if (until === null || !held?.isCurrent || isStale(query)) return;
  confirmList(held.list, until);
}

/** Reloads the tickets named by the notice, or else the whole list, not from all doors at once. */
export async function refreshList(
  held: LoadedGuestList,
  facts: ChangeNotice,
  isWanted: () => boolean,
): Promise<LoadedGuestList> {
  const { list } = held;
  const { id } = list.event;
  const ids = facts.attendees ?? [];
  const namesTickets = ids.length > 0 && ids.length <= LIST_IDS_MAX;
  if (facts.everything || facts.events?.includes(id) || !namesTickets) {
    await sleep(Math.random() * LIST_JITTER_MS);
    return loadWhole(id, held, isWanted);
  }
  const answer = await readTickets(id, ids);
  const { event, tickets } = answer;
  recordGeneration(id, answer);
  list.tickets.apply(ids, tickets);
  // Other changes may still be on their way: only heartbeats advance `asOf` (`confirmFresh`).
  const changed = { ...list, event, etag: null, savedAs: null };
  if (isWanted()) saveListSoon(changed);
  return { ...held, list: changed };
}

/** The response of GET /api/door/list. `asOf` is server time in ms since 1970 (contract 7). */
type ListAnswer = Omit<DoorListAnswer, "tickets"> & { etag: string | null; tickets: DoorTickets };

// The browser's cache would keep the names after the list is wiped.
const UNCACHED = { cache: "no-store" } as const;

/** Separates the lines of a long list; JSON strings have no line breaks. */
const NEXT_LINE = ",\n";

/** Parses a line at a time, because 20,000 tickets at once delay the camera (contract 7.door-list.12). */
function* reading(text: string): Generator<undefined, Omit<ListAnswer, "etag">> {
  const [first = "", ...lines] = text.split(NEXT_LINE);
  const answer = JSON.parse(lines.length > 0 ? `${first}]}` : first) as DoorListAnswer;
  const last = lines.pop();
  function* parts(): Generator<readonly TicketRow[]> {
    yield answer.tickets;
    for (const line of lines) yield JSON.parse(`[${line}]`);
    // Requires the closing bracket: truncated JSON is not a list.
    if (last !== undefined) yield JSON.parse(`[${last.slice(0, -1)}`);
  }
  return { ...answer, tickets: yield* DoorTickets.ofParts(parts()) };
}

/** Many devices reading at once slow each other down; a dead connection must still end. */
const SILENCE_TIMEOUT_MS = 60_000;

async function textInParts({ body }: Response, onPart: () => void): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text + decoder.decode();
    onPart();
    text += decoder.decode(part.value, { stream: true });
  }
}

/** For large responses on a slow line: waits as long as data keeps arriving. */
const fetchWhileItComes = (request: Request): Promise<Response> =>
  fetchWithin(SILENCE_TIMEOUT_MS, request, textInParts);

/** All tickets of an event; null if the ETag is current. Throws `ApiError`. */
export async function readDoorList(
  eventId: number,
  etag: string | null,
  signal: AbortSignal | null = null,
): Promise<ListAnswer | null> {
  const headers = etag ? { "If-None-Match": etag } : {};
  try {
    const call = api.GET("/api/door/list", {
      params: { query: { eventId } },
      headers,
      signal,
      parseAs: "text",
      fetch: fetchWhileItComes,
      ...UNCACHED,
    });
    const { data, response } = await call;
    return { ...(await runInSlices(reading(data as string))), etag: response.headers.get("ETag") };
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return null;
    throw error;
  }
}

/** The named tickets; one missing in the response was deleted. Throws `ApiError`. */
export async function readTickets(eventId: number, ids: readonly number[]): Promise<DoorListAnswer> {
  const query = { eventId, ids: ids.join(",") };
  return (await unwrap(api.GET("/api/door/list", { params: { query }, ...UNCACHED }))) as DoorListAnswer;
}
