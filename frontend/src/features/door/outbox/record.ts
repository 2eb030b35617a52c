import type { Certainty, DoorVerdict } from "@/features/door/core/facts";
import { KEPT_TEXT_MAX } from "@/features/door/core/rules";
import type { Lineage } from "@/features/door/outbox/data-generation";
import { steadyNow } from "@/lib/clock";

/** What happened to a record at the server. Times are ms since 1970. */
export interface OutboxResult {
  /** `failed`: the server answered, and will not take it, for a reason that is not the ticket's. */
  kind:
    | "admitted"
    | "already"
    | "unknown"
    | "invalid"
    | "other_event"
    | "marked_absent"
    /** The ticket is valid, and nobody was in by it. */
    | "turned_away"
    | "failed";
  /** When the guest came in, and who let them in, as the server has it. */
  attendedAt: string | null;
  checkedInBy: string | null;
  /** The name of the other event, or what the server said of a failure. */
  detail: string | null;
  receivedAt: number;
  /** What the door had shown, where the server was told; left out where it answered the door itself. */
  shown?: OutboxRecord["shown"];
  /** The server has it among the conflicts. */
  isConflict?: boolean;
}

/** One check-in or undo of this device, on its disk before a person sees the verdict. Version 1 for good. */
export interface OutboxRecord {
  version: 1;
  kind: "check_in" | "undo";
  /** The scan's idempotencyKey. Never renewed. */
  key: string;
  /** Counts up on this device. */
  sequence: number;
  /** Who made it; the door's grant, once there is one. */
  userId: number;
  grantId: number | null;
  eventId: number | null;
  /** The name of the door. */
  device: string | null;
  /** The whole SHA-256 of the normalised text: base64url, 43 characters. Its second half is in no list. */
  hash: string | null;
  /** Where the list knows the ticket, or the guest was found by name. */
  attendeeId: number | null;
  /** The first 100 characters of a text that is no ticket, until the server has answered. */
  text: string | null;
  /** When it was read: by the page's steady clock, by its monotonic one since it began, and how far the server's is ahead of the steady one in ms, where known. */
  at: number;
  monotonic: number;
  clockOffset: number | null;
  /** What the person at the door saw; null until then. */
  shown: DoorVerdict["kind"] | null;
  shownAt: number | null;
  certainty: Certainty | null;
  /** Of the list that it rests on. */
  asOf: number | null;
  /** An undo: the key of the check-in that it takes back. */
  undoes: string | null;
  /** Null while it waits. It stays, acknowledged, until its event is over. */
  result: OutboxResult | null;
  /** 'Check Again' was dismissed. */
  isSeen: boolean;
  /** Beside an attendee's id, the hash that the list had for it: after a restore the id may be another guest's. */
  listedHash?: string;
  /** Whose data have it: those known when it was made or, later, when the server took it; and when that was. */
  lineage?: Lineage & { at: number };
  /** When its event is over, where the server's answer told the day: until then it stays, acknowledged. */
  endsAt?: number;
}

/** Who made a record, and by which grant: the server takes or refuses all of it together. */
export const makerOf = ({ userId, grantId }: Pick<OutboxRecord, "userId" | "grantId">): string =>
  `${userId} ${grantId}`;

/** What a door says of a reading. The outbox adds the rest. */
export type NewRecord = Omit<
  OutboxRecord,
  "version" | "sequence" | "shown" | "shownAt" | "certainty" | "asOf" | "result" | "isSeen" | "endsAt"
>;

/** What the person at the door is told of a reading. */
export type SeenVerdict = Pick<OutboxRecord, "certainty" | "asOf"> & { shown: DoorVerdict["kind"] };

