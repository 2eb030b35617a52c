import type { Event } from "@/api/types";
import { Select } from "@/components/ui/select";
import { useTonight } from "@/hooks/use-tonight";
import { formatEventDate } from "@/lib/event-date";
import { upcomingFirst } from "@/lib/event-day";

const COPY = {
  all: "All Events",
  gone: "Deleted event",
  loading: "Loading events...",
} as const;

interface EventSelectProps {
  /** Undefined while they are on their way. */
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  /** Null for all of them. An address may name one that is not in the list. */
  eventId: number | null;
  onChoose: (eventId: number | null) => void;
  /** Label of null, if null does not mean all events. */
  none?: string;
}

/** contract 2: 'All Events' or one of them, each by name and date, tonight's first. */
export function EventSelect({ events, eventId, onChoose, none = COPY.all }: EventSelectProps) {
  const tonight = useTonight();
  const isListed = eventId === null || events?.some(({ id }) => id === eventId);
  return (
    <Select
      value={eventId ?? ""}
      onChange={({ target }) => onChoose(target.value ? Number(target.value) : null)}
    >
      <option value="">{none}</option>
      {isListed ? null : <option value={eventId ?? ""}>{events ? COPY.gone : COPY.loading}</option>}
      {upcomingFirst(events ?? [], tonight).map(({ id, name, date }) => (
        <option key={id} value={id}>
          {name} ({formatEventDate(date)})
        </option>
      ))}
    </Select>
  );
}
