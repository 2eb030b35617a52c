import { contradiction } from "@/features/door/core/contradiction";
import { OUTBOX_KEPT_MS } from "@/features/door/core/rules";
import { wipedAt } from "@/features/door/guest-list/wipe-time";
import type { Lineage } from "@/features/door/outbox/data-generation";
import {
  doorTime,
  mergedRecords,
  type NewRecord,
  NotSaved,
  type OutboxRecord,
  type OutboxResult,
  type SeenVerdict,
  type ToldTicket,
  unseenRecord,
  withSeen,
} from "@/features/door/outbox/record";
import {
  forget,
  forgetAll,
  hold,
  isUnsettled,
  noteAllRead,
  recordOf,
  recordWith,
  undoOf,
} from "@/features/door/outbox/record-cache";
import { tell } from "@/features/door/outbox/tab-channel";
import { forgetUnsaved, whileUnsaved } from "@/features/door/outbox/unsaved-writes";
import { now, steadyNow } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { readStored, writeStored } from "@/lib/storage";

let disk: Promise<typeof import("@/features/door/outbox/database")> | null = null;

/** Its code comes after the page (decision 0025), and is asked for again where it did not. */
function loadDisk() {
  disk ??= import("@/features/door/outbox/database").catch((error: unknown) => {
    disk = null;
    throw error;
  });
  return disk;
}
loadDisk().catch(() => {});

/** Set for the life of a tab, which is at most the browser's. */
const DISK_FAILED = "doorlist.outbox.disk-failed";

/** `UnknownError` is a full or broken disk; the browser's quota has a name of its own, and loses nothing. */
function noteFailure(error: unknown): void {
  const isOfDisk = error instanceof DOMException && error.name === "UnknownError";
  if (isOfDisk) writeStored("session", DISK_FAILED, true);
}

/** Chromium may delete all databases of a site at its next start once a disk was full, with what they took since. */
function throwAfterDiskFailure(): void {
  if (readStored("session", DISK_FAILED)) throw new Error("The disk of this device has failed before");
}

/**
 * Saves a record and shows it to all tabs. Throws `NotSaved`; the tabs have it all the same. `meanwhile` is what this page
 * knows of it before the disk has answered.
 */
