import type { Certainty, DoorVerdict, Facts } from "@/features/checkin/decision/facts";
import { wipedAt } from "@/features/checkin/door-list/wiped-at";
import {
  inOrder,
  isCounted,
  isLetIn,
  mergedRecords,
  type NewRecord,
  NotSaved,
  type OutboxRecord,
  type OutboxResult,
  type TicketName,
  type ToldTicket,
} from "@/features/checkin/outbox/record";
import { onTold, type Told, tell } from "@/features/checkin/outbox/tabs";
import { OUTBOX_KEPT_MS } from "@/features/checkin/rules";
import { now } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";

/** Its code comes after the page (decision 0025), and is asked for again where it did not. */
const loadDisk = () => import("@/features/checkin/outbox/database");
loadDisk().catch(() => {});

/** All records of this device, those of other tabs as well. */
const records = new Map<string, OutboxRecord>();
/** The keys of the check-ins of each ticket, by each of its names. */
const keysOfTicket = new Map<string, Set<string>>();
/** The check-ins that were taken back. */
const takenBack = new Map<string, string>();
/** In which order this page has heard of the records: unlike a clock, it puts no undo before its check-in. */
const heardAs = new Map<string, number>();
/** The keys of readings that another tab told of before it showed anything. */
const readElsewhere = new Set<string>();
const listeners = new Set<() => void>();

const namesOf = ({ hash, attendeeId, text }: TicketName): string[] => [
  ...(hash === null ? [] : [`hash ${hash}`]),
  ...(attendeeId === null ? [] : [`id ${attendeeId}`]),
  ...(text ? [`text ${text}`] : []),
];

function hold(...found: OutboxRecord[]): void {
  for (const record of found) {
    const known = records.get(record.key);
    const next = known ? mergedRecords(known, record) : record;
    records.set(next.key, next);
    if (!known) heardAs.set(next.key, heardAs.size);
    if (next.undoes !== null) takenBack.set(next.undoes, next.key);
    if (next.kind !== "check_in") continue;
    for (const name of namesOf(next)) {
      const keys = keysOfTicket.get(name) ?? new Set();
      keysOfTicket.set(name, keys.add(next.key));
    }
  }
  for (const listener of listeners) listener();
}

function forget(keys: readonly string[]): void {
  for (const key of keys) {
    const record = records.get(key);
    if (!record) continue;
    records.delete(key);
    if (record.undoes !== null) takenBack.delete(record.undoes);
    for (const name of namesOf(record)) keysOfTicket.get(name)?.delete(key);
  }
  for (const listener of listeners) listener();
}

onTold((told: Told) => {
  if (told.kind === "records") {
    for (const { key, shown } of told.records)
      if (!records.has(key) && shown === null) readElsewhere.add(key);
    hold(...told.records);
  }
  if (told.kind === "forgotten") forget(told.keys);
});

/** Saves a record and shows it to all tabs. Throws `NotSaved`; the tabs have it all the same. */
async function save(record: OutboxRecord): Promise<OutboxRecord> {
  const since = closings;
  let saved = record;
  // The server's answer may be quicker than the disk.
  hold(record);
  try {
    const { saveRecord } = await loadDisk();
    saved = await saveRecord(record);
  } catch (error) {
    throw new NotSaved(record, error);
  } finally {
    if (since === closings) {
      hold(saved);
      tell({ kind: "records", records: [saved] });
    }
  }
  return saved;
}

/** For what the screen need not know: in memory it is right, and the server hears of nothing twice. */
async function saveQuietly(record: OutboxRecord): Promise<void> {
  await save(record).catch((error: unknown) => {
    console.error("A check-in could not be saved on this device", error);
  });
}

function recordOf(key: string): OutboxRecord {
  const record = records.get(key);
  if (!record) throw new Error(`The outbox has no record ${key}`);
  return record;
}

/** An acknowledged record is of use until its event is over: a door may be asked again for what it let in. */
const isOver = ({ result, at, endsAt }: OutboxRecord): boolean =>
  result !== null && (endsAt ?? at + OUTBOX_KEPT_MS) <= now();

/** Those that may go. A check-in and its undo go together: neither makes sense alone. */
function thoseOver(found: readonly OutboxRecord[]): OutboxRecord[] {
  const pairOf = ({ undoes, key }: OutboxRecord) => undoes ?? key;
  const needed = new Set(found.filter((record) => !isOver(record)).map(pairOf));
  return found.filter((record) => !needed.has(pairOf(record)));
}

let opening: Promise<void> | null = null;
let closings = 0;

/** Reads what this device holds, and lets go what is over. Throws where the device has no storage that works. */
export function openOutbox(): Promise<void> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function open(): Promise<void> {
  const { readRecords, deleteRecords } = await loadDisk();
  const found = await readRecords();
  const over = thoseOver(found);
  hold(...found);
  if (over.length === 0) return;
  await deleteRecords(over.map(({ sequence }) => sequence));
  const keys = over.map(({ key }) => key);
  forget(keys);
  tell({ kind: "forgotten", keys });
}

