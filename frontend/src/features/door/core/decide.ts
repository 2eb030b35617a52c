import { CLOCK_TOLERANCE_MS } from "@/features/door/core/rules";

/** Times, people and events come with the response itself. */
const ANSWERED = {
  admitted: { kind: "admitted" },
  already: { kind: "already", since: null, by: null, here: false },
  already_left: { kind: "already_left", leftAt: null },
  wrong_ticket_type: { kind: "wrong_ticket_type" },
  not_entered: { kind: "not_entered" },
  full: { kind: "full" },
  left: { kind: "left" },
  not_inside: { kind: "not_inside", leftAt: null },
  unknown: { kind: "not_on_list" },
  invalid: { kind: "invalid" },
  other_event: { kind: "other_event", eventId: null },
} as const satisfies Record<string, DoorVerdict>;

/** The server's decision on a ticket. */
export type ServerAnswer = keyof typeof ANSWERED;

export const isServerAnswer = (kind: string): kind is ServerAnswer => kind in ANSWERED;

const by = (certainty: Certainty, verdict: DoorVerdict): Decision => ({ verdict, certainty, age: null });

/** Time of the last change of a listed ticket; 0 if none is known. */
const changedAt = ({ leftAt, attendedAt, markedAbsentAt }: ListedTicketState): number =>
  leftAt ?? attendedAt ?? markedAbsentAt ?? 0;

/**
 * True while this door's own entry or exit counts. A list from after the upload ends an exit; it ends an entry if the
 * guest was marked absent, left, or was admitted elsewhere since. Before the upload, a list with a later change does.
 */
function isOwnValid({ own, list }: Pick<Facts, "own" | "list">): boolean {
  const ticket = list?.ticket;
  if (!own || !list || ticket === "cancelled") return false;
  if (!ticket) return true;
  const isListNewer = own.deliveredAt !== null && list.asOf > own.deliveredAt;
  if (!isListNewer) return changedAt(ticket) <= own.at + CLOCK_TOLERANCE_MS;
  const isInside = ticket.attendedAt !== null && !ticket.leftAt;
  return !own.isExit && isInside && (ticket.attendedAt ?? 0) <= (own.deliveredAt ?? 0);
}

/** Presence by this door's own record, else by the list; null for a ticket that neither knows. */
export function presenceOf(facts: Pick<Facts, "own" | "list">): Presence | null {
  const { own } = facts;
  const ticket = facts.list?.ticket;
  if (own && isOwnValid(facts)) {
    return own.isExit
      ? { kind: "left", at: own.at, isHere: true }
      : { kind: "inside", since: own.at, by: null, isHere: true };
  }
  if (!ticket || ticket === "cancelled") return null;
  const { attendedAt, leftAt, checkedInBy } = ticket;
  if (attendedAt === null) return { kind: "absent", isHere: false };
  return leftAt
    ? { kind: "left", at: leftAt, isHere: false }
    : { kind: "inside", since: attendedAt, by: checkedInBy, isHere: false };
}

function entryVerdict(presence: Presence, facts: Facts): DoorVerdict {
  const { reentry = true, isTypeAdmitted = true, hasEntered = true, isFull = false } = facts;
  if (presence.kind === "inside")
    return { kind: "already", since: presence.since, by: presence.by, here: presence.isHere };
  if (!isTypeAdmitted) return { kind: "wrong_ticket_type" };
  if (!hasEntered) return { kind: "not_entered" };
  if (presence.kind === "left" && !reentry) return { kind: "already_left", leftAt: presence.at };
  if (isFull) return { kind: "full" };
  return presence.kind === "left" ? { kind: "admitted", leftAt: presence.at } : { kind: "admitted" };
}

function exitVerdict(presence: Presence): DoorVerdict {
  if (presence.kind === "inside") return { kind: "left" };
  return { kind: "not_inside", leftAt: presence.kind === "left" ? presence.at : null };
}

