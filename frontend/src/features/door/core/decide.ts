import { CLOCK_TOLERANCE_MS } from "@/features/door/core/rules";

/** Times, people and events come with the response itself. */
const ANSWERED: Record<ServerAnswer, DoorVerdict> = {
  admitted: { kind: "admitted" },
  already: { kind: "already", since: null, by: null, here: false },
  unknown: { kind: "not_on_list" },
  invalid: { kind: "invalid" },
  other_event: { kind: "other_event", eventId: null },
};

const by = (certainty: Certainty, verdict: DoorVerdict): Decision => ({ verdict, certainty, age: null });

/**
 * True while this door's own check-in counts. A list from after the upload ends it if the guest was marked absent or
 * admitted elsewhere since; before the upload, a list with a later change does.
 */
function isOwnValid({ own, list }: Facts): boolean {
  const ticket = list?.ticket;
  if (!own || !list || ticket === "cancelled") return false;
  const isListNewer = own.deliveredAt !== null && list.asOf > own.deliveredAt;
  if (!ticket) return true;
  if (!isListNewer) return (ticket.attendedAt ?? ticket.markedAbsentAt ?? 0) <= own.at + CLOCK_TOLERANCE_MS;
  return ticket.attendedAt !== null && ticket.attendedAt <= (own.deliveredAt ?? 0);
}

/** Decides a ticket from the facts (contract 4, decision_vectors.json). */
export function decide(facts: Facts): Decision {
  const { now, eventId, answer, list, own, text } = facts;
  if (answer) return by("confirmed", ANSWERED[answer]);
  if (!list || eventId === null) return by("none", { kind: "undecided" });
  if (own && isOwnValid(facts)) {
    return by("this_door", { kind: "already", since: own.at, by: null, here: true });
  }

  const byList = (verdict: DoorVerdict): Decision => ({
    verdict,
    certainty: "list",
    age: Math.max(0, now - list.asOf),
  });
  const { ticket } = list;
  if (ticket === "cancelled") return byList({ kind: "cancelled" });
  if (ticket?.attendedAt === null) return byList({ kind: "admitted" });
  if (ticket) {
    return byList({ kind: "already", since: ticket.attendedAt, by: ticket.checkedInBy, here: false });
  }
  if (text?.form === "other") return by("text", { kind: "invalid" });
  if (text && text.eventId !== eventId) return by("text", { kind: "other_event", eventId: text.eventId });
  return byList({ kind: "not_on_list" });
}

/** Facts of a decision, as plain values for the test vectors. Times are ms since 1970 by the server's clock. */
export interface Facts {
  now: number;
  /** Null for all events. */
  eventId: number | null;
  /** The server's decision, if it came in time. */
  answer: ServerAnswer | null;
  /** The guest list on this device, and the ticket on it. */
  list: { asOf: number; ticket: ListedState | null } | null;
  /** This device's last entry of the ticket that was not undone. */
  own: { at: number; deliveredAt: number | null } | null;
  /** Format of the text; null for a guest found by name. */
  text: { form: "ours"; eventId: number } | { form: "other" } | null;
}

/**
 * A listed ticket; `cancelled` was deleted on the server after the list had it. `markedAbsentAt` is the last time
 * that an absent guest was marked absent.
 */
export type ListedState =
  | { attendedAt: number | null; checkedInBy: string | null; markedAbsentAt?: number | null }
  | "cancelled";

export type ServerAnswer = "admitted" | "already" | "unknown" | "invalid" | "other_event";

/** For a confirmed `already` or `other_event` the response has the details. */
export type DoorVerdict =
  | { kind: "admitted" }
  /** `here`: this door admitted the guest. */
  | { kind: "already"; since: number | null; by: string | null; here: boolean }
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
