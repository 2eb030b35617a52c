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
  /** Undefined while loading. */
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  /** Null for all. A URL may contain an unknown id. */
  eventId: number | null;
  onChoose: (eventId: number | null) => void;
  /** Label of null, if null does not mean all events. */
  none?: string;
}

/** 'All Events' or one of them, by name and date, tonight's first (contract 2). */
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
