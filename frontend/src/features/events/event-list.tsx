import { CalendarDays, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { Event } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { EVENT_LIST_COPY } from "@/features/events/list-copy";
import { useFoldedEvents } from "@/hooks/use-folded-events";
import { classes } from "@/lib/classes";
import { formatEventMoment } from "@/lib/event-date";
import { eventPhase, upcomingFirst } from "@/lib/event-day";
import { distinctiveVenue, EVENT_SEARCH_COPY, UNFOLDED_EVENTS_MAX } from "@/lib/event-search";

const ROW = "flex min-h-16 items-center gap-4 px-5 py-3 sm:px-6";

/** Links to each event, the next one first; among many, past ones are folded and found by a search (contract 2). */
export function EventList({ events, tonight }: { events: Event[]; tonight: string }) {
  const sorted = upcomingFirst(events, tonight);
  const { query, setQuery, shown, folded, unfold } = useFoldedEvents(sorted, tonight);
  const isLong = events.length > UNFOLDED_EVENTS_MAX;
  return (
    <Card flush>
      <CardTitle className="px-5 pt-5 pb-3 sm:px-6 sm:pt-6">{EVENT_LIST_COPY.heading}</CardTitle>
      {isLong ? (
        <div className="px-5 pb-4 sm:px-6">
          <Input
            type="search"
            aria-label={EVENT_SEARCH_COPY.find}
            placeholder={EVENT_SEARCH_COPY.find}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </div>
      ) : null}
      <ul>
        {shown.map((event) => (
          <EventRow key={event.id} event={event} venue={distinctiveVenue(event, events)} tonight={tonight} />
        ))}
      </ul>
      {isLong ? (
        <p
          role="status"
          className={query && shown.length === 0 ? "border-t px-5 py-4 text-text-muted sm:px-6" : "sr-only"}
        >
          {EVENT_SEARCH_COPY.status(query, shown.length)}
        </p>
      ) : null}
      {folded > 0 ? (
        <div className="border-t p-2">
          <Button variant="ghost" className="w-full" onClick={unfold}>
            {EVENT_SEARCH_COPY.past(folded)}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

interface EventRowProps {
  event: Event;
  /** Null where the other facts identify the event. */
  venue: string | null;
  tonight: string;
}

function EventRow({ event, venue, tonight }: EventRowProps) {
  const { id, name, date, time } = event;
  const when = eventPhase(event, tonight);
  const over = when === "over";
  return (
    <li className="border-t">
      <Link
        to={`/edit-event/${id}`}
        className={classes(
          ROW,
          "transition-colors hover:bg-surface-muted focus-visible:-outline-offset-2",
          over && "text-text-muted",
        )}
      >
        <CalendarDays className={classes("size-5 shrink-0", over ? "text-text-muted" : "text-accent")} />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
            {over ? <span className="text-sm">{EVENT_LIST_COPY.over}</span> : null}
            {when === "today" || when === "tonight" ? (
              <Badge tone="accent">{EVENT_LIST_COPY[when]}</Badge>
            ) : null}
          </span>
          <span className="text-sm text-text-muted tabular-nums">
            {formatEventMoment(date, time)}
            {venue === null ? null : ` · ${venue}`}
          </span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-text-muted" />
      </Link>
    </li>
  );
}

const ROWS_ON_THEIR_WAY = ["w-40", "w-52", "w-44"];

/** Placeholder of the same shape, to avoid a layout shift. */
export function EventListSkeleton() {
  return (
    <Card flush role="status">
      <p className="sr-only">{EVENT_LIST_COPY.loading}</p>
      <div aria-hidden="true" className="animate-pulse *:not-first:border-t">
        <div className="px-5 pt-5 pb-3 sm:px-6 sm:pt-6">
          <div className="h-7 w-36 rounded-md bg-surface-muted" />
        </div>
        {ROWS_ON_THEIR_WAY.map((width) => (
          <div key={width} className={ROW}>
            <div className="size-5 rounded-md bg-surface-muted" />
            <div className="flex flex-col gap-1">
              <div className={classes("h-6 rounded-md bg-surface-muted", width)} />
              <div className="h-5 w-48 rounded-md bg-surface-muted" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}
