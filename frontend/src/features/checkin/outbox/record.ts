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

/** One check-in or undo of this device, on its disk before anybody sees the verdict. Version 1 for good. */
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
  /** The ticket, by whichever is known: the whole SHA-256 of the normalised text (base64url, 43 characters; its second half is in no list), */
  hash: string | null;
  /** the attendee's id (listed, or found by name), */
  attendeeId: number | null;
  /** or the first 100 characters of a text that is no ticket. */
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
}
