import { clockOffset } from "@/api/live/server-clock";
import { placeFields } from "@/features/door/core/decide";
import type { Identity, ListedRef } from "@/features/door/core/decide-locally";
import { SAVED_TEXT_MAX } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import { generationOf } from "@/features/door/outbox/data-generation";
import { firstOpeningOfOutbox, saveDoorVerdict, saveResult, saveScan } from "@/features/door/outbox/outbox";
import {
  isDecided,
  type NewRecord,
  type OutboxRecord,
  type TicketRef,
  wholeText,
} from "@/features/door/outbox/record";
import {
  findRecord,
  hasUnsyncedDecision,
  localEntryOrExit,
  localUndo,
  unansweredRecords,
  unansweredScanOf,
} from "@/features/door/outbox/record-cache";
import { serverAnswerOf } from "@/features/door/outbox/result";
import { clearInFlight, markInFlight } from "@/features/door/outbox/sender-status";
import type { ScanOutbox } from "@/features/door/scan/take-scan";
import { steadyNow } from "@/lib/clock";

export type RecordOrigin = Pick<NewRecord, "userId" | "grantId" | "device">;

/** A text that is not a ticket is saved in part, for display. Tickets are saved as a hash. */
const textOf = ({ qrData, text }: Identity, isListed: boolean): string | null =>
  text?.form === "other" && !isListed ? (qrData?.slice(0, SAVED_TEXT_MAX) ?? null) : null;

const ticketRefOf = (identity: Identity): TicketRef => ({
  hash: identity.hash,
  attendeeId: identity.attendeeId,
  text: textOf(identity, false),
});

/** Creates the record of a scan. Throws if this browser cannot hash, because the text must not be saved. */
function newRecordOf(
  scan: Scan,
  identity: Identity,
  { isListed, listedHash }: ListedRef,
  origin: RecordOrigin,
): NewRecord {
  const text = textOf(identity, isListed);
  const { hash, attendeeId } = identity;
  const lineage = generationOf(scan.eventId);
  if (text === null && hash === null && attendeeId === null) throw new Error("No hash without a secure page");
  return {
    ...origin,
    kind: "check_in",
    key: scan.idempotencyKey,
    eventId: scan.eventId,
    hash,
    attendeeId,
    ...(listedHash === null ? {} : { listedHash }),
    text,
    at: scan.readAt,
    // The monotonic clock at the time of the scan.
    monotonic: performance.now() - (steadyNow() - scan.readAt),
    clockOffset: clockOffset(),
    undoes: null,
    ...placeFields(scan),
    ...(lineage ? { lineage: { ...lineage, at: steadyNow() } } : {}),
  };
}

export const scanOutboxOf = (origin: RecordOrigin): ScanOutbox => ({
  opened: firstOpeningOfOutbox,
  saveScan: async (scan, identity, ref, seen) => {
    const { idempotencyKey: key } = scan;
    if (!findRecord(key)) await saveScan(newRecordOf(scan, identity, ref, origin), seen);
    else if (seen) await saveDoorVerdict(key, seen, identity.attendeeId);
  },
  saveVerdict: saveDoorVerdict,
  saveResult: async (key, outcome) => {
    if (outcome.kind === "answered") await saveResult(key, outcome.result, outcome.ticket);
  },
  localEntryOrExit: (eventId, identity, listId) => localEntryOrExit(eventId, ticketRefOf(identity), listId),
  localUndo: (identity, listId) => localUndo(ticketRefOf(identity), listId),
  hasUnsyncedDecision: (identity) => hasUnsyncedDecision(ticketRefOf(identity)),
  answerTo: (key) => serverAnswerOf(findRecord(key)?.result ?? null),
  unansweredScanOf: (identity) => unansweredScanOf(ticketRefOf(identity)),
  markInFlight,
  clearInFlight,
});

/** True for an unanswered check-in without a verdict, which a person may still send. */
const isPending = (record: OutboxRecord): boolean =>
  record.kind === "check_in" && record.result === null && !isDecided(record);

/** Restores the scan of a record, or null. */
function scanOf(record: OutboxRecord): Scan | null {
  const { key, hash, attendeeId, eventId, at } = record;
  const text = wholeText(record);
  const rest = {
    idempotencyKey: key,
    eventId,
    readAt: at,
    ...placeFields(record),
  };
  if (text !== null) return { qrData: text, ...rest };
  if (hash !== null) return { hash, ...rest };
  return attendeeId === null ? null : { attendeeId, ...rest };
}

/** A user's unanswered scans, newest first (contract 4.scan.20). */
export const pendingScansOf = (userId: number): Scan[] =>
  unansweredRecords()
    .filter((record) => record.userId === userId && isPending(record))
    .flatMap((record) => scanOf(record) ?? [])
    .reverse();
