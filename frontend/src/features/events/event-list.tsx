import { CalendarDays, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { Event } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { EVENT_LIST_COPY } from "@/features/events/copy";
import { formatEventMoment } from "@/lib/event-date";

/** Each entry leads to its event (contract 2). */
export function EventList({ events }: { events: Event[] }) {
  return (
    <Card flush>
      <CardTitle className="px-5 pt-5 pb-3 sm:px-6">{EVENT_LIST_COPY.heading}</CardTitle>
      <ul>
        {events.map((event) => (
          <li key={event.id} className="border-t">
            <Link
              to={`/edit-event/${event.id}`}
              className="flex min-h-16 items-center gap-4 px-5 py-3 transition-colors hover:bg-surface-muted focus-visible:-outline-offset-2 sm:px-6"
            >
              <CalendarDays aria-hidden="true" className="size-5 shrink-0 text-accent" />
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="wrap-anywhere font-medium">{event.name}</span>
                <span className="text-sm text-text-muted tabular-nums">
                  {formatEventMoment(event.date, event.time)}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