/** Decides a ticket from the facts (contract 4, decision_vectors.json). */
export function decide(facts: Facts): Decision {
  const { now, eventId, answer, list, text } = facts;
  if (answer) return by("confirmed", ANSWERED[answer]);
  if (!list || eventId === null) return by("none", { kind: "undecided" });

  const byList = (verdict: DoorVerdict): Decision => ({
    verdict,
    certainty: "list",
    age: Math.max(0, now - list.asOf),
  });
  if (list.ticket === "cancelled") return byList({ kind: "cancelled" });
  const presence = presenceOf(facts);
  if (presence) {
    const verdict = isExit(facts) ? exitVerdict(presence) : entryVerdict(presence, facts);
    return presence.isHere ? by("this_door", verdict) : byList(verdict);
  }
  if (text?.form === "other") return by("text", { kind: "invalid" });
  if (text && text.eventId !== eventId) return by("text", { kind: "other_event", eventId: text.eventId });
  return byList({ kind: "not_on_list" });
}

/** The direction of a scan or record; an absent one is 'in'. */
export type Direction = "in" | "out";

export const isExit = ({ direction }: { direction?: Direction | null | undefined }): boolean =>
  direction === "out";

/** Where a scan was made: the direction, and the check-in list; absent or null is the entrance. */
export interface DoorPlace {
  direction?: Direction | null | undefined;
  listId?: number | null | undefined;
}

/** The place as it is sent and stored: 'in' and the entrance are left out. */
export const placeFields = ({ direction, listId }: DoorPlace): { direction?: "out"; listId?: number } => ({
  ...(isExit({ direction }) ? { direction: "out" as const } : {}),
  ...(listId ? { listId } : {}),
});

export const isSameList = (one: DoorPlace, other: DoorPlace): boolean =>
  (one.listId ?? null) === (other.listId ?? null);

export const isSamePlace = (one: DoorPlace, other: DoorPlace): boolean =>
  isSameList(one, other) && isExit(one) === isExit(other);

/** Facts of a decision, as plain values for the test vectors. Times are ms since 1970 by the server's clock. */
export interface Facts {
  now: number;
  /** Null for all events. */
  eventId: number | null;
  /** The server's decision, if it came in time. */
  answer: ServerAnswer | null;
  /** The guest list on this device, and the ticket on it. */
  list: { asOf: number; ticket: ListedState | null } | null;
  /** This device's last entry or exit of the ticket that was not undone. */
  own: { at: number; deliveredAt: number | null; isExit?: boolean } | null;
  /** Format of the text; null for a guest found by name. */
  text: { form: "ours"; eventId: number } | { form: "other" } | null;
  direction?: Direction | undefined;
  /** False if a guest who left may not come back. */
  reentry?: boolean;
  /** False if the check-in list does not admit the ticket's type. */
  isTypeAdmitted?: boolean;
  /** False if the check-in list requires an entry at the entrance that is missing. */
  hasEntered?: boolean;
  /** True if the event stops at its capacity, which is reached. */
  isFull?: boolean;
}

/** `markedAbsentAt` is the last time that an absent guest was marked absent. */
interface ListedTicketState {
  attendedAt: number | null;
  checkedInBy: string | null;
  markedAbsentAt?: number | null;
  leftAt?: number | null;
}

/** A listed ticket; `cancelled` was deleted on the server after the list had it. */
export type ListedState = ListedTicketState | "cancelled";

/** `isHere`: by this door's own record. */
export type Presence = { isHere: boolean } & (
  | { kind: "absent" }
  | { kind: "inside"; since: number; by: string | null }
  | { kind: "left"; at: number }
);

/** For a confirmed verdict the response has the details. */
export type DoorVerdict =
  /** `leftAt`: the guest had left, and came back. */
  | { kind: "admitted"; leftAt?: number }
  /** `here`: this door admitted the guest. */
  | { kind: "already"; since: number | null; by: string | null; here: boolean }
  | { kind: "already_left"; leftAt: number | null }
  | { kind: "wrong_ticket_type" }
  | { kind: "not_entered" }
  | { kind: "full" }
  | { kind: "left" }
  /** `leftAt` is null for a guest who has not arrived. */
  | { kind: "not_inside"; leftAt: number | null }
  /** A valid-looking ticket of this event that is not on the list; confirmed, the server does not know it either. */
  | { kind: "not_on_list" }
  | { kind: "cancelled" }
  /** `eventId` is null if only the server knows it. */
  | { kind: "other_event"; eventId: number | null }
  | { kind: "invalid" }
  | { kind: "undecided" };

export type Certainty = "confirmed" | "list" | "this_door" | "text" | "none";

/** `age` of the list in ms, if the decision used it. */
export interface Decision {
  verdict: DoorVerdict;
  certainty: Certainty;
  age: number | null;
}
