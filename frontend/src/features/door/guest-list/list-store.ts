import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { DoorListAnswer } from "@/api/types";
import {
  LIST_CHANGES_MOST,
  LIST_READ_LIMIT_MS,
  LIST_SAVE_LIMIT_MS,
  LIST_SAVE_PAUSE_MS,
} from "@/features/door/core/rules";
import { runInParts } from "@/features/door/guest-list/index-when-idle";
import type { PackedTickets } from "@/features/door/guest-list/packed-tickets";
import { noteSavedEvent } from "@/features/door/guest-list/saved-event";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { wipedAt } from "@/features/door/guest-list/wipe-time";
import { now } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { readStored, removeStored, writeStored } from "@/lib/storage";
import { within } from "@/lib/with-timeout";

const DATABASE = "doorlist.door-list";
const VERSION = 1;
const LISTS = "lists";
/** The age of the list on the disk, which changes more often than a list can be saved. */
const AS_OF = "doorlist.door-list.as-of";

/** The list of one event as this device holds it. */
export interface DoorList {
  event: Omit<DoorListAnswer["event"], "capacity"> & {
    /** Absent in a list that an earlier release saved. */
    capacity?: number | null;
  };
  /** The server's clock at the last moment at which this was what the server had. */
  asOf: number;
  /** Of the whole list; null once single tickets were read anew. */
  etag: string | null;
  tickets: DoorTickets;
  /** Which copy on the disk has the same tickets, if one has. */
  savedAs?: string | null;
}

type SavedList = Omit<DoorList, "tickets"> & { tickets: PackedTickets; padding?: Uint8Array };
/** The tickets that changed after the list was saved that it names. */
type SavedChanges = SavedList & { of: string };

/**
 * A browser writes a value of this size to a file of its own, and removes it with the list. Of a smaller one its log would
 * keep the names after the list was wiped. Noise, because it may compress.
 */
const FILE_OF_ITS_OWN_BYTES = 65_536;

/** The key alone tells when a list is wiped and whose it is: 100,000 tickets need not be read for it. */
type ListKey = [wipedAt: number, eventId: number];
/** Comes after the key of its list: a page of an earlier release reads the list alone, and clears both. */
const changesOf = ([wiped, eventId]: ListKey): [...ListKey, "changes"] => [wiped, eventId, "changes"];

interface Schema extends DBSchema {
  [LISTS]: { key: ListKey | ReturnType<typeof changesOf>; value: SavedList | SavedChanges };
}

/** The copies of a list's tickets on the disk: the whole one, its position in the changes, and the name of the latest. */
interface OnDisk {
  whole: string;
  key: ListKey;
  changesFrom: number;
  overwritten: number;
  savedAs: string;
}
const onDisk = new WeakMap<DoorTickets, OnDisk>();

/** Set while the session of the door is over. */
let areSavesHeld = false;
/** Counts what no save that has begun may outlive: a wiping, or the end of the session. */
let ends = 0;
/** Lists are packed one after the other, so that the last one stays. */
let packing: Promise<unknown> = Promise.resolve();
/** The list that is saved next. */
let next: { list: DoorList; timer: ReturnType<typeof setTimeout> } | null = null;

function forgetNext(): void {
  clearTimeout(next?.timer);
  next = null;
}

