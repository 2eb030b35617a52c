import type { Event, Overview, UserSales } from "@/api/types";
import { fullnessLabel, overbookedBy } from "@/lib/capacity";
import { eventPhase, eventsOfDay, isOver } from "@/lib/event-day";

/** Tickets sold from which a user gets the badge (contract 9). */
export const HIGH_PERFORMER_FROM = 50;
export const GOOD_FROM = 20;

export type Performance = "high" | "good" | "low";

export function performanceOf(ticketsSold: number): Performance {
  if (ticketsSold >= HIGH_PERFORMER_FROM) return "high";
  return ticketsSold >= GOOD_FROM ? "good" : "low";
}

/**
 * Percentage, halves rounded up; 0 of 0 is 0 (contract 3). Integer arithmetic, because 29 / 200 is not exactly 14.5 %.
 */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((200 * part + whole) / (2 * whole));
}

/** False if every ticket that may owe something has no price. */
export const isOwedKnown = (outstanding: number, unpriced: number): boolean =>
  outstanding > 0 || unpriced === 0;

/** Sorts users by tickets sold, highest first; ties stay sorted by name. */
export function byTicketsSold(users: UserSales[]): UserSales[] {
  return users.toSorted((one, other) => other.stats.totalSold - one.stats.totalSold);
}

/** Returns the event shown first: tonight's, else the latest past one, else all (null) (contract 2). */
export function eventOfFigures(
  inOrder: readonly Pick<Event, "id" | "date">[],
  tonight: string,
): number | null {
  const { kind, events } = eventsOfDay(inOrder, tonight);
  const last = inOrder.findLast((event) => isOver(event, tonight));
  return (kind === "tonight" ? events[0] : last)?.id ?? null;
}

/**
 * The people that count against the capacity: registered guests until the first arrival or the day of the event; then
 * those inside, or the arrivals (contract 2.analytics.1140). `inside` is null where exits are not counted.
 */
export function capacityUse(
  event: Pick<Event, "date" | "time">,
  capacity: number,
  { totalTicketsSold, scannedTickets }: Pick<Overview, "totalTicketsSold" | "scannedTickets">,
  inside: number | null,
  tonight: string,
): { people: number; countedAs: "registered" | "inside" | "arrived"; label: string | null } {
  const when = eventPhase(event, tonight);
  if (when === "over") return { people: scannedTickets, countedAs: "arrived", label: null };
  if (when === "ahead" && scannedTickets === 0) {
    const label =
      inside === null && totalTicketsSold > capacity ? overbookedBy(totalTicketsSold, capacity) : null;
    return { people: totalTicketsSold, countedAs: "registered", label };
  }
  const people = inside ?? scannedTickets;
  return {
    people,
    countedAs: inside === null ? "arrived" : "inside",
    label: fullnessLabel(people, capacity),
  };
}

/** Number of tables shown at first, and added by each press of the button. */
export const TABLES_AT_FIRST = 12;
export const TABLES_MORE = 240;

/** Number of events shown at first, and added by each press of the button. */
export const EVENTS_AT_FIRST = 10;
export const EVENTS_MORE = 50;
