import {
  alreadyInSince,
  CAPACITY_REACHED,
  CHECK_AGAIN,
  checkedInBy,
  checkedInHere,
  leftAtText,
  NO_TYPE,
  NOT_ARRIVED,
  TO_ENTRANCE,
  ticketOf,
} from "@/features/door/copy";
import type { CheckAgain, ContradictedGuest } from "@/features/door/core/contradiction";
import type { Verdict, VisibleVerdict } from "@/features/door/core/verdict";
import { letInBy } from "@/features/door/outbox/result";
import { formatMoment } from "@/lib/event-date";

/** Time and place of an earlier check-in or exit, or why a list refuses the guest; or null. */
export function sinceOf(verdict: Verdict): string | null {
  if ("leftAt" in verdict && verdict.leftAt) return leftAtText(formatMoment(verdict.leftAt));
  if (verdict.kind === "not_inside") return NOT_ARRIVED;
  if (verdict.kind === "not_entered") return TO_ENTRANCE;
  if (verdict.kind === "full") return CAPACITY_REACHED;
  if (verdict.kind === "wrong_ticket_type") return verdict.attendee?.ticketType ? null : NO_TYPE;
  if (verdict.kind !== "already") return null;
  const { hereSince, attendee } = verdict;
  if (hereSince) return checkedInHere(formatMoment(hereSince));
  return attendee?.attendedAt ? checkedInBy(formatMoment(attendee.attendedAt), letInBy(attendee)) : null;
}

/** The message of a contradiction (contract 4.offline.7). */
export function checkAgainText(again: CheckAgain): string {
  switch (again.kind) {
    case "already_in":
      return alreadyInSince(again.attendedAt && formatMoment(again.attendedAt), again.checkedInBy);
    case "cancelled":
      return CHECK_AGAIN.cancelled;
    case "not_known":
      return CHECK_AGAIN.notKnown;
    case "other_event":
      return ticketOf(again.name);
    case "let_in":
      return CHECK_AGAIN.letIn;
    case "failed":
      return again.detail ?? CHECK_AGAIN.failed;
  }
}

/** The contradiction for the guest on the screen, or null. */
export function againOf(guests: readonly ContradictedGuest[], shown: VisibleVerdict | null): string | null {
  const guest = guests.find(({ key }) => key === shown?.scan?.idempotencyKey);
  return guest ? checkAgainText(guest.again) : null;
}
