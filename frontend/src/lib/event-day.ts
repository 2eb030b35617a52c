import { today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";

/** An event's night ends at this hour of the next day (contract 9). */
const NIGHT_ENDS_HOUR = 5;

/** Returns the current business day as `YYYY-MM-DD`. */
export function businessDay(): string {
  const moment = today();
  moment.setHours(moment.getHours() - NIGHT_ENDS_HOUR);
  return toIsoDate(moment);
}

/** True for a time of the small hours, which belong to the night of the day before. */
export const isInNight = (time: string): boolean => Number(time.slice(0, 2)) < NIGHT_ENDS_HOUR;

/** Events of today before this time are marked 'Today', later ones 'Tonight' (contract 2). */
const EVENING_BEGINS = "17:00";

type Dated = { date: string };

/** An event's date relative to the business day. */
export type EventPhase = "today" | "tonight" | "ahead" | "over";

export const isOver = ({ date }: Dated, tonight: string): boolean => date < tonight;

/** Sorts current and future events by date, then past ones, latest first. */
export function upcomingFirst<Event extends Dated>(inOrder: readonly Event[], tonight: string): Event[] {
  const over = inOrder.filter((one) => isOver(one, tonight));
  return [...inOrder.filter((one) => !isOver(one, tonight)), ...over.reverse()];
}

/** Tonight's event, or the next one, or else the only one. */
export function nextOrOnlyEvent<Event extends Dated>(
  inOrder: readonly Event[],
  tonight: string,
): Event | undefined {
  const only = inOrder.length === 1 ? inOrder[0] : undefined;
  return inOrder.find((event) => !isOver(event, tonight)) ?? only;
}

export function eventPhase(event: Dated & { time: string | null }, tonight: string): EventPhase {
  if (event.date !== tonight) return isOver(event, tonight) ? "over" : "ahead";
  return event.time !== null && event.time < EVENING_BEGINS ? "today" : "tonight";
}

/** Returns today's events, or the events of the next day that has any (contract 2). */
export function eventsOfDay<Event extends Dated>(
  inOrder: readonly Event[],
  tonight: string,
): { kind: "tonight" | "ahead" | "over" | "none"; events: Event[] } {
  const day = inOrder.find((one) => !isOver(one, tonight))?.date;
  if (day === undefined) return { kind: inOrder.length > 0 ? "over" : "none", events: [] };
  return {
    kind: day === tonight ? "tonight" : "ahead",
    events: inOrder.filter(({ date }) => date === day),
  };
}
