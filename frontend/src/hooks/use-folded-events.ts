import { useState } from "react";
import { isOver } from "@/lib/event-day";
import { findEvents, type ListedEvent, UNFOLDED_EVENTS_MAX } from "@/lib/event-search";

/**
 * A list of events with a search (contract 2.manage.901): among many, past ones are folded until they are asked for or
 * found. `events` has upcoming ones first; `startsUnfolded` shows all at first.
 */
export function useFoldedEvents<Event extends ListedEvent>(
  events: readonly Event[],
  tonight: string,
  startsUnfolded = false,
) {
  const [query, setQuery] = useState("");
  const [showsPast, setShowsPast] = useState(startsUnfolded);
  const past = events.filter((event) => isOver(event, tonight)).length;
  const isMixed = past > 0 && past < events.length;
  const isFolded = events.length > UNFOLDED_EVENTS_MAX && isMixed && !showsPast && query === "";
  const unfolded = isFolded ? events.slice(0, -past) : events;
  return {
    query,
    setQuery: (text: string) => setQuery(text.trimStart()),
    shown: query ? findEvents(events, query) : unfolded,
    folded: isFolded ? past : 0,
    unfold: () => setShowsPast(true),
  };
}
