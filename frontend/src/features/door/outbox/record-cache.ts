import type { Facts } from "@/features/door/core/facts";
import { OUTBOX_MOST_TOLD } from "@/features/door/core/rules";
import { lineageOf, onLineageChange } from "@/features/door/outbox/data-generation";
import {
  doorTime,
  inOrder,
  isCounted,
  isLetIn,
  isOwed,
  mergedRecords,
  type OutboxRecord,
  type TicketName,
} from "@/features/door/outbox/record";
import { Selection } from "@/features/door/outbox/selection";
import { onTold, type Told } from "@/features/door/outbox/tab-channel";
import { createListeners } from "@/lib/store";

/** All records of this device, those of other tabs as well. */
const records = new Map<string, OutboxRecord>();
/** The keys of the check-ins of each ticket, by each of its names. */
const keysOfTicket = new Map<string, Set<string>>();
const takenBack = new Map<string, string>();
/** In which order this page has heard of the records: unlike a clock, it puts no undo before its check-in. */
const heardAs = new Map<string, number>();
/** The keys of readings that another tab told of before it showed anything. */
const readElsewhere = new Set<string>();
/** Whether what this device holds on its disk is among them. */
let isAllRead = false;
/** The highest number of a record; null until it is computed. */
let highest: number | null = null;
const selections: Selection[] = [];
/** `changed` has the keys of the changed records; null means any record. */
const changes = createListeners<[changed: readonly string[] | null]>();
/** Hears of every change of a record, also in another tab. */
export const { subscribe: onOutboxChange } = changes;

/** An undo also changes its check-in. */
const touchedBy = ({ key, undoes }: OutboxRecord): string[] => (undoes === null ? [key] : [key, undoes]);

function noteChanges(changed: readonly string[] | null): void {
  for (const key of changed ?? records.keys())
    for (const selection of selections) selection.note(key, records.get(key) ?? null);
  changes.tell(changed);
}

/** The records that meet a condition, at any moment. */
export function selectionOf(takes: (record: OutboxRecord) => boolean): Selection {
  const selection = new Selection(takes);
  for (const [key, record] of records) selection.note(key, record);
  selections.push(selection);
  return selection;
}

const namesOf = ({ hash, attendeeId, text }: TicketName): string[] => [
  ...(hash === null ? [] : [`hash ${hash}`]),
  ...(attendeeId === null ? [] : [`id ${attendeeId}`]),
  ...(text ? [`text ${text}`] : []),
];

/** Takes records as they are by now. */
export function hold(...found: OutboxRecord[]): void {
  for (const record of found) {
    const known = records.get(record.key);
    const next = known ? mergedRecords(known, record) : record;
    records.set(next.key, next);
    if (highest !== null) highest = Math.max(highest, next.sequence);
    if (!known) heardAs.set(next.key, heardAs.size);
    if (next.undoes !== null) takenBack.set(next.undoes, next.key);
    if (next.kind !== "check_in") continue;
    for (const name of namesOf(next)) {
      const keys = keysOfTicket.get(name) ?? new Set();
      keysOfTicket.set(name, keys.add(next.key));
    }
  }
  noteChanges(found.flatMap(touchedBy));
}

export function forget(keys: readonly string[]): void {
  const found = keys.flatMap((key) => records.get(key) ?? []);
  for (const record of found) {
    const { key } = record;
    records.delete(key);
    if (record.undoes !== null) takenBack.delete(record.undoes);
    for (const name of namesOf(record)) keysOfTicket.get(name)?.delete(key);
  }
  highest = null;
  noteChanges(found.flatMap(touchedBy));
}

// After a restore the server may lack any of the records.
onLineageChange(() => noteChanges(null));

onTold((told: Told) => {
  if (told.kind === "records") {
    for (const { key, shown } of told.records)
      if (!records.has(key) && shown === null) readElsewhere.add(key);
    hold(...told.records);
  }
  if (told.kind === "forgotten") forget(told.keys);
});

export function recordOf(key: string): OutboxRecord {
  const record = records.get(key);
  if (!record) throw new Error(`The outbox has no record ${key}`);
  return record;
}

/** Whether the server has still to hear of it. */
export const isUnsettled = (record: OutboxRecord): boolean => isOwed(record, lineageOf(record.eventId));

/** Ids may be given anew by a restore, hashes never. */
const isOfTicket = (record: OutboxRecord, { hash }: TicketName): boolean =>
  hash === null || record.hash === null || record.hash === hash;

export interface OwnUndo {
  since: number;
  /** Since when the guest was in by what was taken back, as the server has it; null where it has not said. */
  inSince: number | null;
  at: number;
  deliveredAt: number | null;
}

function scansOf(ticket: TicketName): OutboxRecord[] {
  const keys = new Set(namesOf(ticket).flatMap((name) => [...(keysOfTicket.get(name) ?? [])]));
  return [...keys].flatMap((key) => records.get(key) ?? []).filter((record) => isOfTicket(record, ticket));
}

/** The check-ins of a ticket that were not taken back, the newest first. */
const standingScansOf = (ticket: TicketName): OutboxRecord[] =>
  inOrder(scansOf(ticket).filter(({ key }) => !takenBack.has(key))).reverse();

const byHearing = (one: OutboxRecord, other: OutboxRecord) =>
  (heardAs.get(one.key) ?? 0) - (heardAs.get(other.key) ?? 0);

