import { today } from "@/lib/clock";
import { formatTimeOfDay, formatTimestamp, toIsoDate } from "@/lib/event-date";

/** `19:42`, or the date as well when it was not today. */
export function momentOf(timestamp: string): string {
  const isToday = toIsoDate(new Date(timestamp)) === toIsoDate(today());
  return isToday ? formatTimeOfDay(timestamp) : formatTimestamp(timestamp);
}
