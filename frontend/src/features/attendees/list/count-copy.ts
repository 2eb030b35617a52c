import type { EventFigures } from "@/api/types";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, wholeEventOf } from "@/features/attendees/list/filters";

interface Total {
  all: number | undefined;
  /** How many there are in all could not be had. */
  allUnknown: boolean;
}

/** contract 2: 'Showing X of Y attendees'; null while Y is on its way. */
export function countLabel(matches: number, { all, allUnknown }: Total): string | null {
  if (all !== undefined) return MANAGE_COPY.showing(matches, all);
  return allUnknown ? MANAGE_COPY.showingOf(matches) : null;
}

/** The words beside the count about the chosen event; nothing without one. */
export function eventLabels(figures: EventFigures | undefined, filters: AttendeeFilters): string[] {
  if (!figures) return [];
  const { tickets, attended } = figures;
  const saysArrived = attended > 0 && wholeEventOf(filters) !== null;
  return [MANAGE_COPY.ofEvent(tickets), ...(saysArrived ? [MANAGE_COPY.arrived(attended)] : [])];
}