/** A ticket's check-ins and undos that the server has not answered, as they came. */
function unsettledOf(ticket: TicketName): OutboxRecord[] {
  const scans = scansOf(ticket);
  const undos = scans.flatMap(({ key }) => records.get(takenBack.get(key) ?? "") ?? []);
  return [...scans, ...undos].filter(isUnsettled).sort(byHearing);
}

/**
 * What this device has still to say of a record's ticket before it. The server is to hear of them one after the other: in
 * another order it would let in by the second reading, and say of the first that the guest is in already.
 */
export function unsettledBefore(record: OutboxRecord): OutboxRecord[] {
  const ofTicket = unsettledOf(record);
  const place = ofTicket.findIndex(({ key }) => key === record.key);
  return ofTicket.slice(0, Math.max(0, place));
}

/** The last check-in by which this device let a ticket in and that it has not taken back since, or null. */
export function lastLetIn(eventId: number | null, ticket: TicketName): OutboxRecord | null {
  const isHere = (scan: OutboxRecord) => [null, eventId].includes(scan.eventId) || eventId === null;
  return standingScansOf(ticket).find((scan) => isHere(scan) && isLetIn(scan)) ?? null;
}

/** When this device let a ticket in last, by the server's clock, unless it has taken that back since. */
export function ownLetIn(eventId: number | null, ticket: TicketName): Facts["own"] {
  const last = lastLetIn(eventId, ticket);
  if (!last) return null;
  const offset = last.clockOffset ?? 0;
  const { result, lineage } = last;
  const isDelivered = (result?.kind === "admitted" || result?.kind === "already") && !isUnsettled(last);
  const deliveredAt = isDelivered ? Math.max(result.receivedAt, lineage?.at ?? 0) + offset : null;
  return { at: last.at + offset, deliveredAt };
}

/** This device's last take-back of a ticket: when, what it took back, and when the server heard of it; by the server's clock. */
export function ownUndo(ticket: TicketName): OwnUndo | null {
  const undone = scansOf(ticket).filter(({ key }) => takenBack.has(key));
  const [checkIn] = inOrder(undone).reverse();
  const undo = checkIn && undoOf(checkIn.key);
  if (!checkIn || !undo) return null;
  const deliveredAt = undo.result ? undo.result.receivedAt + (undo.clockOffset ?? 0) : null;
  const inSince = checkIn.result?.attendedAt ? Date.parse(checkIn.result.attendedAt) : null;
  return { since: doorTime(checkIn), inSince, at: doorTime(undo), deliveredAt };
}

/** Another tab is deciding it: of two readings at the same moment each is one of its own. */
const isDecidedElsewhere = ({ key, shown }: OutboxRecord): boolean =>
  shown === null && readElsewhere.has(key);

/** The newest check-in of a ticket that the server has not answered. */
export const unsettledFor = (ticket: TicketName): OutboxRecord | null =>
  standingScansOf(ticket).find((scan) => scan.result === null && !isDecidedElsewhere(scan)) ?? null;

/** Whether the server has still to hear that this device let a ticket in, or took that back. */
export const hasUnsettledDecision = (ticket: TicketName): boolean => unsettledOf(ticket).some(isCounted);

const unsettled = selectionOf(isUnsettled);
const unanswered = selectionOf(({ result }) => result === null);
/** Check-ins and undos that are not synced. */
export const waitingRecords = selectionOf((record) => isCounted(record) && isUnsettled(record));

/** What the server has still to hear of, oldest first. */
export const unsettledRecords = (): readonly OutboxRecord[] => unsettled.all();

/** What the server has not answered, oldest first. */
export const unansweredRecords = (): readonly OutboxRecord[] => unanswered.all();

export function lastSequence(): number {
  highest ??= [...records.values()].reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return highest;
}

/** The let-ins and undos of a user at an event that the server has still to hear of, oldest first. */
export const unsentOf = (eventId: number | null, userId: number): OutboxRecord[] =>
  waitingRecords.all().filter((record) => record.eventId === eventId && record.userId === userId);

/** The keys of the first of these, as the server may be told of them; left out as long as the disk may have more. */
export const toldUnsent = (unsent: readonly OutboxRecord[]): { unsent?: string[] } =>
  isAllRead ? { unsent: unsent.slice(0, OUTBOX_MOST_TOLD).map(({ key }) => key) } : {};

export function noteAllRead(): void {
  isAllRead = true;
}

/** Since when check-ins of an event wait, by the server's clock where that is known. */
export const waitingSince = (eventId: number): number | null => {
  const first = unsettledRecords().find((record) => record.eventId === eventId);
  return first ? doorTime(first) : null;
};

export const allRecords = (): Iterable<OutboxRecord> => records.values();

export const recordWith = (key: string): OutboxRecord | null => records.get(key) ?? null;

export const undoOf = (key: string): OutboxRecord | null => recordWith(takenBack.get(key) ?? "");

export const isTakenBack = (key: string): boolean => takenBack.has(key);

/** As if nothing was read yet. */
export function forgetAll(): void {
  records.clear();
  keysOfTicket.clear();
  takenBack.clear();
  readElsewhere.clear();
  heardAs.clear();
  isAllRead = false;
  highest = null;
  for (const selection of selections) selection.clear();
  noteChanges(null);
}
