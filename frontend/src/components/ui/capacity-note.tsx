import { TextLink } from "@/components/ui/text-link";
import { capacityLabel } from "@/lib/capacity";

const COPY = { change: "change it" } as const;

interface CapacityNoteProps {
  capacity: number | null;
  /** Leads to the event's form, where the capacity is changed. */
  eventId?: number;
}

/** '· capacity 300' after a number of people; below it where the card is narrow. Nothing without a capacity. */
export function CapacityNote({ capacity, eventId }: CapacityNoteProps) {
  if (capacity === null) return null;
  const label = capacityLabel(capacity);
  return (
    <span className="block whitespace-nowrap @md:inline">
      <span className="hidden @md:inline"> · </span>
      {eventId === undefined ? (
        label
      ) : (
        <TextLink
          to={`/edit-event/${eventId}#capacity`}
          aria-label={`${label}: ${COPY.change}`}
          className="inline-flex min-h-11 items-center"
        >
          {label}
        </TextLink>
      )}
    </span>
  );
}
