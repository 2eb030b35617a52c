import { counted, formatCount } from "@/lib/count";
import { formatEventDate } from "@/lib/event-date";

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

type Named = { name: string; date: string };

/** Name and date of an event in a picker. */
export const eventLabel = ({ name, date }: Named): string => `${name} (${formatEventDate(date)})`;

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The events with every word of the query in their name or date, whatever its case and accents. */
export function findEvents<Event extends Named>(events: readonly Event[], query: string): Event[] {
  return events.filter((event) => hasEveryWord(eventLabel(event), query));
}

/** Whether the text has every word of the query, whatever its case and accents. */
export function hasEveryWord(text: string, query: string): boolean {
  const searched = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
