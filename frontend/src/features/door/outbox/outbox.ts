import { contradiction } from "@/features/door/core/contradiction";
import { placeFields } from "@/features/door/core/decide";
import { OUTBOX_EXPIRES_MS } from "@/features/door/core/rules";
import { wipeTime } from "@/features/door/guest-list/wipe-time";
import type { Generation } from "@/features/door/outbox/data-generation";
import {
  doorTime,
  isDecided,
  mergeRecords,
  type NewRecord,
  NotSaved,
  newRecord,
  type OutboxRecord,
  type OutboxResult,
  type ServerTicketInfo,
  type ShownVerdict,
  withVerdict,
} from "@/features/door/outbox/record";
import {
  cacheRecords,
  clearCache,
  evictRecords,
  findRecord,
  getRecord,
  isUnsynced,
  markLoaded,
  undoOf,
} from "@/features/door/outbox/record-cache";
import { broadcast } from "@/features/door/outbox/tab-channel";
import { now, steadyNow } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { lateModule } from "@/lib/late-module";
import { readStored, writeStored } from "@/lib/storage";

/** Loaded after the page (decision 0025). */
const loadDatabase = lateModule(() => import("@/features/door/outbox/database"));

/** Kept while the tab lives. */
const DISK_FAILED = "doorlist.outbox.disk-failed";

/** `UnknownError` is a full or broken disk. The browser's quota has its own error and loses nothing. */
function recordDiskFailure(error: unknown): void {
  const isOfDisk = error instanceof DOMException && error.name === "UnknownError";
  if (isOfDisk) writeStored("session", DISK_FAILED, true);
}

/** After a full disk Chromium may delete all databases of the site at its next start, including later records. */
function throwAfterDiskFailure(): void {
  if (readStored("session", DISK_FAILED)) throw new Error("The disk of this device has failed before");
}

/**
 * Saves a record and broadcasts it. Throws `NotSaved`; the tabs have the record in memory even then. `meanwhile` is
 * cached until the disk has answered.
 */
async function save(record: OutboxRecord, meanwhile = record): Promise<OutboxRecord> {
  const since = closings;
  const isNew = findRecord(record.key) === null;
  let saved = record;
  // The server may answer before the disk.
  cacheRecords(meanwhile);
  try {
    const write = loadDatabase().then(async ({ saveRecord }) => {
      saved = await saveRecord(record, isNew);
      throwAfterDiskFailure();
    });
    await whileUnsaved(record.key, write);
  } catch (error) {
    recordDiskFailure(error);
    throw new NotSaved(record, error);
  } finally {
    if (since === closings) {
      cacheRecords(saved);
      broadcast({ kind: "records", records: [saved] });
    }
  }
  return saved;
}

/** Saves without reporting failures: memory is right, and the server takes a key once. */
export async function saveQuietly(changed: readonly OutboxRecord[]): Promise<void> {
  const since = closings;
  let saved = changed;
  cacheRecords(...changed);
  try {
    const { saveRecords } = await loadDatabase();
    saved = await saveRecords(changed);
  } catch (error) {
    recordDiskFailure(error);
    console.error("Check-ins could not be saved on this device", error);
  }
  if (since !== closings) return;
  cacheRecords(...saved);
  broadcast({ kind: "records", records: saved });
}

/** Synced records are kept until the event is over, for a restored server. */
const isOver = (record: OutboxRecord): boolean =>
  !isUnsynced(record) && (record.endsAt ?? record.at + OUTBOX_EXPIRES_MS) <= now();

/** A check-in and its undo are removed together. */
export function removableRecords(
  found: readonly OutboxRecord[],
  mayGo: (record: OutboxRecord) => boolean,
): OutboxRecord[] {
  const pairOf = ({ undoes, key }: OutboxRecord) => undoes ?? key;
  const needed = new Set(found.filter((record) => !mayGo(record)).map(pairOf));
  return found.filter((record) => !needed.has(pairOf(record)));
}

export async function removeRecords(gone: readonly OutboxRecord[]): Promise<void> {
  if (gone.length === 0) return;
  const { deleteRecords } = await loadDatabase();
  await deleteRecords(gone.map(({ sequence }) => sequence));
  const keys = gone.map(({ key }) => key);
  evictRecords(keys);
  broadcast({ kind: "forgotten", keys });
}

let opening: Promise<void> | null = null;
let closings = 0;

/** Loads the records of this device and removes old ones. Throws if the storage does not work. */
export function openOutbox(): Promise<void> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

let firstOpening: Promise<void> | null = null;

/** Resolves when the first attempt to load the records has ended, even if it failed. */
export function firstOpeningOfOutbox(): Promise<void> {
  firstOpening ??= openOutbox().catch(() => {});
  return firstOpening;
}

