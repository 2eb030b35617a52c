import type { Certainty, Direction, DoorVerdict } from "@/features/door/core/decide";
import { SAVED_TEXT_MAX } from "@/features/door/core/rules";
import type { Generation } from "@/features/door/outbox/data-generation";
import { steadyNow } from "@/lib/clock";

/** The kinds of results. `turned_away`: the ticket is valid, but the guest was not admitted. */
export const RESULT_KINDS = [
  "admitted",
  "already",
  "unknown",
  "invalid",
  "other_event",
  "marked_absent",
  "turned_away",
  "left",
  "not_inside",
  "exits_not_counted",
  "exit_undone",
  "reentry_not_allowed",
  "wrong_ticket_type",
  "not_entered",
  "full",
] as const;

/** The server's result for a record. Times are ms since 1970. */
export interface OutboxResult {
  /** `failed`: rejected for another reason than the ticket. */
  kind: (typeof RESULT_KINDS)[number] | "failed";
  /** The server's entry time and person. */
  attendedAt: string | null;
  checkedInBy: string | null;
  /** When an admitted guest had left before. */
  leftAt?: string | null;
  /** The name of the other event, or the reason of a failure. */
  detail: string | null;
  receivedAt: number;
  /** The verdict that the server knew; omitted if it answered the scan itself. */
  shown?: OutboxRecord["shown"];
  isConflict?: boolean;
}

/** A check-in or undo of this device, on disk before its verdict is shown. Permanently version 1. */
export interface OutboxRecord {
  version: 1;
  kind: "check_in" | "undo";
  /** The direction of the scan, or of the one that an undo reverts. */
  direction?: Direction;
  /** The check-in list; absent for the entrance. */
  listId?: number;
  /** The scan's idempotencyKey. Never renewed. */
  key: string;
  /** Counts up per device. */
  sequence: number;
  /** The user and grant of the record. */
  userId: number;
  grantId: number | null;
  eventId: number | null;
  device: string | null;
  /** SHA-256 of the normalised text, base64url, 43 characters. Guest lists have only the first half. */
  hash: string | null;
  /** If the list has the ticket, or the guest was found by name. */
  attendeeId: number | null;
  /** First 100 characters of a text that is not a ticket, until the server has answered. */
  text: string | null;
  /**
   * Time of the scan: by the page's steady clock, by its monotonic clock, and the server's offset from the steady
   * clock in ms, if known.
   */
  at: number;
  monotonic: number;
  clockOffset: number | null;
  /** The verdict shown; null until then. */
  shown: DoorVerdict["kind"] | null;
  shownAt: number | null;
  certainty: Certainty | null;
  /** `asOf` of the list that was used. */
  asOf: number | null;
  undoes: string | null;
  /** Null until answered. The record stays until its event is over. */
  result: OutboxResult | null;
  isSeen: boolean;
  /** The listed hash of an attendee id, because a restore may reassign the id. */
  listedHash?: string;
  /**
   * The data generation that contains this record, as known when it was created or uploaded, and the time of that.
   */
  lineage?: Generation & { at: number };
  /** End of the event, if the server reported its date. The record stays until then. */
  endsAt?: number;
}

/** User and grant: the server accepts or refuses all their records together. */
export const originKey = ({ userId, grantId }: Pick<OutboxRecord, "userId" | "grantId">): string =>
  `${userId} ${grantId}`;

export type NewRecord = Omit<
  OutboxRecord,
  "version" | "sequence" | "shown" | "shownAt" | "certainty" | "asOf" | "result" | "isSeen" | "endsAt"
>;

export type ShownVerdict = Pick<OutboxRecord, "certainty" | "asOf"> & { shown: DoorVerdict["kind"] };

