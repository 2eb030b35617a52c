import type { Event } from "@/api/types";
import { centsOf } from "@/components/form/money-text";
import { CHANGE_COPY as COPY } from "@/features/events/change-copy";
import { EVENT_FIELDS_COPY } from "@/features/events/copy";
import { type EventValues, valuesOf } from "@/features/events/event-values";
import { parseIsoDate } from "@/lib/event-date";
import { businessDay, isOver } from "@/lib/event-day";

/** On every ticket. */
const MOVES = ["date", "time", "venue"] as const;

/** The event's guests, as far as a change concerns them; undefined while loading. */
export interface EventGuests {
  /** The number of guests who are there now. */
  inside?: number | undefined;
  registered?: number | undefined;
  owing?: number | undefined;
  /** True if a ticket type has its own price. */
  hasTypePrices?: boolean | undefined;
}

interface ChangeNoteProps extends EventGuests {
  field: (typeof MOVES)[number] | "ticketPrice";
  saved: Event;
  values: EventValues;
}

/** The meaning of a change for the guests (contract 2.edit-event.1070 to 1072); empty without one. */
export function ChangeNote({
  field,
  saved,
  values,
  inside = 0,
  registered = 0,
  owing = 0,
  hasTypePrices,
}: ChangeNoteProps) {
  if (field === "ticketPrice") {
    const cents = centsOf(values.ticketPrice);
    const isWrong = cents !== null && cents < 0;
    if (owing === 0 || isWrong || cents === saved.ticketPriceCents || hasTypePrices === undefined)
      return null;
    return hasTypePrices ? COPY.priceOfSome : COPY.price(owing);
  }
  const former = valuesOf(saved);
  const moved = MOVES.filter((name) => former[name] !== "" && values[name].trim() !== former[name]);
  // One note for all of them, at the first.
  if (field !== moved[0]) return null;
  if (field === "date") {
    if (parseIsoDate(values.date) === null) return null;
    if (isOver(values, businessDay())) return EVENT_FIELDS_COPY.inThePast;
  }
  return registered > 0 ? COPY.moved(registered, inside, joined(moved)) : null;
}

/** `date`, `date and time` or `date, time and venue`. */
const joined = (words: readonly string[]): string => words.join(", ").replace(/, (?=\w+$)/, " and ");
