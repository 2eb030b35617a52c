import { type Facts, isExit, isSameList } from "@/features/door/core/decide";
import { OUTBOX_UNSENT_KEYS_MAX } from "@/features/door/core/rules";
import { generationOf, onGenerationChange } from "@/features/door/outbox/data-generation";
import {
  doorTime,
  inOrder,
  isCounted,
  isEntryOrExit,
  mergeRecords,
  needsSync,
  type OutboxRecord,
  type TicketRef,
} from "@/features/door/outbox/record";
import { Selection } from "@/features/door/outbox/selection";
import { onTabMessage, type TabMessage } from "@/features/door/outbox/tab-channel";
import { createListeners } from "@/lib/store";

const records = new Map<string, OutboxRecord>();
const keysByTicketRef = new Map<string, Set<string>>();
const undoKeys = new Map<string, string>();
/** Arrival order of the records on this page. Unlike timestamps, it never puts an undo before its check-in. */
const arrivalOrder = new Map<string, number>();
/** Keys of scans that other tabs saved before their verdict. */
const scannedInOtherTabs = new Set<string>();
/** True once the records on disk are loaded. */
let isLoaded = false;
/** Highest sequence number; null until computed. */
let highest: number | null = null;
const selections: Selection[] = [];
/** The changed keys; null means any record. */
const changes = createListeners<[changed: readonly string[] | null]>();
/** Called on every change of a record, in any tab. */
export const { subscribe: onOutboxChange } = changes;

/** An undo also changes its check-in. */
const touchedBy = ({ key, undoes }: OutboxRecord): string[] => (undoes === null ? [key] : [key, undoes]);

function publishChanges(changed: readonly string[] | null): void {
  for (const key of changed ?? records.keys())
    for (const selection of selections) selection.note(key, records.get(key) ?? null);
  changes.tell(changed);
}

/** A live selection of the records that meet a condition. */
export function selectionOf(takes: (record: OutboxRecord) => boolean): Selection {
  const selection = new Selection(takes);
  for (const [key, record] of records) selection.note(key, record);
  selections.push(selection);
  return selection;
}

const refKeysOf = ({ hash, attendeeId, text }: TicketRef): string[] => [
  ...(hash === null ? [] : [`hash ${hash}`]),
  ...(attendeeId === null ? [] : [`id ${attendeeId}`]),
  ...(text ? [`text ${text}`] : []),
];

export function cacheRecords(...found: OutboxRecord[]): void {
  for (const record of found) {
    const known = records.get(record.key);
    const next = known ? mergeRecords(known, record) : record;
    records.set(next.key, next);
    if (highest !== null) highest = Math.max(highest, next.sequence);
    if (!known) arrivalOrder.set(next.key, arrivalOrder.size);
    if (next.undoes !== null) undoKeys.set(next.undoes, next.key);
    if (next.kind !== "check_in") continue;
    for (const name of refKeysOf(next)) {
      const keys = keysByTicketRef.get(name) ?? new Set();
      keysByTicketRef.set(name, keys.add(next.key));
    }
  }
  publishChanges(found.flatMap(touchedBy));
}

export function evictRecords(keys: readonly string[]): void {
  const found = keys.flatMap((key) => records.get(key) ?? []);
  for (const record of found) {
    const { key } = record;
    records.delete(key);
    if (record.undoes !== null) undoKeys.delete(record.undoes);
    for (const name of refKeysOf(record)) keysByTicketRef.get(name)?.delete(key);
  }
  highest = null;
  publishChanges(found.flatMap(touchedBy));
}

// After a restore the server may lack any record.
onGenerationChange(() => publishChanges(null));

onTabMessage((message: TabMessage) => {
  if (message.kind === "records") {
    for (const { key, shown } of message.records)
      if (!records.has(key) && shown === null) scannedInOtherTabs.add(key);
    cacheRecords(...message.records);
  }
  if (message.kind === "forgotten") evictRecords(message.keys);
});

export function getRecord(key: string): OutboxRecord {
  const record = records.get(key);
  if (!record) throw new Error(`The outbox has no record ${key}`);
  return record;
}

export const isUnsynced = (record: OutboxRecord): boolean => needsSync(record, generationOf(record.eventId));

/** A restore may reassign ids, never hashes. */
const isOfTicket = (record: OutboxRecord, { hash }: TicketRef): boolean =>
  hash === null || record.hash === null || record.hash === hash;

export interface LocalUndo {
  since: number;
  /** Entry time of the undone check-in by the server; null if it reported none. */
  inSince: number | null;
  at: number;
  deliveredAt: number | null;
  isExit: boolean;
  /** When the guest had left before the undone check-in, by the server; null if it reported none. */
  leftBefore: number | null;
}

function scansOf(ticket: TicketRef): OutboxRecord[] {
  const keys = new Set(refKeysOf(ticket).flatMap((name) => [...(keysByTicketRef.get(name) ?? [])]));
  return [...keys].flatMap((key) => records.get(key) ?? []).filter((record) => isOfTicket(record, ticket));
}

/** Check-ins of a ticket that were not undone, newest first. */
const currentScansOf = (ticket: TicketRef): OutboxRecord[] =>
  inOrder(scansOf(ticket).filter(({ key }) => !undoKeys.has(key))).reverse();

const byArrival = (one: OutboxRecord, other: OutboxRecord) =>
  (arrivalOrder.get(one.key) ?? 0) - (arrivalOrder.get(other.key) ?? 0);