async function open(): Promise<void> {
  const { readRecords } = await loadDatabase();
  const found = await readRecords();
  cacheRecords(...found);
  markLoaded();
  await removeRecords(removableRecords(found, isOver));
}

/**
 * Saves a scan, with its verdict if decided; on disk when this resolves. A saved key is not saved twice. Throws
 * `NotSaved`.
 */
export function saveScan(scan: NewRecord, seen: ShownVerdict | null = null): Promise<OutboxRecord> {
  const record = newRecord(scan);
  // Counted on the screen together with its verdict, not a frame earlier.
  return save(seen ? withVerdict(record, seen) : record, record);
}

/** Throws `NotSaved`. */
export async function saveVerdict(key: string, seen: ShownVerdict): Promise<void> {
  await save(withVerdict(getRecord(key), seen));
}

/**
 * Saves the door's own verdict, unless a person has decided while the disk was slow, and the guest, whom a list that
 * loaded later may have. Throws `NotSaved`.
 */
export async function saveDoorVerdict(
  key: string,
  seen: ShownVerdict,
  attendeeId: number | null = null,
): Promise<void> {
  const known = getRecord(key);
  const record = { ...known, attendeeId: known.attendeeId ?? attendeeId };
  await save(isDecided(record) ? record : withVerdict(record, seen));
}

/** Now, but later than `before` even if the clock was set back. */
const after = (before = 0): number => Math.max(steadyNow(), before + 1);

export interface RecordedResult {
  key: string;
  result: OutboxResult;
  ticket: ServerTicketInfo | null;
  lineage?: Generation | null;
}

/** A result that knows the verdict must not make a contradiction younger (contract 4.again.3). */
const keepContradictionAge = (result: OutboxResult, record: OutboxRecord): OutboxResult =>
  result.shown && record.result && contradiction(record)
    ? { ...result, receivedAt: record.result.receivedAt + 1 }
    : result;

/** Saves a result, if it wins over the known one (`mergeRecords`). */
export const saveResult = (
  key: string,
  result: OutboxResult,
  ticket: ServerTicketInfo | null = null,
): Promise<void> => saveResults([{ key, result, ticket }]);

export async function saveResults(results: readonly RecordedResult[]): Promise<void> {
  const changed = results.flatMap(({ key, result, ticket, lineage }) => {
    const record = findRecord(key);
    if (!record) return [];
    const answered: OutboxRecord = {
      ...record,
      result: keepContradictionAge(result, record),
      attendeeId: record.attendeeId ?? ticket?.attendeeId ?? null,
      ...(ticket?.eventDate ? { endsAt: wipeTime(ticket.eventDate) } : {}),
      ...(lineage ? { lineage: { ...lineage, at: after(record.lineage?.at) } } : {}),
    };
    return mergeRecords(record, answered);
  });
  await saveQuietly(changed);
}

/** Undoes a check-in or an exit once; the server gets it afterwards. Throws `NotSaved`. */
export async function undoCheckIn(
  key: string,
  by: Partial<Pick<NewRecord, "userId" | "grantId" | "device" | "clockOffset">> = {},
): Promise<void> {
  const checkIn = getRecord(key);
  const { userId, grantId, eventId, device, hash, attendeeId, clockOffset, lineage } = checkIn;
  if (undoOf(key)) return;
  const scan = { userId, grantId, eventId, device, hash, attendeeId, clockOffset, text: null, ...by };
  await saveScan({
    ...scan,
    kind: "undo",
    key: newIdempotencyKey(),
    // An undo is never before its check-in by server time.
    at: after(doorTime(checkIn) - (scan.clockOffset ?? 0)),
    monotonic: performance.now(),
    undoes: key,
    ...placeFields(checkIn),
    ...(lineage ? { lineage } : {}),
  });
}

export async function dismissAgain(key: string): Promise<void> {
  await saveQuietly([{ ...getRecord(key), isSeen: true }]);
}

/** For tests: as if the page was closed. */
export function closeOutbox(): void {
  closings += 1;
  void loadDatabase().then(({ disconnect }) => disconnect());
  opening = null;
  firstOpening = null;
  clearUnsaved();
  clearCache();
}

/** The last write of each record that is not on disk. */
const writes = new Map<string, symbol>();

/** Runs a write. The record counts as unsaved until it succeeds. */
export async function whileUnsaved<Result>(key: string, write: Promise<Result>): Promise<Result> {
  const own = Symbol(key);
  writes.set(key, own);
  const result = await write;
  // A later write includes this one.
  if (writes.get(key) === own) writes.delete(key);
  return result;
}

/** Keys of the records that are lost with this page. */
export const unsavedKeys = (): string[] => [...writes.keys()];

export const clearUnsaved = (): void => writes.clear();
