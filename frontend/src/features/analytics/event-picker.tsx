import type { Event } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ANALYTICS_COPY } from "@/features/analytics/copy";
import { formatEventDate } from "@/lib/event-date";

interface EventPickerProps {
  /** Undefined while they are on their way. */
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  eventId: number | null;
  onChoose: (eventId: number | null) => void;
}

/** contract 2: All Events or one. */
export function EventPicker({ events, eventId, onChoose }: EventPickerProps) {
  const isListed = eventId === null || events?.some(({ id }) => id === eventId);
  return (
    <Field label={ANALYTICS_COPY.event} className="min-w-0 sm:max-w-96 sm:flex-1">
      <Select
        value={eventId ?? ""}
        onChange={({ target }) => onChoose(target.value ? Number(target.value) : null)}
      >
        <option value="">{ANALYTICS_COPY.allEvents}</option>
        {isListed ? null : (
          <option value={eventId ?? ""}>
            {events ? ANALYTICS_COPY.unknownEvent : ANALYTICS_COPY.loadingEvents}
          </option>
        )}
        {events?.map(({ id, name, date }) => (
          <option key={id} value={id}>
            {name} ({formatEventDate(date)})
          </option>
        ))}
      </Select>
    </Field>
  );
}
