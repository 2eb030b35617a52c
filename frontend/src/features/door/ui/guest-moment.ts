import { checkedInBy, checkedInHere } from "@/features/door/copy";
import type { Verdict } from "@/features/door/core/verdict";
import { letInBy } from "@/features/door/outbox/result";
import { today } from "@/lib/clock";
import { formatTimeOfDay, formatTimestamp, toIsoDate } from "@/lib/event-date";

/** `19:42`, or the date as well when it was not today. */
export function momentOf(timestamp: string): string {
  const isToday = toIsoDate(new Date(timestamp)) === toIsoDate(today());
  return isToday ? formatTimeOfDay(timestamp) : formatTimestamp(timestamp);
}

/** When a guest who is in already came in, and by whom or where; null where nobody knows. */
export function sinceOf(verdict: Verdict): string | null {
  if (verdict.kind !== "already") return null;
  const { hereSince, attendee } = verdict;
  if (hereSince) return checkedInHere(momentOf(hereSince));
  return attendee?.attendedAt ? checkedInBy(momentOf(attendee.attendedAt), letInBy(attendee)) : null;
}
