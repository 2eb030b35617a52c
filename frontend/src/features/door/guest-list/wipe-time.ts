import { parseIsoDate } from "@/lib/event-date";

/** contract 9: the hour of the day after the event at which its list is wiped. */
const WIPED_AT_HOUR = 17;

/** When the list of an event of this day is wiped, in milliseconds since 1970 (the device's zone). */
export function wipedAt(date: string): number {
  const day = parseIsoDate(date);
  if (!day) return Number.POSITIVE_INFINITY;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, WIPED_AT_HOUR).getTime();
}
