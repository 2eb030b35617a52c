import { counted, formatCount } from "@/lib/count";
import { formatEventDate, formatEventMoment } from "@/lib/event-date";
import { plainText } from "@/lib/plain-text";

export const EVENT_SEARCH_COPY = {
  find: "Find event",
  past: (count: number) => `Past events (${formatCount(count)})`,
  status: (query: string, found: number) => {
    if (query === "") return "";
    return found > 0
      ? counted(found, "event matches", "events match")
      : "No event matches. Try part of its name or its date.";
  },
} as const;

/** Lists of more events fold the past ones and have a search (contract 2.manage.901). */
export const UNFOLDED_EVENTS_MAX = 8;

/** An event of a picker. */
export type ListedEvent = {
  id: number;
  name: string;
  date: string;
  time: string | null;
  venue: string | null;
};

/**
 * Name and date of an event in a picker, with its time, and then its venue, where the list has another event that reads
 * the same without (contract 2.manage.955).
 */
export function eventLabel(event: ListedEvent, listed: readonly ListedEvent[]): string {
  const { name, date, time } = event;
  const isAmbiguous = listed.some(
    (other) => other.id !== event.id && other.name === name && other.date === date,
  );
  if (!isAmbiguous) return `${name} (${formatEventDate(date)})`;
  const venue = distinctiveVenue(event, listed);
  return `${name} (${formatEventMoment(date, time)}${venue === null ? "" : `, ${venue}`})`;
}

/** The venue of an event, if the list has another one of the same name, date and time elsewhere. */
export function distinctiveVenue(
  { name, date, time, venue }: ListedEvent,
  listed: readonly ListedEvent[],
): string | null {
  const needsVenue = listed.some(
    (other) => other.name === name && other.date === date && other.time === time && other.venue !== venue,
  );
  return needsVenue ? venue : null;
}

/** The events with every word of the query in their label, whatever its case and accents. */
export function findEvents<Event extends ListedEvent>(events: readonly Event[], query: string): Event[] {
  return events.filter((event) => hasEveryWord(eventLabel(event, events), query));
}

/** Whether the text has every word of the query, whatever its case and accents. */
export function hasEveryWord(text: string, query: string): boolean {
  const searched = plainText(text);
  return plainText(query)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
