import type { EventFigures } from "@/api/types";
import { overbookedBy } from "@/lib/capacity";
import { counted, formatCount } from "@/lib/count";
import type { EventPhase } from "@/lib/event-day";
import { formatMoney } from "@/lib/money";

export const EVENING_COPY = {
  when: { tonight: "Tonight", today: "Today", ahead: "Coming up", over: "Past" } satisfies Record<
    EventPhase,
    string
  >,
  arrived: "Arrived",
  inside: "Inside",
  of: (tickets: string) => `of ${tickets}`,
  loading: "Loading the evening...",
  failed: "The arrivals could not be loaded.",
  scan: "Scan",
  guests: "Guests",
  doorList: "Door list",
  doors: "Doors",
  add: "Add Attendee",
  tickets: "Tickets",
  passes: "Passes",
  figures: "Analytics",
};

/** ' · overbooked by 3' until all have come; blank otherwise. */
export function overbookedLabel(
  { tickets, attended, inside }: EventFigures,
  when: EventPhase,
  capacity: number | null,
): string {
  // Where exits are counted, the capacity refers to who is inside.
  if (capacity === null || inside !== null || when === "over" || attended === tickets) return "";
  return tickets > capacity ? ` · ${overbookedBy(tickets, capacity)}` : "";
}

/** The number of guests not arrived, during the evening and after it. */
export function missingLabel({ tickets, attended, inside }: EventFigures, when: EventPhase): string {
  if (tickets === 0) return "No guests yet";
  const missing = tickets - attended;
  if (missing > 0) return `${formatCount(missing)} not arrived`;
  // Where exits are counted, some may have left.
  return when === "over" || inside !== null ? "Everyone came" : "Everyone is here";
}

/** Label of the amount owed; null without attendees who could owe. */
export function owedLabel({ tickets, unpaidTickets, owedCents }: EventFigures): string | null {
  if (tickets === 0) return null;
  if (owedCents === 0) return "Nothing owed";
  const guests = counted(unpaidTickets, "guest", "guests");
  if (owedCents === null) return `${guests} ${unpaidTickets === 1 ? "has" : "have"} not paid`;
  return `${guests} ${unpaidTickets === 1 ? "owes" : "owe"} ${formatMoney(owedCents)}`;
}
