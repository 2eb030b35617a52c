import type { Certainty, DoorVerdict } from "@/features/checkin/decision/facts";

/** What happened to a record at the server. Times are ms since 1970. */
export interface OutboxResult {
  /** `failed`: the server answered, and will not take it, for a reason that is not the ticket's. */
  kind: "admitted" | "already" | "unknown" | "invalid" | "other_event" | "marked_absent" | "failed";
  /** When the guest came in, and who let them in, as the server has it. */
  attendedAt: string | null;
  checkedInBy: string | null;
  /** The name of the other event, or what the server said of a failure. */
  detail: string | null;
  receivedAt: number;
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
  /** The first 100 characters of a text that is no ticket. */
  text: string | null;
  /** When it was read: the device's wall clock, its monotonic clock since the page began, and server minus device in ms where known. */
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
  /** When its event is over, where the server's answer told the day: until then it stays, acknowledged. */
  endsAt?: number;
}

/** What a door says of a reading. The outbox adds the rest. */
export type NewRecord = Omit<
  OutboxRecord,
  "version" | "sequence" | "shown" | "shownAt" | "certainty" | "asOf" | "result" | "isSeen" | "endsAt"
>;

/** A ticket by whichever is known of it. */
export type TicketName = Pick<OutboxRecord, "hash" | "attendeeId"> & { text?: string | null };

/**
 * Two states of one record as one. Tabs change the same record at the same time, so nothing that either knows is lost,
 * in whichever order their news comes.
 */
export function mergedRecords(one: OutboxRecord, other: OutboxRecord): OutboxRecord {
  const { shown, shownAt, certainty, asOf } = (other.shownAt ?? 0) > (one.shownAt ?? 0) ? other : one;
  const results = [one.result, other.result].filter((result) => result !== null);
  const [result = null] = results.sort((a, b) => a.receivedAt - b.receivedAt);
  const endsAt = one.endsAt ?? other.endsAt;
  return {
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
  };
}

/** Oldest first, as the server is to hear of them. */
export const inOrder = (records: Iterable<OutboxRecord>): OutboxRecord[] =>
  [...records].sort((a, b) => a.at - b.at || a.sequence - b.sequence);

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
