import { today } from "@/lib/clock";
import { dateFormat, weekdayFormat } from "@/lib/intl";

/**
 * Dates of events are calendar days at the venue (`YYYY-MM-DD`, contract 3), never instants. They are read as
 * local days: `new Date("2026-11-21")` would be midnight in London and the day before in Melbourne's evening.
 */
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns the local day, or null if there is no such day. */
export function localDay(year: number, month: number, day: number): Date | null {
  const date = new Date(year, month - 1, day);
  // A two-digit year would become 19xx, 31 February a day in March.
  const exists = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return exists ? date : null;
}

/** Parses `YYYY-MM-DD` to a local day; null if there is no such day. */
export function parseIsoDate(text: string): Date | null {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  return year && month && day ? localDay(Number(year), Number(month), Number(day)) : null;
}

export const plusDays = (day: Date, count: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);

/** `YYYY-MM-DD` of a local day. */
export function toIsoDate(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  return `${year}-${month}-${day}`;
}

/** `Sat 21 Nov 2026`; a text that is no date stays unchanged. */
export function formatEventDate(isoDate: string): string {
  return parseIsoDate(isoDate) ? weekdayFormat()(Date.parse(isoDate)) : isoDate;
}

/** `Sat 21 Nov 2026 at 19:30`, or the date alone without a time (contract 2). */
export function formatEventMoment(isoDate: string, time: string | null): string {
  const day = formatEventDate(isoDate);
  return time ? `${day} at ${formatEventTime(time)}` : day;
}

/** A day within a longer date. */
export const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const clockTime = dateFormat({});
const dayAndTime = dateFormat(DAY);
const venueTime = dateFormat({ timeZone: "UTC" });

/** `19:30`, or `7:30 pm`, from an event's `HH:MM`. */
export function formatEventTime(time: string): string {
  return venueTime().format(Date.parse(`2026-01-01T${time}Z`));
}

/** A timestamp of the server, or milliseconds since 1970. */
type Instant = string | number | Date;

/** `19:42` in the device's zone (contract 10.wire.3). */
export function formatTimeOfDay(at: Instant): string {
  return clockTime().format(new Date(at));
}

/** `21 Nov 2026, 19:42` in the device's zone (contract 10.wire.3). */
export function formatTimestamp(at: Instant): string {
  return dayAndTime().format(new Date(at));
}

/** `19:42`, with the date if it was not today. */
export function formatMoment(at: Instant): string {
  const isToday = toIsoDate(new Date(at)) === toIsoDate(today());
  return isToday ? formatTimeOfDay(at) : formatTimestamp(at);
}