async function save(record: OutboxRecord, meanwhile = record): Promise<OutboxRecord> {
  const since = closings;
  const isNew = recordWith(record.key) === null;
  let saved = record;
  // The server's answer may be quicker than the disk.
  hold(meanwhile);
  try {
    const write = loadDisk().then(async ({ saveRecord }) => {
      saved = await saveRecord(record, isNew);
      throwAfterDiskFailure();
    });
    await whileUnsaved(record.key, write);
  } catch (error) {
    noteFailure(error);
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
export async function saveQuietly(changed: readonly OutboxRecord[]): Promise<void> {
  const since = closings;
  let saved = changed;
  hold(...changed);
  try {
    const { saveRecords } = await loadDisk();
    saved = await saveRecords(changed);
  } catch (error) {
    noteFailure(error);
    console.error("Check-ins could not be saved on this device", error);
  }
  if (since !== closings) return;
  hold(...saved);
  tell({ kind: "records", records: saved });
}

/** An acknowledged record is of use until its event is over: a door may be asked again for what it let in. */
const isOver = (record: OutboxRecord): boolean =>
  !isUnsettled(record) && (record.endsAt ?? record.at + OUTBOX_KEPT_MS) <= now();

/** Those that may go. A check-in and its undo go together: neither makes sense alone. */
export function thoseThatMayGo(
  found: readonly OutboxRecord[],
  mayGo: (record: OutboxRecord) => boolean,
): OutboxRecord[] {
  const pairOf = ({ undoes, key }: OutboxRecord) => undoes ?? key;
  const needed = new Set(found.filter((record) => !mayGo(record)).map(pairOf));
  return found.filter((record) => !needed.has(pairOf(record)));
}

export async function letGo(gone: readonly OutboxRecord[]): Promise<void> {
  if (gone.length === 0) return;
  const { deleteRecords } = await loadDisk();
  await deleteRecords(gone.map(({ sequence }) => sequence));
  const keys = gone.map(({ key }) => key);
  forget(keys);
  tell({ kind: "forgotten", keys });
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
  const { readRecords } = await loadDisk();
  const found = await readRecords();
  hold(...found);
  noteAllRead();
  await letGo(thoseThatMayGo(found, isOver));
}

/**
 * Keeps what was read at the door, and what the person there is about to see where that is decided; it is on the device's
 * disk when this resolves. A key that is kept already is kept once. Throws `NotSaved`.
 */
export function keepScan(scan: NewRecord, seen: SeenVerdict | null = null): Promise<OutboxRecord> {
  const record = unseenRecord(scan);
  // The screen counts it with its verdict, not in a frame before that.
  return save(seen ? withSeen(record, seen) : record, record);
}

/** What the person at the door is about to see. Throws `NotSaved`. */
export async function noteShown(key: string, seen: SeenVerdict): Promise<void> {
  await save(withSeen(recordOf(key), seen));
}

/** Now, and later than another moment also where the clock was set back meanwhile. */
const after = (before = 0): number => Math.max(steadyNow(), before + 1);

/** What the server said of a record. */
export interface Settlement {
  key: string;
  result: OutboxResult;
  told: ToldTicket | null;
  /** The data that have it now. */
  lineage?: Lineage | null;
}

/** The server's word on what the door had shown makes no contradiction younger (contract 4.again.3), and is the latest. */
const sinceKnown = (result: OutboxResult, record: OutboxRecord): OutboxResult =>
  result.shown && record.result && contradiction(record)
    ? { ...result, receivedAt: record.result.receivedAt + 1 }
    : result;

/** What the server said, if it is the answer that counts (`mergedRecords`). */
export const settle = (key: string, result: OutboxResult, told: ToldTicket | null = null): Promise<void> =>
  settleAll([{ key, result, told }]);

/** The same for several at once. */
export async function settleAll(settlements: readonly Settlement[]): Promise<void> {
  const settled = settlements.flatMap(({ key, result, told, lineage }) => {
    const record = recordWith(key);
    if (!record) return [];
    const answered: OutboxRecord = {
      ...record,
      result: sinceKnown(result, record),
      attendeeId: record.attendeeId ?? told?.attendeeId ?? null,
      ...(told?.eventDate ? { endsAt: wipedAt(told.eventDate) } : {}),
      ...(lineage ? { lineage: { ...lineage, at: after(record.lineage?.at) } } : {}),
    };
    return mergedRecords(record, answered);
  });
  await saveQuietly(settled);
}

/** Takes a check-in back, once: the server hears of it after the check-in. Throws `NotSaved`. */
export async function takeBack(
  key: string,
  by: Partial<Pick<NewRecord, "userId" | "grantId" | "device" | "clockOffset">> = {},
): Promise<void> {
  const checkIn = recordOf(key);
  const { userId, grantId, eventId, device, hash, attendeeId, clockOffset, lineage } = checkIn;
  if (undoOf(key)) return;
  const scan = { userId, grantId, eventId, device, hash, attendeeId, clockOffset, text: null, ...by };
  await keepScan({
    ...scan,
    kind: "undo",
    key: newIdempotencyKey(),
    // By the server's clock no undo is before its check-in.
    at: after(doorTime(checkIn) - (scan.clockOffset ?? 0)),
    monotonic: performance.now(),
    undoes: key,
    ...(lineage ? { lineage } : {}),
  });
}

/** 'Check Again' was read. */
export async function dismissAgain(key: string): Promise<void> {
  await saveQuietly([{ ...recordOf(key), isSeen: true }]);
}

/** As if the page was closed. */
export function closeOutbox(): void {
  closings += 1;
  void loadDisk().then(({ disconnect }) => disconnect());
  opening = null;
  forgetUnsaved();
  forgetAll();
}