/** Unsynced check-ins and undos of a ticket, in arrival order. */
function unsyncedOf(ticket: TicketRef): OutboxRecord[] {
  const scans = scansOf(ticket);
  const undos = scans.flatMap(({ key }) => records.get(undoKeys.get(key) ?? "") ?? []);
  return [...scans, ...undos].filter(isUnsynced).sort(byArrival);
}

/**
 * Unsynced records of the same ticket that must be uploaded first. Out of order, the server would admit the second
 * scan and answer the first with 'already in'.
 */
export function unsyncedBefore(record: OutboxRecord): OutboxRecord[] {
  const ofTicket = unsyncedOf(record);
  const place = ofTicket.findIndex(({ key }) => key === record.key);
  return ofTicket.slice(0, Math.max(0, place));
}

/** This device's last entry or exit of a ticket at a check-in list that was not undone, or null. */
export function lastEntryOrExit(
  eventId: number | null,
  ticket: TicketRef,
  listId: number | null = null,
): OutboxRecord | null {
  const isOfEvent = (scan: OutboxRecord) => [null, eventId].includes(scan.eventId) || eventId === null;
  const isHere = (scan: OutboxRecord) => isOfEvent(scan) && isSameList(scan, { listId });
  return currentScansOf(ticket).find((scan) => isHere(scan) && isEntryOrExit(scan)) ?? null;
}

/** The last local entry or exit at a check-in list by server time, or null. */
export function localEntryOrExit(
  eventId: number | null,
  ticket: TicketRef,
  listId: number | null = null,
): Facts["own"] {
  const last = lastEntryOrExit(eventId, ticket, listId);
  if (!last) return null;
  const offset = last.clockOffset ?? 0;
  const { result, lineage } = last;
  const isTaken = result !== null && ["admitted", "already", "left"].includes(result.kind);
  const isDelivered = isTaken && !isUnsynced(last);
  const deliveredAt = isDelivered ? Math.max(result.receivedAt, lineage?.at ?? 0) + offset : null;
  return { at: last.at + offset, deliveredAt, isExit: isExit(last) };
}

/** The last local undo of a ticket at a check-in list, by server time, or null. */
export function localUndo(ticket: TicketRef, listId: number | null = null): LocalUndo | null {
  const undone = scansOf(ticket).filter((scan) => undoKeys.has(scan.key) && isSameList(scan, { listId }));
  const [checkIn] = inOrder(undone).reverse();
  const undo = checkIn && undoOf(checkIn.key);
  if (!checkIn || !undo) return null;
  const deliveredAt = undo.result ? undo.result.receivedAt + (undo.clockOffset ?? 0) : null;
  const { result } = checkIn;
  const inSince = result?.attendedAt ? Date.parse(result.attendedAt) : null;
  const leftBefore = result?.leftAt ? Date.parse(result.leftAt) : null;
  return {
    since: doorTime(checkIn),
    inSince,
    at: doorTime(undo),
    deliveredAt,
    isExit: isExit(checkIn),
    leftBefore,
  };
}

/** Two scans at the same moment in two tabs stay two scans. */
const isDecidedInOtherTab = ({ key, shown }: OutboxRecord): boolean =>
  shown === null && scannedInOtherTabs.has(key);

/** The newest unanswered check-in of a ticket, or null. */
export const unansweredScanOf = (ticket: TicketRef): OutboxRecord | null =>
  currentScansOf(ticket).find((scan) => scan.result === null && !isDecidedInOtherTab(scan)) ?? null;

/** True if an entry, exit or undo of the ticket is unsynced. */
export const hasUnsyncedDecision = (ticket: TicketRef): boolean => unsyncedOf(ticket).some(isCounted);

const unsynced = selectionOf(isUnsynced);
const unanswered = selectionOf(({ result }) => result === null);
export const waitingRecords = selectionOf((record) => isCounted(record) && isUnsynced(record));

export const unsyncedRecords = (): readonly OutboxRecord[] => unsynced.all();

export const unansweredRecords = (): readonly OutboxRecord[] => unanswered.all();

export function lastSequence(): number {
  highest ??= [...records.values()].reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return highest;
}

/** Unsynced check-ins and undos of a user at an event, oldest first. */
export const unsentOf = (eventId: number | null, userId: number): OutboxRecord[] =>
  waitingRecords.all().filter((record) => record.eventId === eventId && record.userId === userId);

/** The first keys of these for the server; omitted until the disk is loaded. */
export const unsentKeys = (unsent: readonly OutboxRecord[]): { unsent?: string[] } =>
  isLoaded ? { unsent: unsent.slice(0, OUTBOX_UNSENT_KEYS_MAX).map(({ key }) => key) } : {};

export function markLoaded(): void {
  isLoaded = true;
}

/** Door time of the oldest unsynced record of an event. */
export const unsyncedSince = (eventId: number): number | null => {
  const first = unsyncedRecords().find((record) => record.eventId === eventId);
  return first ? doorTime(first) : null;
};

export const allRecords = (): Iterable<OutboxRecord> => records.values();

export const findRecord = (key: string): OutboxRecord | null => records.get(key) ?? null;

export const undoOf = (key: string): OutboxRecord | null => findRecord(undoKeys.get(key) ?? "");

export const isUndone = (key: string): boolean => undoKeys.has(key);

export function clearCache(): void {
  records.clear();
  keysByTicketRef.clear();
  undoKeys.clear();
  scannedInOtherTabs.clear();
  arrivalOrder.clear();
  isLoaded = false;
  highest = null;
  for (const selection of selections) selection.clear();
  publishChanges(null);
}
