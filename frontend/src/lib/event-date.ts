/**
 * Dates of events are calendar days at the venue (`YYYY-MM-DD`, contract 3), never instants. They are read as
 * local days: `new Date("2026-11-21")` would be midnight in London and the day before in Melbourne's evening.
 */
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

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

/** `YYYY-MM-DD` of a local day. */
export function toIsoDate(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  return `${year}-${month}-${day}`;
}

/** `Sat 21 Nov 2026`; a text that is no date stays unchanged. */
export function formatEventDate(isoDate: string): string {
  const date = parseIsoDate(isoDate);
  if (!date) return isoDate;
  return `${WEEKDAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** `Sat 21 Nov 2026 at 19:30`, or the date alone without a time (contract 2). */
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

/** `21 Nov 2026` in the device's zone (contract 10.wire.3). */
export function formatDayOf(timestamp: string): string {
  return dayOnly.format(new Date(timestamp));
}

/** `19:42` in the device's zone (contract 10.wire.3). */
export function formatTimeOfDay(timestamp: string): string {
  return clockTime.format(new Date(timestamp));
}

/** `21 Nov 2026, 19:42` in the device's zone (contract 10.wire.3). */
export function formatTimestamp(timestamp: string): string {
  return dayAndTime.format(new Date(timestamp));
}

/** `21 Nov 2026, 19:42:07`, if two may have the same minute. */
export function formatExactTimestamp(timestamp: string): string {
  return `${formatTimestamp(timestamp)}:${String(new Date(timestamp).getSeconds()).padStart(2, "0")}`;
}
