import { ApiError } from "@/api/api-error";
import type { DoorScanItem, DoorScanResult, DoorScans } from "@/api/types";
import {
  type OutboxRecord,
  type OutboxResult,
  type ToldTicket,
  wholeText,
} from "@/features/door/outbox/record";
import { lastSequence, toldUnsent, unsentOf } from "@/features/door/outbox/record-cache";
import { FOR_GOOD, isOurProblem, letInBy, REFUSALS } from "@/features/door/outbox/result";
import { steadyNow } from "@/lib/clock";

/** Records of one user, grant and event, as the call takes them (contract 7.settle). */
export type Batch = readonly OutboxRecord[];

/** What came of sending a batch. */
export type BatchOutcome =
  | { kind: "answered"; results: Results }
  /** The server wants a user to sign in who may. */
  | { kind: "refused" }
  /** Our server failed on the batch, or takes no batch with one of these in it. Smaller ones may be luckier. */
  | { kind: "failing" | "malformed"; detail: string | null }
  /** No answer of our server: the next batch would get none either. */
  | { kind: "unanswered" };

interface Answered {
  result: OutboxResult;
  told: ToldTicket | null;
}
/** What the server said of each, by its key. */
export type Results = ReadonlyMap<string, Answered>;

const NOT_COUNTED = "Not counted: the access of this device had ended.";

/** What a person saw who was shown the server's own answer. */
const SHOWN_AS: Partial<Record<OutboxResult["kind"], NonNullable<OutboxRecord["shown"]>>> = {
  admitted: "admitted",
  already: "already",
  unknown: "not_on_list",
  invalid: "invalid",
  other_event: "other_event",
};

/** What the door showed, and how sure it was. */
function seenOf({
  shown,
  certainty,
  asOf,
  result,
}: OutboxRecord): Pick<DoorScanItem, "shown" | "certainty" | "asOf"> {
  const wasAsked = result !== null && result.shown === undefined;
  if (shown !== null || !wasAsked) return { shown, certainty, asOf };
  return { shown: SHOWN_AS[result.kind] ?? null, certainty: "confirmed", asOf: null };
}

/** A check-in and its undo name their ticket in one way: by what was read, where anything was. */
function nameOf(record: OutboxRecord): Partial<DoorScanItem> {
  const { hash, attendeeId, listedHash, shown } = record;
  const text = shown === "admitted" ? null : wholeText(record);
  // Nobody was let in by it: the log is to say what it was.
  if (text !== null) return { qrData: text };
  if (hash !== null) return { qrHash: hash };
  if (attendeeId !== null) return { attendeeId, ...(listedHash ? { listedHash } : {}) };
  return record.text === null ? {} : { qrData: record.text };
}

function itemOf(record: OutboxRecord): DoorScanItem {
  const { key, kind, sequence, at, clockOffset, undoes } = record;
  const seen = kind === "undo" ? { shown: null, certainty: null, asOf: null } : seenOf(record);
  return {
    key,
    kind,
    sequence: sequence || null,
    at,
    clockOffset,
    undoes,
    ...nameOf(record),
    ...seen,
  };
}

/** What is sent for a batch. `pending`: the check-ins and undos that this device has to send after it. */
export function bodyOf(batch: Batch): DoorScans {
  const [{ eventId, userId, grantId, device } = { eventId: null, userId: 0, grantId: null, device: null }] =
    batch;
  const keys = new Set(batch.map(({ key }) => key));
  const left = unsentOf(eventId, userId).filter(({ key }) => !keys.has(key));
  const items = batch.map(itemOf);
  return {
    eventId,
    scannedBy: userId,
    grantId,
    device,
    sentAt: steadyNow(),
    pending: left.length,
    ...toldUnsent(left),
    lastSequence: lastSequence(),
    items,
  };
}

const KINDS: readonly string[] = [
  "admitted",
  "already",
  "unknown",
  "invalid",
  "other_event",
  "marked_absent",
  "turned_away",
] satisfies OutboxResult["kind"][];

/** What the server said of one record. A word of a later release is a failure that a person reads. */
function answeredOf(item: DoorScanResult, shown: OutboxRecord["shown"]): Answered {
  const {
    outcome,
    attendeeId,
    attendedAt = null,
    checkedInBy,
    checkInDoor,
    detail = null,
    eventDate = null,
  } = item;
  const isKnown = KINDS.includes(outcome);
  const result: OutboxResult = {
    kind: isKnown ? (outcome as OutboxResult["kind"]) : "failed",
    attendedAt,
    checkedInBy: letInBy({ scanner: checkedInBy, checkInDoor }),
    detail: outcome === "not_counted" ? NOT_COUNTED : detail,
    receivedAt: steadyNow(),
    shown,
    isConflict: Boolean(item.conflict),
  };
  return { result, told: attendeeId ? { attendeeId, eventDate } : null };
}

/** What the server says to a batch; nothing of what is not its own word. */
export function outcomeOfBatch(batch: Batch, body: DoorScans, answer: { items?: unknown }): BatchOutcome {
  if (!Array.isArray(answer?.items)) return { kind: "unanswered" };
  const shownOf = new Map(body.items.map(({ key, shown }) => [key, shown]));
  const told = (answer.items as DoorScanResult[]).filter(({ key }) => shownOf.has(key));
  if (told.length === 0 && batch.length > 0) return { kind: "unanswered" };
  const results = told.map((item) => [item.key, answeredOf(item, shownOf.get(item.key) ?? null)] as const);
  return { kind: "answered", results: new Map(results) };
}

/** What a failed call means for the batch: our server's own word, by its code. Never throws. */
export function outcomeOfBatchFailure(error: unknown): BatchOutcome {
  if (!(error instanceof ApiError) || !isOurProblem(error)) return { kind: "unanswered" };
  const { code, detail, errors } = error;
  if (REFUSALS.includes(code)) return { kind: "refused" };
  if (code === "internal_error") return { kind: "failing", detail };
  if (!FOR_GOOD.includes(code)) return { kind: "unanswered" };
  return { kind: "malformed", detail: errors[0]?.message ?? detail };
}

/** A record that the server will never take. */
export const neverTaken = ({ shown }: OutboxRecord, detail: string | null): Answered => ({
  result: { kind: "failed", attendedAt: null, checkedInBy: null, detail, receivedAt: steadyNow(), shown },
  told: null,
});