/** The database numbers it. */
export const newRecord = (scan: NewRecord): OutboxRecord => ({
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

/** The latest verdict wins, even if the clock was set back. */
export const withVerdict = (record: OutboxRecord, seen: ShownVerdict): OutboxRecord => ({
  ...record,
  ...seen,
  shownAt: Math.max(steadyNow(), (record.shownAt ?? 0) + 1),
});

/** True once the door or a person has decided. */
export const isDecided = ({ shown }: Pick<OutboxRecord, "shown">): boolean =>
  shown !== null && shown !== "undecided";

/** The text, if it was saved completely. */
export const wholeText = ({ text }: OutboxRecord): string | null =>
  text !== null && text.length < SAVED_TEXT_MAX ? text : null;

/** A ticket by whatever is known of it. */
export type TicketRef = Pick<OutboxRecord, "hash" | "attendeeId"> & { text?: string | null };

/** Merges two states of a record. Tabs change it at the same time, so the order of their updates must not matter. */
export function mergeRecords(one: OutboxRecord, other: OutboxRecord): OutboxRecord {
  const { shown, shownAt, certainty, asOf } = (other.shownAt ?? 0) > (one.shownAt ?? 0) ? other : one;
  const result = winningResult(one.result, other.result);
  const endsAt = one.endsAt ?? other.endsAt;
  const lineage = (other.lineage?.at ?? 0) > (one.lineage?.at ?? 0) ? other.lineage : one.lineage;
  const merged: OutboxRecord = {
    ...one,
    sequence: Math.max(one.sequence, other.sequence),
    attendeeId: one.attendeeId ?? other.attendeeId,
    shown,
    shownAt,
    certainty,
    asOf,
    result,
    isSeen: one.isSeen || other.isSeen,
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(lineage === undefined ? {} : { lineage }),
  };
  return hasObsoleteText(merged) || other.text === null ? { ...merged, text: null } : merged;
}

/**
 * The text may be personal, such as a contact card. Once synced, the hash identifies the scan (contract
 * 4.outbox.520).
 */
export const hasObsoleteText = (record: OutboxRecord): boolean =>
  record.text !== null && !needsSync(record, null);

/** The earlier result wins, unless the server knew the door's verdict: then the latest of those results. */
function winningResult(one: OutboxResult | null, other: OutboxResult | null): OutboxResult | null {
  if (!one || !other) return one ?? other;
  const knowsVerdict = one.shown !== undefined;
  if (knowsVerdict !== (other.shown !== undefined)) return knowsVerdict ? one : other;
  const [first, last] = other.receivedAt < one.receivedAt ? [other, one] : [one, other];
  return knowsVerdict ? last : first;
}

/** True for the outcomes that move a guest: in, or out. */
export const isMove = (outcome: string | null | undefined): boolean =>
  outcome === "admitted" || outcome === "left";

/** True if the server knows whether the guest entered or left: it knew the verdict, or the verdict was its own. */
function knowsOutcome(record: OutboxRecord, result: OutboxResult): boolean {
  const { shown, certainty } = record;
  if (!isDecided(record)) return true;
  // The refusal before 'Let in anyway' may have been uploaded, with the response lost.
  if (shown === "admitted" && certainty === "none" && result.shown === undefined) return false;
  const known = result.shown && result.shown !== "undecided" ? result.shown : result.kind;
  return isMove(shown) === isMove(known);
}

/** Without HTTPS there is no hash, and nothing identifies a refused scan once its text is deleted. */
const hasTicketRef = ({ hash, attendeeId, text }: OutboxRecord): boolean =>
  hash !== null || attendeeId !== null || text !== null;

/**
 * True if the record must be uploaded (again): no result yet, the result ignores the door's verdict, or a restored
 * backup lost it.
 */
export function needsSync(record: OutboxRecord, known: Generation | null): boolean {
  const { kind, result, lineage } = record;
  if (!result) return true;
  if (kind === "check_in" && !hasTicketRef(record)) return false;
  if (kind === "check_in" && !knowsOutcome(record, result)) return true;
  if (!lineage || !known) return false;
  return lineage.epoch === known.epoch && lineage.restored !== known.restored;
}

/** Door time by the server's clock. The device's clock may have been set in between. */
export const doorTime = ({ at, clockOffset }: Pick<OutboxRecord, "at" | "clockOffset">): number =>
  at + (clockOffset ?? 0);

export const byDoorTime = (one: OutboxRecord, other: OutboxRecord): number =>
  doorTime(one) - doorTime(other) || one.sequence - other.sequence;

export const inOrder = (records: Iterable<OutboxRecord>): OutboxRecord[] => [...records].sort(byDoorTime);

/** True if the guest entered or left, as far as this device knows. */
export const isEntryOrExit = ({ kind, shown, result }: OutboxRecord): boolean =>
  kind === "check_in" && (isMove(shown) || isMove(result?.kind));

/** Entries, exits and undos are counted on the screen; refusals are not (contract 4). */
export const isCounted = (record: OutboxRecord): boolean => record.kind === "undo" || isEntryOrExit(record);

/** The ticket's attendee and the date of its event (YYYY-MM-DD). */
export interface ServerTicketInfo {
  attendeeId: number;
  eventDate: string | null;
}

/** The device could not save the record. It is in memory and is sent while the page stays open. */
export class NotSaved extends Error {
  readonly record: OutboxRecord;

  constructor(record: OutboxRecord, cause: unknown) {
    super("The check-in could not be saved on this device", { cause });
    this.name = "NotSaved";
    this.record = record;
  }
}
