import { EventSelect } from "@/components/form/event-select";
import { Field } from "@/components/ui/field";
import { PRINT_COPY } from "@/features/attendees/print/copy";
import type { ListedEvent } from "@/lib/event-search";

interface EventFieldProps {
  /** Undefined while loading. */
  events: readonly ListedEvent[] | undefined;
  eventId: number | null;
  onChoose: (eventId: number | null) => void;
  /** Label of null, if null does not mean all events. */
  none?: string;
}

/** The event that is printed. */
export function EventField({ events, eventId, onChoose, none }: EventFieldProps) {
  return (
    <Field label={PRINT_COPY.event} className="min-w-0 flex-1 max-sm:basis-full sm:max-w-96">
      <EventSelect
        events={events}
        eventId={eventId}
        onChoose={onChoose}
        {...(none === undefined ? {} : { none })}
      />
    </Field>
  );
}