/**
 * Keeps what was read at the door; it is on the device's disk when this resolves. A key that is kept already is kept
 * once. Throws `NotSaved`.
 */
export function keepScan(scan: NewRecord): Promise<OutboxRecord> {
  return save({
    ...scan,
    version: 1,
    sequence: 0,
    shown: null,
    shownAt: null,
    certainty: null,
    asOf: null,
    result: null,
    isSeen: false,
  });
}

/** What the person at the door is about to see. Throws `NotSaved`. */
export async function noteShown(
  key: string,
  seen: { shown: DoorVerdict["kind"]; certainty: Certainty; asOf: number | null },
): Promise<void> {
  const record = recordOf(key);
  // The last one counts, also where the clock was set back meanwhile.
  await save({ ...record, ...seen, shownAt: Math.max(now(), (record.shownAt ?? 0) + 1) });
}

/** What the server said. The first answer counts. */
export async function settle(
  key: string,
  result: OutboxResult,
  told: ToldTicket | null = null,
): Promise<void> {
  const record = records.get(key);
  if (!record) return;
  await saveQuietly({
    ...record,
    result: record.result ?? result,
    attendeeId: record.attendeeId ?? told?.attendeeId ?? null,
    ...(told?.eventDate ? { endsAt: wipedAt(told.eventDate) } : {}),
  });
}

/** Takes a check-in back, once: the server hears of it after the check-in. Throws `NotSaved`. */
export async function takeBack(
  key: string,
  by: Partial<Pick<NewRecord, "userId" | "grantId" | "device" | "clockOffset">> = {},
): Promise<void> {
  const { userId, grantId, eventId, device, hash, attendeeId, clockOffset } = recordOf(key);
  const known = takenBack.get(key);
  if (known && records.has(known)) return;
  const scan = { userId, grantId, eventId, device, hash, attendeeId, clockOffset, text: null, ...by };
  await keepScan({
    ...scan,
    kind: "undo",
    key: newIdempotencyKey(),
    at: now(),
    monotonic: performance.now(),
    undoes: key,
  });
}

/** 'Check Again' was read. */
export async function dismissAgain(key: string): Promise<void> {
  await saveQuietly({ ...recordOf(key), isSeen: true });
}

/** Ids may be given anew by a restore, hashes never. */
const isOfTicket = (record: OutboxRecord, { hash }: TicketName): boolean =>
  hash === null || record.hash === null || record.hash === hash;

/** All check-ins of a ticket. */
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
  return [...scans, ...undos].filter(({ result }) => result === null).sort(byHearing);
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

/** The last time that this device let a ticket in, by the server's clock, unless it has taken that back since. */
export function ownLetIn(eventId: number | null, ticket: TicketName): Facts["own"] {
  const isHere = (scan: OutboxRecord) => [null, eventId].includes(scan.eventId) || eventId === null;
  const last = standingScansOf(ticket).find((scan) => isHere(scan) && isLetIn(scan));
  if (!last) return null;
  const offset = last.clockOffset ?? 0;
  const delivered = last.result?.kind === "admitted" || last.result?.kind === "already" ? last.result : null;
  return { at: last.at + offset, deliveredAt: delivered && delivered.receivedAt + offset };
}

/** Another tab is deciding it: of two readings at the same moment each is one of its own. */
const isDecidedElsewhere = ({ key, shown }: OutboxRecord): boolean =>
  shown === null && readElsewhere.has(key);

/** The newest check-in of a ticket that the server has not answered. */
export const unsettledFor = (ticket: TicketName): OutboxRecord | null =>
  standingScansOf(ticket).find((scan) => scan.result === null && !isDecidedElsewhere(scan)) ?? null;

/** Whether the server has still to hear that this device let a ticket in, or took that back. */
export const hasUnsettledDecision = (ticket: TicketName): boolean => unsettledOf(ticket).some(isCounted);

/** What the server has not answered, oldest first. */
export const unsettledRecords = (): OutboxRecord[] =>
  inOrder([...records.values()].filter(({ result }) => result === null));

export const allRecords = (): Iterable<OutboxRecord> => records.values();

export const recordWith = (key: string): OutboxRecord | null => records.get(key) ?? null;

/** As if the page was closed. */
export function closeOutbox(): void {
  closings += 1;
  void loadDisk().then(({ disconnect }) => disconnect());
  opening = null;
  records.clear();
  keysOfTicket.clear();
  takenBack.clear();
  readElsewhere.clear();
  heardAs.clear();
  for (const listener of listeners) listener();
}

export const isTakenBack = (key: string): boolean => takenBack.has(key);

/** Hears of every change of a record, also in another tab. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
