import type { Event, UserSales } from "@/api/types";
import { eventsOfDay, isOver } from "@/lib/event-day";

/** contract 9: the badge of a user who sold this many tickets. */
const HIGH_PERFORMER_FROM = 50;
const GOOD_FROM = 20;

export type Performance = "high" | "good" | "low";

export function performanceOf(ticketsSold: number): Performance {
  if (ticketsSold >= HIGH_PERFORMER_FROM) return "high";
  return ticketsSold >= GOOD_FROM ? "good" : "low";
}

/** contract 3: part of a whole in percent, a half rounded up; 0 of nothing. In whole numbers, as 29 / 200 is not 14.5. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((200 * part + whole) / (2 * whole));
}

/** Whole cents of the dollars that the wire carries. */
export function centsOfDollars(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Sorts users by tickets sold, the highest first; ties stay in the order of their names. */
export function byTicketsSold(users: UserSales[]): UserSales[] {
  return users.toSorted((one, other) => other.stats.totalSold - one.stats.totalSold);
}

/** contract 2: whose figures show first: tonight's event, else the last that was, else all (null). */
export function eventOfFigures(
  inOrder: readonly Pick<Event, "id" | "date">[],
  tonight: string,
): number | null {
  const { kind, events } = eventsOfDay(inOrder, tonight);
  const last = inOrder.findLast((event) => isOver(event, tonight));
  return (kind === "tonight" ? events[0] : last)?.id ?? null;
}

/** Tables on the screen at first, and how many more each press of the button brings. */
export const TABLES_AT_FIRST = 12;
export const TABLES_MORE = 240;
