import type { Door, Doors } from "@/api/types";

/** Heartbeats come every 5 s (contract 9.doors.335). */
export const BEATS_PER_READING = 3;

const MINUTE = 60_000;
/** Most and fewest minutes on the line. */
const MOST_MINUTES = 180;
const LEAST_MINUTES = 30;

/** Arrivals by minute, including empty ones; the last minute is the current one during the event. */
export interface Line {
  /** Start of the first and the last minute. */
  first: number;
  last: number;
  counts: number[];
  most: number;
}

/** Doors that fit a laptop's screen. */
const DOORS_IN_VIEW = 8;

export const areMany = (doors: readonly Door[] | undefined): boolean => (doors?.length ?? 0) > DOORS_IN_VIEW;

/** In a longer list, doors without contact come first (contract 2.doors.530). */
export function inOrder(doors: readonly Door[]): readonly Door[] {
  const isAway = ({ lastContactAt, isOnline }: Door) => lastContactAt !== null && !isOnline;
  if (!areMany(doors)) return doors;
  return [...doors.filter(isAway), ...doors.filter((door) => !isAway(door))];
}

const minuteOf = (moment: number): number => Math.floor(moment / MINUTE) * MINUTE;

/** Null before the first arrival (contract 2.doors.334). */
export function lineOf({ minutes, asOf }: Pick<Doors, "minutes" | "asOf">): Line | null {
  const counts = new Map(minutes.map(({ minute, count }) => [minuteOf(Date.parse(minute)), count]));
  if (counts.size === 0) return null;
  const earliest = Math.min(...counts.keys());
  const latest = Math.max(...counts.keys());
  const now = minuteOf(Date.parse(asOf));
  // After the event, the line ends with the last guest.
  const goesOn = now >= latest && now - latest < MOST_MINUTES * MINUTE;
  const last = goesOn ? now : latest;
  const length = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, (last - earliest) / MINUTE + 1));
  const first = last - (length - 1) * MINUTE;
  const shown = Array.from({ length }, (_, at) => counts.get(first + at * MINUTE) ?? 0);
  return { first, last, counts: shown, most: Math.max(...shown) };
}
