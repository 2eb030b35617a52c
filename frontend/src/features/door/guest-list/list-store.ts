import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { DoorListAnswer } from "@/api/types";
import {
  LIST_CHANGES_MAX,
  LIST_READ_TIMEOUT_MS,
  LIST_SAVE_DELAY_MS,
  LIST_SAVE_TIMEOUT_MS,
} from "@/features/door/core/rules";
import { runInSlices } from "@/features/door/guest-list/index-when-idle";
import type { PackedTickets } from "@/features/door/guest-list/packed-tickets";
import { recordSavedEvent } from "@/features/door/guest-list/saved-event";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { wipeTime } from "@/features/door/guest-list/wipe-time";
import { now } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { readStored, removeStored, writeStored } from "@/lib/storage";
import { withTimeout } from "@/lib/with-timeout";

const DATABASE = "doorlist.door-list";
const VERSION = 1;
const LISTS = "lists";
/** The list's age changes more often than the list can be saved. */
const AS_OF = "doorlist.door-list.as-of";

type SavedSince = "capacity" | "countsExits" | "reentry" | "stopsAtCapacity" | "leavers";

export type CheckInList = NonNullable<DoorListAnswer["event"]["lists"]>[number];

export interface DoorList {
  event: Omit<DoorListAnswer["event"], SavedSince> &
    /** Absent in lists saved by an earlier release. */
    Partial<Pick<DoorListAnswer["event"], SavedSince>>;
  /** Server time at which the server last had exactly this list. */
  asOf: number;
  /** ETag of the whole list; null after single tickets were reloaded. */
  etag: string | null;
  tickets: DoorTickets;
  /** Name of the saved copy with the same tickets, if there is one. */
  savedAs?: string | null;
}

type SavedList = Omit<DoorList, "tickets"> & { tickets: PackedTickets; padding?: Uint8Array };
/** Tickets that changed after the list named `of` was saved. */
type SavedChanges = SavedList & { of: string };

/**
 * Pad the saved list to this size with random bytes. Browsers store large values in a separate file and delete it
 * with the entry; small ones leave names in the database log. Random, because zeros compress.
 */
const FILE_OF_ITS_OWN_BYTES = 65_536;

/** The key has the wipe time and the event, so that 100,000 tickets need not be read for them. */
type ListKey = [wipedAt: number, eventId: number];
/** Sorts after the list's key. Earlier releases read the list only, and clear both. */
const changesOf = ([wiped, eventId]: ListKey): [...ListKey, "changes"] => [wiped, eventId, "changes"];

interface Schema extends DBSchema {
  [LISTS]: { key: ListKey | ReturnType<typeof changesOf>; value: SavedList | SavedChanges };
}

/** The copies on disk: the whole list, its position in `changes`, and the latest copy's name. */
interface OnDisk {
  whole: string;
  key: ListKey;
  changesFrom: number;
  overwritten: number;
  savedAs: string;
}
const onDisk = new WeakMap<DoorTickets, OnDisk>();

/** True while the door's session is over. */
let areSavesSuspended = false;
/** Incremented when running saves must be dropped: after a wipe, or when the session ends. */
let ends = 0;
/** Lists are packed one after the other, so that the latest is saved last. */
let packing: Promise<unknown> = Promise.resolve();
let next: { list: DoorList; timer: ReturnType<typeof setTimeout> } | null = null;

function cancelNextSave(): void {
  clearTimeout(next?.timer);
  next = null;
}

