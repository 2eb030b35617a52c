import type { Door, Doors } from "@/api/types";

/** contract 9.doors.335: a beat comes every 5 s. */
export const BEATS_PER_READING = 3;

const MINUTE = 60_000;
/** The line shows so many minutes at most, and at least. */
const MOST_MINUTES = 180;
const LEAST_MINUTES = 30;

/** Arrivals by the minute, the empty ones included; the last is the running one while the evening goes on. */
export interface Line {
  /** The moments at which the first and the last minute begin. */
  first: number;
  last: number;
  counts: number[];
  most: number;
}

/** So many doors are seen at once on a laptop. */
const DOORS_IN_VIEW = 8;

export const areMany = (doors: readonly Door[] | undefined): boolean => (doors?.length ?? 0) > DOORS_IN_VIEW;

/** contract 2.doors.530: of more doors than are seen at once, those without contact come first. */
export function inOrder(doors: readonly Door[]): readonly Door[] {
  const isAway = ({ lastContactAt, isOnline }: Door) => lastContactAt !== null && !isOnline;
  if (!areMany(doors)) return doors;
  return [...doors.filter(isAway), ...doors.filter((door) => !isAway(door))];
}

const minuteOf = (moment: number): number => Math.floor(moment / MINUTE) * MINUTE;

/** contract 2.doors.334. Null before the first arrival. */
export function lineOf({ minutes, asOf }: Pick<Doors, "minutes" | "asOf">): Line | null {
  const counts = new Map(minutes.map(({ minute, count }) => [minuteOf(Date.parse(minute)), count]));
  if (counts.size === 0) return null;
  const earliest = Math.min(...counts.keys());
  const latest = Math.max(...counts.keys());
  const now = minuteOf(Date.parse(asOf));
  // Of an evening that is long over the line ends with its last guest.
  const goesOn = now >= latest && now - latest < MOST_MINUTES * MINUTE;
  const last = goesOn ? now : latest;
  const length = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, (last - earliest) / MINUTE + 1));
  const first = last - (length - 1) * MINUTE;
  const shown = Array.from({ length }, (_, at) => counts.get(first + at * MINUTE) ?? 0);
  return { first, last, counts: shown, most: Math.max(...shown) };
}
