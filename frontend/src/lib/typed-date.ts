import { localDay, parseIsoDate, plusDays, toIsoDate } from "@/lib/event-date";
import { longNames } from "@/lib/intl-names";
import { currentSettings } from "@/lib/settings";

/** Direction for a date without a year or a day: the next or the last one. Today is either. */
export type Towards = "future" | "past";

const WEEKDAYS = longNames("weekday");
const MONTHS = longNames("month");
const MONTHS_A_YEAR = 12;
const DAYS_A_WEEK = 7;
const DAYS_FROM_TODAY = new Map([
  ["yesterday", -1],
  ["today", 0],
  ["tonight", 0],
  ["tomorrow", 1],
]);
/** A shorter text may be another word that is still being typed. */
const SHORTEST_NAME = 3;
const CENTURY = 2000;
/** Longest time between two dates of 29 February. */
const LONGEST_WAIT_YEARS = 8;

const YEAR_FIRST = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/;
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/;
const DAY_AND_MONTH = /^(\d{1,2})[-/. ]?([a-z]+)(?:[-/. ]?(\d{4}|\d{2}))?$/;
const MONTH_AND_DAY = /^([a-z]+)[-/. ]?(\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/;

/** Returns the index of the name that begins with the typed text, or -1. */
const indexOfName = (names: readonly string[], typed: string): number =>
  typed.length < SHORTEST_NAME ? -1 : names.findIndex((name) => name.startsWith(typed));

/** The day and the month of two numbers, in the order of the settings unless only the other one is possible. */
function inOrder(first: string, second: string): { day: string; month: string } {
  const isMonthFirst = currentSettings().dateFormat === "monthFirst" && Number(first) <= MONTHS_A_YEAR;
  return isMonthFirst ? { day: second, month: first } : { day: first, month: second };
}

/** Splits a date; of two numbers one is the day. */
function partsOf(typed: string): { day: number; month: number; year: number | null } | null {
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(typed) ?? [];
  if (isoYear) return { day: Number(isoDay), month: Number(isoMonth), year: Number(isoYear) };
  const [, first, second, numbersYear] = NUMBERS.exec(typed) ?? [];
  const named = MONTH_AND_DAY.exec(typed);
  const [, namedDay, namedMonth, namedYear] =
    DAY_AND_MONTH.exec(typed) ?? (named ? [typed, named[2], named[1], named[3]] : []);
  const { day, month } = first && second ? inOrder(first, second) : { day: namedDay, month: namedMonth };
  if (!day || !month) return null;
  const year = numbersYear ?? namedYear;
  return {
    day: Number(day),
    month: /\d/.test(month) ? Number(month) : indexOfName(MONTHS, month) + 1,
    year: year === undefined ? null : Number(year) + (year.length === 2 ? CENTURY : 0),
  };
}

function nearestYear(day: number, month: number, today: Date, towards: Towards): Date | null {
  const step = towards === "future" ? 1 : -1;
  for (let years = 0; years <= LONGEST_WAIT_YEARS; years += 1) {
    const date = localDay(today.getFullYear() + years * step, month, day);
    if (date && Number(date) * step >= Number(today) * step) return date;
  }
  return null;
}

/** The number of a weekday in a week that begins on Monday. */
const inWeek = (weekday: number): number => (weekday + DAYS_A_WEEK - 1) % DAYS_A_WEEK;

/** Parses a day by name: 'fri', 'tomorrow', 'next fri', which is the Friday of the next week, from Monday to Sunday. */
function namedDay(typed: string, today: Date, towards: Towards): Date | null {
  const fromToday = DAYS_FROM_TODAY.get(typed);
  if (fromToday !== undefined) return plusDays(today, fromToday);
  const [, isNext, name = typed] = /^(?:(next) |this )(.+)$/.exec(typed) ?? [];
  const weekday = indexOfName(WEEKDAYS, name);
  if (weekday < 0) return null;
  if (isNext) return plusDays(today, DAYS_A_WEEK + inWeek(weekday) - inWeek(today.getDay()));
  const ahead = (weekday - today.getDay() + DAYS_A_WEEK) % DAYS_A_WEEK;
  return plusDays(today, towards === "future" || ahead === 0 ? ahead : ahead - DAYS_A_WEEK);
}

/**
 * Parses a typed date to `YYYY-MM-DD`: `28 Nov`, `fri`, `next fri`, `28/11`, `tomorrow`, `Sat 21 November 2026`,
 * `21.11.26`, `Nov 21`. Null for anything else.
 */
export function parseTypedDate(text: string, now: Date, towards: Towards = "future"): string | null {
  const iso = parseIsoDate(text.trim());
  if (iso) return toIsoDate(iso);
  const today = plusDays(now, 0);
  const typed = text
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b/g, "$1")
    .replace(/[.,](?=\s|$)/g, " ")
    .trim()
    .replace(/\s+/g, " ");
  const [first = "", ...rest] = typed.split(" ");
  const isWeekdayFirst = rest.length > 0 && indexOfName(WEEKDAYS, first) >= 0;
  const parts = partsOf(isWeekdayFirst ? rest.join(" ") : typed);
  if (!parts) return toIsoOrNull(namedDay(typed, today, towards));
  const { day, month, year } = parts;
  return toIsoOrNull(year === null ? nearestYear(day, month, today, towards) : localDay(year, month, day));
}

const toIsoOrNull = (date: Date | null): string | null => date && toIsoDate(date);
