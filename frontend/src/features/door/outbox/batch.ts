import { ApiError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import type { DoorScanItem, DoorScanResult, DoorScans, DoorScansAnswer } from "@/api/types";
import { placeFields } from "@/features/door/core/decide";
import {
  type OutboxRecord,
  type OutboxResult,
  RESULT_KINDS,
  type ServerTicketInfo,
  wholeText,
} from "@/features/door/outbox/record";
import { lastSequence, unsentKeys, unsentOf } from "@/features/door/outbox/record-cache";
import { FOR_GOOD, isOurProblem, letInBy, REFUSALS } from "@/features/door/outbox/result";
import { steadyNow } from "@/lib/clock";

/** Records of one user, grant and event (contract 7.settle). */
export type Batch = readonly OutboxRecord[];

export type BatchOutcome =
  | { kind: "answered"; results: Results }
  /** The server requires a permitted user to sign in. */
  | { kind: "refused" }
  /** Our server failed on the batch, or rejects one of its records. Smaller batches may pass. */
  | { kind: "failing" | "malformed"; detail: string | null }
  /** No response of our server: stop sending. */
  | { kind: "unanswered" };

interface RecordResult {
  result: OutboxResult;
  ticket: ServerTicketInfo | null;
}
export type Results = ReadonlyMap<string, RecordResult>;

const NOT_COUNTED = "Not counted: the access of this device had ended.";

/** The verdict of a person who was shown the server's answer. */
const SHOWN_AS: Partial<Record<OutboxResult["kind"], NonNullable<OutboxRecord["shown"]>>> = {
  admitted: "admitted",
  already: "already",
  unknown: "not_on_list",
  invalid: "invalid",
  other_event: "other_event",
  left: "left",
  not_inside: "not_inside",
  reentry_not_allowed: "already_left",
  wrong_ticket_type: "wrong_ticket_type",
  not_entered: "not_entered",
  full: "full",
};

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

/** An undo refers to its ticket as its check-in does: by what was scanned, if anything was. */
function ticketRefOf(record: OutboxRecord): Partial<DoorScanItem> {
  const { hash, attendeeId, listedHash, shown } = record;
  const text = shown === "admitted" || shown === "left" ? null : wholeText(record);
  // The log shows the text of a refused scan.
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
    ...placeFields(record),
    ...ticketRefOf(record),
    ...seen,
  };
}

/** The request for a batch. `pending` counts the check-ins and undos that remain. */
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
    ...unsentKeys(left),
    lastSequence: lastSequence(),
    items,
  };
}

/** The result of one record. An unknown outcome of a later release is shown as failed. */
function recordResultOf(item: DoorScanResult, shown: OutboxRecord["shown"]): RecordResult {
  const {
    outcome,
    attendeeId,
    attendedAt = null,
    checkedInBy,
    checkInDoor,
    detail = null,
    eventDate = null,
    leftAt = null,
  } = item;
  const isKnown = (RESULT_KINDS as readonly string[]).includes(outcome);
  const result: OutboxResult = {
    kind: isKnown ? (outcome as OutboxResult["kind"]) : "failed",
    attendedAt,
    checkedInBy: letInBy({ scanner: checkedInBy, checkInDoor }),
    detail: outcome === "not_counted" ? NOT_COUNTED : detail,
    leftAt,
    receivedAt: steadyNow(),
    shown,
    isConflict: Boolean(item.conflict),
  };
  return { result, ticket: attendeeId ? { attendeeId, eventDate } : null };
}

/** The results in the server's response. A proxy's response counts as unanswered. */
export function outcomeOfBatch(batch: Batch, body: DoorScans, answer: { items?: unknown }): BatchOutcome {
  if (!Array.isArray(answer?.items)) return { kind: "unanswered" };
  const shownOf = new Map(body.items.map(({ key, shown }) => [key, shown as OutboxRecord["shown"]]));
  const results = (answer.items as DoorScanResult[]).filter(({ key }) => shownOf.has(key));
  if (results.length === 0 && batch.length > 0) return { kind: "unanswered" };
  const byKey = results.map(
    (item) => [item.key, recordResultOf(item, shownOf.get(item.key) ?? null)] as const,
  );
  return { kind: "answered", results: new Map(byKey) };
}

/** The outcome of a failed batch, by problem code. Never throws. */
export function outcomeOfBatchFailure(error: unknown): BatchOutcome {
  if (!(error instanceof ApiError) || !isOurProblem(error)) return { kind: "unanswered" };
  const { code, detail, errors } = error;
  if (REFUSALS.includes(code)) return { kind: "refused" };
  if (code === "internal_error") return { kind: "failing", detail };
  if (!FOR_GOOD.includes(code)) return { kind: "unanswered" };
  return { kind: "malformed", detail: errors[0]?.message ?? detail };
}

/** The result of a record that the server will never take. */
export const rejectedRecord = ({ shown }: OutboxRecord, detail: string | null): RecordResult => ({
  result: { kind: "failed", attendedAt: null, checkedInBy: null, detail, receivedAt: steadyNow(), shown },
  ticket: null,
});

/** Throws `ApiError`. */
export function sendDoorScans(body: DoorScans, signal: AbortSignal): Promise<DoorScansAnswer> {
  return unwrap(api.POST("/api/door/scans", { body, signal }));
}
