import { clockOffset } from "@/api/live/server-clock";
import type { Identity } from "@/features/checkin/door/identify";
import type { Scan } from "@/features/checkin/door/scan";
import type { Records } from "@/features/checkin/door/take-scan";
import {
  hasUnsettledDecision,
  keepScan,
  noteShown,
  ownLetIn,
  recordWith,
  settle,
  unsettledFor,
  unsettledRecords,
} from "@/features/checkin/outbox/outbox";
import type { NewRecord, OutboxRecord, TicketName } from "@/features/checkin/outbox/record";
import { clearInFlight, markInFlight } from "@/features/checkin/outbox/sending";
import { KEPT_TEXT_MAX } from "@/features/checkin/rules";
import { now } from "@/lib/clock";

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
  { isListed, listedHash }: { isListed: boolean; listedHash: string | null },
  maker: Maker,
): NewRecord {
  const text = textOf(identity, isListed);
  const { hash, attendeeId } = identity;
  if (text === null && hash === null && attendeeId === null) throw new Error("No hash without a secure page");
  return {
    ...maker,
    kind: "check_in",
    key: scan.idempotencyKey,
    eventId: scan.eventId,
    hash: text === null ? hash : null,
    attendeeId,
    ...(listedHash === null ? {} : { listedHash }),
    text,
    at: scan.readAt,
    // Both clocks at the moment of the reading.
    monotonic: performance.now() - (now() - scan.readAt),
    clockOffset: clockOffset(),
    undoes: null,
  };
}

/** The outbox as the door uses it. */
export const recordsOf = (maker: Maker): Records => ({
  keep: async (scan, identity, listed, listedHash) =>
    recordWith(scan.idempotencyKey) ??
    keepScan(newRecordOf(scan, identity, { isListed: listed !== null, listedHash }, maker)),
  noteShown,
  settle: async (key, outcome) => {
    if (outcome.kind === "settled" && recordWith(key)) await settle(key, outcome.result, outcome.told);
  },
  own: (eventId, identity) => ownLetIn(eventId, nameOf(identity)),
  isBehind: (identity) => hasUnsettledDecision(nameOf(identity)),
  unsettledFor: (identity) => unsettledFor(nameOf(identity)),
  hold: markInFlight,
  letGo: clearInFlight,
});

/** What nobody has been told of a decision of, and may still be sent by a person. */
const isPending = ({ kind, shown, result }: OutboxRecord): boolean =>
  kind === "check_in" && result === null && (shown === null || shown === "undecided");

/** The scan of a record, as far as the device still knows it. */
function scanOf({ key, hash, attendeeId, text, eventId, at }: OutboxRecord): Scan | null {
  const rest = { idempotencyKey: key, eventId, readAt: at };
  if (hash !== null) return { hash, ...rest };
  if (attendeeId !== null) return { attendeeId, ...rest };
  return text === null ? null : { qrData: text, ...rest };
}

/** The scans of a user that nobody has answered, newest first (contract 4.scan.20). */
export const pendingScansOf = (userId: number): Scan[] =>
  unsettledRecords()
    .filter((record) => record.userId === userId && isPending(record))
    .flatMap((record) => scanOf(record) ?? [])
    .reverse();
