import { parseIsoDate } from "@/lib/event-date";

/** Hour of the day after the event (contract 9). */
const WIPED_AT_HOUR = 17;

/** When the list of an event is wiped, in ms since 1970 (device's zone). */
export function wipeTime(date: string): number {
  const day = parseIsoDate(date);
  if (!day) return Number.POSITIVE_INFINITY;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, WIPED_AT_HOUR).getTime();
}
