import type { HistoryEntry } from "@/api/types";
import { guests } from "@/features/activity/copy";
import { ofEvent, who } from "@/features/activity/entry-copy";
import type { Part } from "@/features/activity/field-changes";
import { toIsoDate } from "@/lib/event-date";

/** Fewer deletions are not grouped. */
const GROUPED_FROM = 3;
/** Deletions further apart are not one action. */
const APART_MAX_MS = 10 * 60_000;

/** One line of the list: an entry, or deletions of guests, newest first. */
export type Line = HistoryEntry | { deleted: [HistoryEntry, ...HistoryEntry[]] };

/** Groups entries by day in the device's zone. */
export function byDay(rows: readonly HistoryEntry[]): { day: string; entries: HistoryEntry[] }[] {
  const days: { day: string; entries: HistoryEntry[] }[] = [];
  for (const entry of rows) {
    const day = toIsoDate(new Date(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** Joins neighbouring deletions of guests of one event by one person (contract 2.activity). */
export function linesOf(entries: readonly HistoryEntry[]): Line[] {
  const runs: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run && areDeletedTogether(run[run.length - 1] as HistoryEntry, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap<Line>((run) => (run.length < GROUPED_FROM ? run : { deleted: run }));
}

const areDeletedTogether = (newer: HistoryEntry, older: HistoryEntry): boolean =>
  newer.action === "attendee.deleted" &&
  older.action === "attendee.deleted" &&
  newer.person?.id === older.person?.id &&
  newer.event?.id === older.event?.id &&
  Date.parse(newer.at) - Date.parse(older.at) <= APART_MAX_MS;

/** 'Olive deleted 74 guests of Spring Gala'. A summary toggles, so that its names are no links. */
export const sentenceOfDeleted = (deleted: readonly [HistoryEntry, ...HistoryEntry[]]): Part[] =>
  [who(deleted[0]), ` deleted ${guests(deleted.length)}`, ...ofEvent(deleted[0])].map((part) =>
    typeof part === "object" ? { name: part.name } : part,
  );
