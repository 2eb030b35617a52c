import type { ArrivalsPerMinute } from "@/api/types";
import { dateFormat } from "@/lib/intl";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** More bars would touch each other on a phone. */
const BARS_MAX = 60;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  DAY,
  WEEK,
  4 * WEEK,
];
/** A Monday, so that weeks begin on one. */
const ORIGIN = 4 * DAY;

/** Arrivals of one step, and the total at its end. `start` is wall-clock time. */
export interface Step {
  start: number;
  count: number;
  total: number;
}

/**
 * Arrivals in steps of equal length, including empty ones. Times are the device's wall-clock times, in milliseconds as
 * if its zone were UTC: the hour that a change of the clocks repeats is one hour here.
 */
export interface ArrivalTimes {
  length: number;
  steps: Step[];
  busiest: Step;
  total: number;
  /** Minutes of the first and last arrival. */
  first: number;
  last: number;
}

const wallClockOf = (timestamp: string): number => {
  const moment = new Date(timestamp);
  return moment.getTime() - moment.getTimezoneOffset() * MINUTE;
};

const startOf = (moment: number, length: number): number =>
  Math.floor((moment - ORIGIN) / length) * length + ORIGIN;

/** Returns the shortest step with which the time from `first` to `last` fits on the chart. */
function lengthFor(first: number, last: number): number {
  const fits = (length: number) => (startOf(last, length) - startOf(first, length)) / length < BARS_MAX;
  return STEPS.find(fits) ?? Math.ceil((last - first) / (BARS_MAX - 1) / WEEK) * WEEK;
}

/** Groups the server's minutes for the chart and the table. Null without arrivals. */
export function arrivalTimes(minutes: ArrivalsPerMinute[]): ArrivalTimes | null {
  if (minutes.length === 0) return null;
  const arrived = minutes.map(({ minute, count }) => ({ moment: wallClockOf(minute), count }));
  const first = Math.min(...arrived.map(({ moment }) => moment));
  const last = Math.max(...arrived.map(({ moment }) => moment));
  const length = lengthFor(first, last);
  const counts = new Map<number, number>();
  for (const { moment, count } of arrived) {
    const start = startOf(moment, length);
    counts.set(start, (counts.get(start) ?? 0) + count);
  }
  const steps: Step[] = [];
  let total = 0;
  for (let start = startOf(first, length); start <= last; start += length) {
    const count = counts.get(start) ?? 0;
    total += count;
    steps.push({ start, count, total });
  }
  const busiest = steps.reduce((most, step) => (step.count > most.count ? step : most));
  return { length, steps, busiest, total, first, last };
}

const UTC = { timeZone: "UTC" };
const SHORT_DAY = { day: "numeric", month: "short", ...UTC } as const;
const timeOfDay = dateFormat(UTC);
const dayAndTime = dateFormat(SHORT_DAY);
const day = dateFormat({ ...SHORT_DAY, year: "numeric" }, false);
const shortDay = dateFormat(SHORT_DAY, false);

/** Formats the start of a step as precisely as needed: `19:42`, `21 Nov, 19:42` over several days, `21 Nov 2026`. */
export function stepLabel(start: number, { length, first, last }: ArrivalTimes): string {
  if (length >= DAY) return day().format(start);
  return minuteLabel(start, { first, last });
}

/** Formats a minute: `19:42`, with the day if there are several. */
export function minuteLabel(moment: number, { first, last }: Pick<ArrivalTimes, "first" | "last">): string {
  const isOneDay = startOf(first, DAY) === startOf(last, DAY);
  return isOneDay ? timeOfDay().format(moment) : dayAndTime().format(moment);
}

/** Label on the axis: the time, or the day at its start. */
export function markLabel(moment: number, isOneDay: boolean): string {
  return isOneDay || moment % DAY !== 0 ? timeOfDay().format(moment) : shortDay().format(moment);
}