/** A record as it begins. The database numbers it. */
export const unseenRecord = (scan: NewRecord): OutboxRecord => ({
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

/** The last verdict counts, also where the clock was set back meanwhile. */
export const withSeen = (record: OutboxRecord, seen: SeenVerdict): OutboxRecord => ({
  ...record,
  ...seen,
  shownAt: Math.max(steadyNow(), (record.shownAt ?? 0) + 1),
});

/** The text of a record, where all of it was kept. */
export const wholeText = ({ text }: OutboxRecord): string | null =>
  text !== null && text.length < KEPT_TEXT_MAX ? text : null;

/** A ticket by whichever is known of it. */
export type TicketName = Pick<OutboxRecord, "hash" | "attendeeId"> & { text?: string | null };

/**
 * Two states of one record as one. Tabs change the same record at the same time, so nothing that either knows is lost,
 * in whichever order their news comes.
 */
export function mergedRecords(one: OutboxRecord, other: OutboxRecord): OutboxRecord {
  const { shown, shownAt, certainty, asOf } = (other.shownAt ?? 0) > (one.shownAt ?? 0) ? other : one;
  const result = answerOf(one.result, other.result);
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
  return hasSpareText(merged) || other.text === null ? { ...merged, text: null } : merged;
}

/** A text may be somebody's contact card. Once the server has it, the hash names the reading (contract 4.outbox.520). */
export const hasSpareText = (record: OutboxRecord): boolean => record.text !== null && !isOwed(record, null);

/** Of two answers the first; but the latest of those that the server gave knowing what the door had shown. */
function answerOf(one: OutboxResult | null, other: OutboxResult | null): OutboxResult | null {
  if (!one || !other) return one ?? other;
  const isTold = one.shown !== undefined;
  if (isTold !== (other.shown !== undefined)) return isTold ? one : other;
  const [first, last] = other.receivedAt < one.receivedAt ? [other, one] : [one, other];
  return isTold ? last : first;
}

/** Whether the server knows whether the guest went in: it was told what the door showed, or the door showed its answer. */
function isTold(shown: OutboxRecord["shown"], result: OutboxResult): boolean {
  if (shown === null || shown === "undecided") return true;
  const wasIn = result.shown && result.shown !== "undecided" ? result.shown : result.kind;
  return (shown === "admitted") === (wasIn === "admitted");
}

/** Without HTTPS there is no hash, and nothing names a refused text once it is gone. */
const isNamed = ({ hash, attendeeId, text }: OutboxRecord): boolean =>
  hash !== null || attendeeId !== null || text !== null;

/**
 * Whether the server has still to hear of a record: it has not answered, it decided otherwise than the door showed, or its
 * data are of an older backup now.
 */
export function isOwed(record: OutboxRecord, known: Lineage | null): boolean {
  const { kind, shown, result, lineage } = record;
  if (!result) return true;
  if (kind === "check_in" && !isNamed(record)) return false;
  if (kind === "check_in" && !isTold(shown, result)) return true;
  if (!lineage || !known) return false;
  return lineage.epoch === known.epoch && lineage.restored !== known.restored;
}

/** The moment of a record by the server's clock: the device's may have been set between two of them. */
export const doorTime = ({ at, clockOffset }: Pick<OutboxRecord, "at" | "clockOffset">): number =>
  at + (clockOffset ?? 0);

/** Oldest first, as the server is to hear of them. */
export const byDoorTime = (one: OutboxRecord, other: OutboxRecord): number =>
  doorTime(one) - doorTime(other) || one.sequence - other.sequence;

export const inOrder = (records: Iterable<OutboxRecord>): OutboxRecord[] => [...records].sort(byDoorTime);

/** Whether a guest was let in by it, as far as this device knows. */
export const isLetIn = ({ kind, shown, result }: OutboxRecord): boolean =>
  kind === "check_in" && (shown === "admitted" || result?.kind === "admitted");

/** contract 4: let-ins and undos are counted on the screen; refusals travel silently. */
export const isCounted = (record: OutboxRecord): boolean => record.kind === "undo" || isLetIn(record);

/** What the server said besides the result: who the ticket is, and the day of its event (YYYY-MM-DD). */
export interface ToldTicket {
  attendeeId: number;
  eventDate: string | null;
}

/** The device did not take a record. It is in memory, and is sent while the page stays open. */
export class NotSaved extends Error {
  readonly record: OutboxRecord;

  constructor(record: OutboxRecord, cause: unknown) {
    super("The check-in could not be saved on this device", { cause });
    this.name = "NotSaved";
    this.record = record;
  }
}
