import { checkedInBy, checkedInHere } from "@/features/checkin/copy";
import type { Guest, Verdict } from "@/features/checkin/verdict/verdict";
import { today } from "@/lib/clock";
import { formatTimeOfDay, formatTimestamp, toIsoDate } from "@/lib/event-date";

/** `19:42`, or the date as well when it was not today. */
export function momentOf(timestamp: string): string {
  const isToday = toIsoDate(new Date(timestamp)) === toIsoDate(today());
  return isToday ? formatTimeOfDay(timestamp) : formatTimestamp(timestamp);
}

/** Who let a guest in: a helper at their door, or a member of staff; null where nobody knows. */
export const letInBy = ({ scanner, checkInDoor }: Pick<Guest, "scanner" | "checkInDoor">): string | null =>
  checkInDoor?.helper ? `${checkInDoor.helper}, ${checkInDoor.door}` : (scanner?.fullName ?? null);

/** When a guest who is in already came in, and by whom or where; null where nobody knows. */
export function sinceOf(verdict: Verdict): string | null {
  if (verdict.kind !== "already") return null;
  const { hereSince, attendee } = verdict;
  if (hereSince) return checkedInHere(momentOf(hereSince));
  return attendee?.attendedAt ? checkedInBy(momentOf(attendee.attendedAt), letInBy(attendee)) : null;
}
