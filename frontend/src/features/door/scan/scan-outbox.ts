import { clockOffset } from "@/api/live/server-clock";
import type { ListedName } from "@/features/door/core/decide-locally";
import type { Identity } from "@/features/door/core/identify";
import { KEPT_TEXT_MAX } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import { lineageOf } from "@/features/door/outbox/data-generation";
import { keepScan, noteShown, settle } from "@/features/door/outbox/outbox";
import { type NewRecord, type OutboxRecord, type TicketName, wholeText } from "@/features/door/outbox/record";
import {
  hasUnsettledDecision,
  ownLetIn,
  ownUndo,
  recordWith,
  unansweredRecords,
  unsettledFor,
} from "@/features/door/outbox/record-cache";
import { clearInFlight, markInFlight } from "@/features/door/outbox/sender-status";
import type { Records } from "@/features/door/scan/take-scan";
import { steadyNow } from "@/lib/clock";

/** Who makes the records of this door. */
export type Maker = Pick<NewRecord, "userId" | "grantId" | "device">;

/** A text that is no ticket's is kept so far as it may be shown; a ticket's is kept as its hash alone. */
const textOf = ({ qrData, text }: Identity, isListed: boolean): string | null =>
  text?.form === "other" && !isListed ? (qrData?.slice(0, KEPT_TEXT_MAX) ?? null) : null;

/** A ticket by all that its records may be kept under. */
const nameOf = (identity: Identity): TicketName => ({
  hash: identity.hash,
  attendeeId: identity.attendeeId,
  text: textOf(identity, false),
});

/** What the outbox keeps of a reading. Throws where this browser cannot hash, and the text must not be kept. */
function newRecordOf(
  scan: Scan,
  identity: Identity,
  { isListed, listedHash }: ListedName,
  maker: Maker,
): NewRecord {
  const text = textOf(identity, isListed);
  const { hash, attendeeId } = identity;
  const lineage = lineageOf(scan.eventId);
  if (text === null && hash === null && attendeeId === null) throw new Error("No hash without a secure page");
  return {
    ...maker,
    kind: "check_in",
    key: scan.idempotencyKey,
    eventId: scan.eventId,
    hash,
    attendeeId,
    ...(listedHash === null ? {} : { listedHash }),
    text,
    at: scan.readAt,
    // Both clocks at the moment of the reading.
    monotonic: performance.now() - (steadyNow() - scan.readAt),
    clockOffset: clockOffset(),
    undoes: null,
    ...(lineage ? { lineage: { ...lineage, at: steadyNow() } } : {}),
  };
}

/** The outbox as the door uses it. */
export const recordsOf = (maker: Maker): Records => ({
  keep: async (scan, identity, { isListed, listedHash }, seen) => {
    const { idempotencyKey: key } = scan;
    if (!recordWith(key)) await keepScan(newRecordOf(scan, identity, { isListed, listedHash }, maker), seen);
    else if (seen) await noteShown(key, seen);
  },
  noteShown,
  settle: async (key, outcome) => {
    if (outcome.kind === "settled") await settle(key, outcome.result, outcome.told);
  },
  own: (eventId, identity) => ownLetIn(eventId, nameOf(identity)),
  undone: (identity) => ownUndo(nameOf(identity)),
  isBehind: (identity) => hasUnsettledDecision(nameOf(identity)),
  unsettledFor: (identity) => unsettledFor(nameOf(identity)),
  hold: markInFlight,
  letGo: clearInFlight,
});

/** What nobody has been told of a decision of, and may still be sent by a person. */
const isPending = ({ kind, shown, result }: OutboxRecord): boolean =>
  kind === "check_in" && result === null && (shown === null || shown === "undecided");

/** The scan of a record, as far as the device still knows it. */
function scanOf(record: OutboxRecord): Scan | null {
  const { key, hash, attendeeId, eventId, at } = record;
  const text = wholeText(record);
  const rest = { idempotencyKey: key, eventId, readAt: at };
  if (text !== null) return { qrData: text, ...rest };
  if (hash !== null) return { hash, ...rest };
  return attendeeId === null ? null : { attendeeId, ...rest };
}

/** The scans of a user that nobody has answered, newest first (contract 4.scan.20). */
export const pendingScansOf = (userId: number): Scan[] =>
  unansweredRecords()
    .filter((record) => record.userId === userId && isPending(record))
    .flatMap((record) => scanOf(record) ?? [])
    .reverse();