/** One connection per use, because phones close idle ones in the background. */
const withDatabase = <Result>(use: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> =>
  withTimeout(LIST_SAVE_TIMEOUT_MS, () => connected(use));

async function connected<Result>(use: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const database = await openDB<Schema>(DATABASE, VERSION, {
    upgrade: (opened) => void opened.createObjectStore(LISTS),
    // A newer release in another tab may upgrade: the list can be loaded again.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

async function readSaved(eventId: number) {
  await wipeOldLists();
  return withDatabase(async (database) => {
    const key = (await database.getAllKeys(LISTS)).find(([, id]) => id === eventId);
    if (key?.length !== 2) return null;
    const { store } = database.transaction(LISTS);
    const [whole, changes] = await Promise.all([store.get(key), store.get(changesOf(key))]);
    const isOfWhole = changes && "of" in changes && changes.of === whole?.savedAs;
    return whole && { key, whole, changes: isOfWhole ? changes : null };
  });
}

/** The saved list of an event, or null. Expired lists are wiped. */
export async function loadList(eventId: number): Promise<DoorList | null> {
  try {
    const saved = await withTimeout(LIST_READ_TIMEOUT_MS, () => readSaved(eventId));
    if (!saved) return null;
    const { key, whole, changes } = saved;
    const tickets = await runInSlices(DoorTickets.unpacking(whole.tickets));
    if (changes) tickets.takeIn(await runInSlices(DoorTickets.unpacking(changes.tickets)));
    const { event, asOf, etag, savedAs } = changes ?? whole;
    if (whole.savedAs && savedAs)
      onDisk.set(tickets, { whole: whole.savedAs, key, changesFrom: 0, overwritten: 0, savedAs });
    return { event, asOf: Math.max(asOf, asOfCopy(savedAs)), etag, savedAs, tickets };
  } catch (error) {
    console.error("The list of this door could not be read from the device", error);
    return null;
  }
}

/** Time up to which the saved copy is confirmed; 0 for any other copy. */
function asOfCopy(savedAs: string | null | undefined): number {
  const stored = readStored("local", AS_OF) as Partial<{ savedAs: string; asOf: number }> | null;
  return savedAs && stored?.savedAs === savedAs ? (stored.asOf ?? 0) : 0;
}

/** Records that the server has exactly this list at `asOf`, if the saved copy has the same tickets. */
export function confirmList(list: DoorList, asOf: number): void {
  if (asOf <= list.asOf) return;
  list.asOf = asOf;
  const { savedAs } = list;
  // Another tab may have saved since.
  if (asOfCopy(savedAs) > 0) writeStored("local", AS_OF, { savedAs, asOf });
}

/** After the session has ended, the list stays on the screen but is not saved. */
export function suspendSaves(held: boolean): void {
  areSavesSuspended = held;
  if (!held) return;
  ends += 1;
  cancelNextSave();
}

const keyOf = ({ event }: Pick<DoorList, "event">): ListKey => [wipeTime(event.date), event.id];

/** The list or some of its tickets in saved form; null if it must not be saved. */
async function packed(
  list: DoorList,
  ids?: readonly number[],
): Promise<(SavedList & { savedAs: string }) | null> {
  if (areSavesSuspended || wipeTime(list.event.date) <= now()) return null;
  const savedAs = newIdempotencyKey();
  const { event, asOf, etag } = list;
  const { id, name, date, time, capacity = null } = event;
  list.savedAs = null;
  const tickets = await runInSlices(ids ? list.tickets.packingOf(ids) : list.tickets.packing());
  // Field by field, so that nothing else of the response is saved.
  const padding = crypto.getRandomValues(new Uint8Array(FILE_OF_ITS_OWN_BYTES));
  return { event: { id, name, date, time, capacity }, asOf, etag, savedAs, tickets, padding };
}

const writing = (database: IDBPDatabase<Schema>) =>
  database.transaction(LISTS, "readwrite", { durability: "strict" });

/** Packs and writes a list or some of its tickets. Returns the copy's name, null if it was not saved. */
async function save(
  list: DoorList,
  write: (copy: SavedList, store: ReturnType<typeof writing>["store"]) => Promise<boolean>,
  ids?: readonly number[],
): Promise<string | null> {
  const since = ends;
  const mine = packing.then(() => (since === ends ? packed(list, ids) : null));
  packing = mine.catch(() => {}); // its caller handles the error
  const copy = await mine;
  if (!copy || since !== ends) return null;
  try {
    const isWritten = await withDatabase(async (database) => {
      const { store, done } = writing(database);
      const [isPut] = await Promise.all([write(copy, store), done]);
      return isPut;
    });
    if (!isWritten) return null;
    const { savedAs, asOf } = copy;
    list.savedAs = savedAs;
    writeStored("local", AS_OF, { savedAs, asOf });
    recordSavedEvent(copy.event.id);
    return savedAs;
  } catch (error) {
    console.error("The list of this door could not be saved on the device", error);
    return null;
  }
}

/** Saves a list in place of any other. Returns false if it was not saved. */
export async function saveList(list: DoorList): Promise<boolean> {
  cancelNextSave();
  const { tickets } = list;
  // A change during packing may be missing in this copy.
  const [changesFrom, overwritten] = [tickets.changes.length, tickets.overwritten];
  const key = keyOf(list);
  const savedAs = await save(list, async (copy, store) => {
    await Promise.all([store.clear(), store.put(copy, key)]);
    return true;
  });
  if (savedAs !== null) onDisk.set(tickets, { whole: savedAs, key, changesFrom, overwritten, savedAs });
  return savedAs !== null;
}

/**
 * The tickets that changed since the whole list was saved, if they are few and that copy exists. Overwritten text
 * must not remain on disk, so then the whole list is saved (contract 4.list.540).
 */
function fewChanges(list: DoorList, disk: OnDisk): readonly number[] | null {
  const { changes, overwritten, size } = list.tickets;
  if (overwritten > disk.overwritten || asOfCopy(disk.savedAs) === 0) return null;
  if (`${keyOf(list)}` !== `${disk.key}`) return null;
  const ids = [...new Set(changes.slice(disk.changesFrom))];
  return ids.length <= Math.min(LIST_CHANGES_MAX, size / 4) ? ids : null;
}

/** Saves the changed tickets, or else the whole list. */
async function saveChanges(list: DoorList): Promise<void> {
  cancelNextSave();
  const disk = onDisk.get(list.tickets);
  const ids = disk && fewChanges(list, disk);
  if (!ids) {
    await saveList(list);
    return;
  }
  const { whole, key } = disk;
  const savedAs = await save(
    list,
    async (copy, store) => {
      // Another tab may have wiped it.
      if (!(await store.getKey(key))) return false;
      await store.put({ ...copy, of: whole }, changesOf(key));
      return true;
    },
    ids,
  );
  if (savedAs !== null) disk.savedAs = savedAs;
}

/** Saves a changing list, at most once per delay. */
export function saveListSoon(list: DoorList): void {
  if (areSavesSuspended) return;
  const timer = next?.timer ?? setTimeout(() => next && void saveChanges(next.list), LIST_SAVE_DELAY_MS);
  next = { list, timer };
}

/** Deletes all lists from this device (contract 4). */
export async function wipeLists(): Promise<void> {
  ends += 1;
  cancelNextSave();
  removeStored("local", AS_OF);
  recordSavedEvent(null);
  try {
    await withDatabase((database) => database.clear(LISTS));
  } catch (error) {
    console.error("The list of this door could not be wiped from the device", error);
  }
}

export async function wipeOldLists(): Promise<void> {
  try {
    const keys = await withDatabase((database) => database.getAllKeys(LISTS));
    if (keys.some(([end]) => end <= now())) await wipeLists();
  } catch (error) {
    console.error("The lists on this device could not be looked through", error);
  }
}
