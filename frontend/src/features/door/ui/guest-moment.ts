import {
  alreadyInSince,
  CHECK_AGAIN,
  checkedInBy,
  checkedInHere,
  leftAtText,
  NOT_ARRIVED,
  ticketOf,
} from "@/features/door/copy";
import type { CheckAgain, ContradictedGuest } from "@/features/door/core/contradiction";
import type { Verdict, VisibleVerdict } from "@/features/door/core/verdict";
import { letInBy } from "@/features/door/outbox/result";
import { today } from "@/lib/clock";
import { formatTimeOfDay, formatTimestamp, toIsoDate } from "@/lib/event-date";

/** `19:42`, with the date if it was not today. */
export function momentOf(timestamp: string): string {
  const isToday = toIsoDate(new Date(timestamp)) === toIsoDate(today());
  return isToday ? formatTimeOfDay(timestamp) : formatTimestamp(timestamp);
}

/** Time and place of an earlier check-in or exit, or null. */
export function sinceOf(verdict: Verdict): string | null {
  if ("leftAt" in verdict && verdict.leftAt) return leftAtText(momentOf(verdict.leftAt));
  if (verdict.kind === "not_inside") return NOT_ARRIVED;
  if (verdict.kind !== "already") return null;
  const { hereSince, attendee } = verdict;
  if (hereSince) return checkedInHere(momentOf(hereSince));
  return attendee?.attendedAt ? checkedInBy(momentOf(attendee.attendedAt), letInBy(attendee)) : null;
}

/** The message of a contradiction (contract 4.offline.7). */
export function checkAgainText(again: CheckAgain): string {
  switch (again.kind) {
    case "already_in":
      return alreadyInSince(again.attendedAt && momentOf(again.attendedAt), again.checkedInBy);
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
