/**
 * Dates of events are calendar days at the venue (`YYYY-MM-DD`, contract 3), never instants. They are read as
 * local days: `new Date("2026-11-21")` would be midnight in London and the day before in Melbourne's evening.
 */
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The local day of a date that was written, or null where there is no such day. */
export function localDay(year: number, month: number, day: number): Date | null {
  const date = new Date(year, month - 1, day);
  // A two-digit year would land in the 1900s, a 31 February in March: neither is the day that was written.
  const exists = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return exists ? date : null;
}

/** The local day of `YYYY-MM-DD`, or null where there is no such day. */
export function parseIsoDate(text: string): Date | null {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  return year && month && day ? localDay(Number(year), Number(month), Number(day)) : null;
}

/** `YYYY-MM-DD` of a local day. */
export function toIsoDate(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  return `${year}-${month}-${day}`;
}

/** `Sat 21 Nov 2026`; a text that is no date is shown as it is. */
export function formatEventDate(isoDate: string): string {
  const date = parseIsoDate(isoDate);
  if (!date) return isoDate;
  return `${WEEKDAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** `Sat 21 Nov 2026 at 19:30`; the date alone where there is no time (contract 2). */
export function formatEventMoment(isoDate: string, time: string | null): string {
  const day = formatEventDate(isoDate);
  return time ? `${day} at ${time}` : day;
}

const clockTime = new Intl.DateTimeFormat("en-AU", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayAndTime = new Intl.DateTimeFormat("en-AU", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const dayOnly = new Intl.DateTimeFormat("en-AU", { day: "numeric", month: "short", year: "numeric" });

/** `21 Nov 2026` in the device's zone, from a timestamp of the server (contract 10.wire.3). */
export function formatDayOf(timestamp: string): string {
  return dayOnly.format(new Date(timestamp));
}

/** `19:42` in the device's zone, from a timestamp of the server (contract 10.wire.3). */
export function formatTimeOfDay(timestamp: string): string {
  return clockTime.format(new Date(timestamp));
}

/** `21 Nov 2026, 19:42` in the device's zone, from a timestamp of the server (contract 10.wire.3). */
export function formatTimestamp(timestamp: string): string {
  return dayAndTime.format(new Date(timestamp));
}

/** `21 Nov 2026, 19:42:07`, for what may happen twice in a minute. */
export function formatExactTimestamp(timestamp: string): string {
  return `${formatTimestamp(timestamp)}:${String(new Date(timestamp).getSeconds()).padStart(2, "0")}`;
}
