import { CalendarPlus, CalendarX } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Event } from "@/api/types";
import { EventSelect } from "@/components/form/event-select";
import { LivePaused } from "@/components/layout/live-paused";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { EmptyState, ErrorState, LoadingState, type Retried } from "@/components/ui/states";
import { DOORS_COPY } from "@/features/door/figures/copy";
import { useTonight } from "@/hooks/use-tonight";
import { eventsOfDay } from "@/lib/event-day";
import { eventIdOf } from "@/lib/url";

interface DoorsScreenProps {
  /** Undefined until loaded. */
  events: Event[] | undefined;
  failure: Retried | null;
  children: (event: Event) => ReactNode;
}

/** Chooses the event of the dashboard (contract 2.doors). */
export function DoorsScreen({ events, failure, children }: DoorsScreenProps) {
  const { event, eventId, chooseEvent } = useDoorsEvent(events);

  function withoutEvent(): ReactNode {
    if (failure) return <ErrorState title={DOORS_COPY.eventsFailed} query={failure} />;
    if (!events) return <LoadingState text={DOORS_COPY.loadingEvents} />;
    if (events.length === 0) return <NoEvents />;
    return <EmptyState icon={<CalendarX />} title={DOORS_COPY.gone} description={DOORS_COPY.goneHint} />;
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <Field label={DOORS_COPY.event} className="min-w-0 max-sm:basis-full sm:max-w-96 sm:flex-1">
          <EventSelect
            events={events}
            eventId={eventId}
            onChoose={chooseEvent}
            none={DOORS_COPY.chooseEvent}
          />
        </Field>
        <LivePaused />
      </div>
      {event ? children(event) : <Card>{withoutEvent()}</Card>}
    </div>
  );
}

function NoEvents() {
  return (
    <EmptyState
      icon={<CalendarPlus />}
      title={DOORS_COPY.noEvents}
      description={DOORS_COPY.noEventsHint}
      action={<ButtonLink to="/create-event">{DOORS_COPY.createEvent}</ButtonLink>}
    />
  );
}

/** The chosen event from the URL, or tonight's first; if all are over, the last. */
function useDoorsEvent(events: readonly Event[] | undefined) {
  const [params, setParams] = useSearchParams();
  const tonight = useTonight();
  const first = events && (eventsOfDay(events, tonight).events[0] ?? events.at(-1));
  const eventId = eventIdOf(params) ?? first?.id ?? null;
  return {
    eventId,
    event: events?.find(({ id }) => id === eventId),
    chooseEvent: (next: number | null) =>
      setParams(next === null ? {} : { eventId: String(next) }, { replace: true }),
  };
}
