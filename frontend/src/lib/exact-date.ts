import { today } from "@/lib/clock";
import { DAY, formatEventMoment, formatEventTime } from "@/lib/event-date";
import { dateFormat } from "@/lib/intl";

/** Forms of a date that the scanner does not need. */
const exactTime = dateFormat({ ...DAY, second: "2-digit" });
const dayOnly = dateFormat(DAY, false);

/** `Sat 21 Nov 2026 at 19:30 to 23:00`; without an end or a time as `formatEventMoment`. */
export function formatEventSpan(
  isoDate: string,
  time: string | null,
  endTime: string | null | undefined,
): string {
  const moment = formatEventMoment(isoDate, time);
  return time && endTime ? `${moment} to ${formatEventTime(endTime)}` : moment;
}

/** `21 Nov 2026` in the device's zone (contract 10.wire.3). */
export function formatDayOf(timestamp: string): string {
  return dayOnly().format(new Date(timestamp));
}

/** `21 Nov 2026, 19:42:07`, if two may have the same minute. */
export function formatExactTimestamp(timestamp: string): string {
  return exactTime().format(new Date(timestamp));
}

/** `21 Nov 2027`: an example of a date as people type it here, in the next year. */
export const exampleDate = (): string => dayOnly().format(new Date(today().getFullYear() + 1, 10, 21));
