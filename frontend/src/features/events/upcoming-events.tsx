import { CalendarPlus, Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { Event } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { EVENT_LIST_COPY } from "@/features/events/list-copy";
import { duplicateEventUrl, EVENT_CARDS_MAX } from "@/features/events/rules";
import { classes } from "@/lib/classes";
import { eventsOfDay, upcomingFirst } from "@/lib/event-day";

interface UpcomingEventsProps {
  events: Event[];
  tonight: string;
  children: (event: Event) => ReactNode;
}

/** The dashboard's main area (contract 2). Without a future event it links to a new one. */
export function UpcomingEvents({ events: all, tonight, children }: UpcomingEventsProps) {
  const { kind, events } = eventsOfDay(all, tonight);
  if (kind === "none") return <FirstEvent />;
  if (kind === "over") return <NothingAhead last={upcomingFirst(all, tonight)[0]} />;
  const unshown = events.length - EVENT_CARDS_MAX;
  return (
    <div className={classes("grid gap-6", events.length > 1 && "lg:grid-cols-2 lg:*:odd:last:col-span-2")}>
      {events.slice(0, EVENT_CARDS_MAX).map(children)}
      {unshown > 0 ? <p className="text-text-muted">{EVENT_LIST_COPY.unshown(unshown)}</p> : null}
    </div>
  );
}

function FirstEvent() {
  return (
    <Card>
      <EmptyState
        icon={<CalendarPlus />}
        title={EVENT_LIST_COPY.none}
        description={EVENT_LIST_COPY.noneHint}
        action={<ButtonLink to="/create-event">{EVENT_LIST_COPY.createFirst}</ButtonLink>}
      />
    </Card>
  );
}

function NothingAhead({ last }: { last: Event | undefined }) {
  return (
    <Card>
      <EmptyState
        icon={<CalendarPlus />}
        title={EVENT_LIST_COPY.nothingAhead}
        description={EVENT_LIST_COPY.nothingAheadHint}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/create-event">{EVENT_LIST_COPY.createNext}</ButtonLink>
            {last ? (
              <ButtonLink variant="secondary" to={duplicateEventUrl(last.id)}>
                <Copy />
                {EVENT_LIST_COPY.duplicateLast}
              </ButtonLink>
            ) : null}
          </div>
        }
      />
    </Card>
  );
}
