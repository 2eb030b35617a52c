import { today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";

/** contract 9: an evening does not end at midnight. Until this hour it is still the day before. */
const NIGHT_ENDS_HOUR = 5;

/** The day whose evening this is, as events have their dates. */
export function businessDay(): string {
  const moment = today();
  moment.setHours(moment.getHours() - NIGHT_ENDS_HOUR);
  return toIsoDate(moment);
}

/** contract 2: what begins today before this time is marked 'Today', anything else 'Tonight'. */
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

export function eventPhase(event: Dated & { time: string | null }, tonight: string): EventPhase {
  if (event.date !== tonight) return isOver(event, tonight) ? "over" : "ahead";
  return event.time !== null && event.time < EVENING_BEGINS ? "today" : "tonight";
}

/** The events that the evening is about: each of tonight, else each of the next day that has any (contract 2). */
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
