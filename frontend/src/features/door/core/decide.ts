import type { Certainty, Decision, DoorVerdict, Facts, ServerAnswer } from "@/features/door/core/facts";

/** The server's answer names the times, people and events itself. */
const ANSWERED: Record<ServerAnswer, DoorVerdict> = {
  admitted: { kind: "admitted" },
  already: { kind: "already", since: null, by: null, here: false },
  unknown: { kind: "not_on_list" },
  invalid: { kind: "invalid" },
  other_event: { kind: "other_event", eventId: null },
};

const by = (certainty: Certainty, verdict: DoorVerdict): Decision => ({ verdict, certainty, age: null });

/** The server may count a check-in from a moment after it was read: no later one is closer than this. */
const LATER_MS = 2000;

/**
 * Whether this door's own check-in still counts. It does until the list, read after the server took it, says that the
 * guest was marked absent since, or has come in again elsewhere; where the server has not taken it, until the list has
 * either of a later moment.
 */
function isOwnValid({ own, list }: Facts): boolean {
  const ticket = list?.ticket;
  if (!own || !list || ticket === "cancelled") return false;
  const isListNewer = own.deliveredAt !== null && list.asOf > own.deliveredAt;
  if (!ticket) return true;
  if (!isListNewer) return (ticket.attendedAt ?? ticket.markedAbsentAt ?? 0) <= own.at + LATER_MS;
  return ticket.attendedAt !== null && ticket.attendedAt <= (own.deliveredAt ?? 0);
}

/** What a door says of a ticket, and what that rests on (contract 4, decision_vectors.json). */
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