/** A connection for one use: phones let one that is kept die in the background. */
const withDatabase = <Result>(use: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> =>
  within(LIST_SAVE_LIMIT_MS, connected(use));

async function connected<Result>(use: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const database = await openDB<Schema>(DATABASE, VERSION, {
    upgrade: (opened) => void opened.createObjectStore(LISTS),
    // A newer release in another tab goes first: the list can be read again.
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

/** The saved list of an event, or null. A list whose time is over is wiped instead. */
export async function loadList(eventId: number): Promise<DoorList | null> {
  try {
    const saved = await within(LIST_READ_LIMIT_MS, readSaved(eventId));
    if (!saved) return null;
    const { key, whole, changes } = saved;
    const tickets = await runInParts(DoorTickets.unpacking(whole.tickets));
    if (changes) tickets.takeIn(await runInParts(DoorTickets.unpacking(changes.tickets)));
    const { event, asOf, etag, savedAs } = changes ?? whole;
    if (whole.savedAs && savedAs)
      onDisk.set(tickets, { whole: whole.savedAs, key, changesFrom: 0, overwritten: 0, savedAs });
    return { event, asOf: Math.max(asOf, asOfCopy(savedAs)), etag, savedAs, tickets };
  } catch (error) {
    console.error("The list of this door could not be read from the device", error);
    return null;
  }
}

/** Until when the copy on the disk is known to be what the server had; 0 where this is not known of that copy. */
function asOfCopy(savedAs: string | null | undefined): number {
  const stored = readStored("local", AS_OF) as Partial<{ savedAs: string; asOf: number }> | null;
  return savedAs && stored?.savedAs === savedAs ? (stored.asOf ?? 0) : 0;
}

/** The list is what the server has at this moment. This is remembered where the disk has the same tickets. */
export function confirmList(list: DoorList, asOf: number): void {
  if (asOf <= list.asOf) return;
  list.asOf = asOf;
  const { savedAs } = list;
  // Another tab may have saved since.
  if (asOfCopy(savedAs) > 0) writeStored("local", AS_OF, { savedAs, asOf });
}

/** While the session of a door is over, its list stays on the screen and does not go back to the disk. */
export function holdSaves(held: boolean): void {
  areSavesHeld = held;
  if (!held) return;
  ends += 1;
  forgetNext();
}

const keyOf = ({ event }: Pick<DoorList, "event">): ListKey => [wipedAt(event.date), event.id];

/** The list as it goes to the disk, with these of its tickets or all; null where it may not. */
async function packed(
  list: DoorList,
  ids?: readonly number[],
): Promise<(SavedList & { savedAs: string }) | null> {
  if (areSavesHeld || wipedAt(list.event.date) <= now()) return null;
  const savedAs = newIdempotencyKey();
  const { event, asOf, etag } = list;
  const { id, name, date, time, capacity = null } = event;
  list.savedAs = null;
  const tickets = await runInParts(ids ? list.tickets.packingOf(ids) : list.tickets.packing());
  // Field by field: whatever else an answer brings along stays off the disk.
  const padding = crypto.getRandomValues(new Uint8Array(FILE_OF_ITS_OWN_BYTES));
  return { event: { id, name, date, time, capacity }, asOf, etag, savedAs, tickets, padding };
}

const writing = (database: IDBPDatabase<Schema>) =>
  database.transaction(LISTS, "readwrite", { durability: "strict" });

/** Packs a list, or these of its tickets, and has the database take it. Gives the name of the copy, null where there is none. */
async function save(
  list: DoorList,
  write: (copy: SavedList, store: ReturnType<typeof writing>["store"]) => Promise<boolean>,
  ids?: readonly number[],
): Promise<string | null> {
  const since = ends;
  const mine = packing.then(() => (since === ends ? packed(list, ids) : null));
  packing = mine.catch(() => {}); // told to its own caller
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
    noteSavedEvent(copy.event.id);
    return savedAs;
  } catch (error) {
    console.error("The list of this door could not be saved on the device", error);
    return null;
  }
}

/** Saves a list in place of any other. True if the device took it. */
export async function saveList(list: DoorList): Promise<boolean> {
  forgetNext();
  const { tickets } = list;
  // Changes during the packing may be in this copy or not.
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
 * The tickets that changed since all of them were saved, where these are few and the disk still has those. A text that was
 * changed or taken away stays in no copy: then the whole list is saved again (contract 4.list.540).
 */
function fewChanges(list: DoorList, disk: OnDisk): readonly number[] | null {
  const { changes, overwritten, size } = list.tickets;
  if (overwritten > disk.overwritten || asOfCopy(disk.savedAs) === 0) return null;
  if (`${keyOf(list)}` !== `${disk.key}`) return null;
  const ids = [...new Set(changes.slice(disk.changesFrom))];
  return ids.length <= Math.min(LIST_CHANGES_MOST, size / 4) ? ids : null;
}

/** Saves what changed since the whole list was, or else the whole list. */
async function saveChanges(list: DoorList): Promise<void> {
  forgetNext();
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

/** Saves a list that goes on changing, once in a while. */
export function saveListSoon(list: DoorList): void {
  if (areSavesHeld) return;
  const timer = next?.timer ?? setTimeout(() => next && void saveChanges(next.list), LIST_SAVE_PAUSE_MS);
  next = { list, timer };
}

/** contract 4: no list is left on this device. */
export async function wipeLists(): Promise<void> {
  ends += 1;
  forgetNext();
  removeStored("local", AS_OF);
  noteSavedEvent(null);
  try {
    await withDatabase((database) => database.clear(LISTS));
  } catch (error) {
    console.error("The list of this door could not be wiped from the device", error);
  }
}

/** Wipes lists whose time is over. */
export async function wipeOldLists(): Promise<void> {
  try {
    const keys = await withDatabase((database) => database.getAllKeys(LISTS));
    if (keys.some(([end]) => end <= now())) await wipeLists();
  } catch (error) {
    console.error("The lists on this device could not be looked through", error);
  }
}
