import { useId } from "react";
import type { Event } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ALL_EVENTS, eventNumber, SCANNER_COPY } from "@/features/checkin/copy";
import { formatEventDate } from "@/lib/event-date";

interface DoorSettingsProps {
  events: Pick<Event, "id" | "name" | "date">[];
  eventsFailed: boolean;
  eventId: number | null;
  onEventChange: (eventId: number | null) => void;
  rapid: boolean;
  onRapidChange: (on: boolean) => void;
}

/** Which event this door is for, and how fast it works. Both are remembered by the device (contract 10). */
export function DoorSettings({
  events,
  eventsFailed,
  eventId,
  onEventChange,
  rapid,
  onRapidChange,
}: DoorSettingsProps) {
  const rapidId = useId();
  return (
    <div className="flex flex-col gap-5">
      <Field label={SCANNER_COPY.event} error={eventsFailed ? SCANNER_COPY.eventsFailed : undefined}>
        <Select
          value={eventId ?? ""}
          onChange={({ target }) => onEventChange(target.value === "" ? null : Number(target.value))}
        >
          <option value="">{ALL_EVENTS}</option>
          {/* The remembered event holds even before, or without, the list. */}
          {eventId !== null && !events.some(({ id }) => id === eventId) ? (
            <option value={eventId}>{eventNumber(eventId)}</option>
          ) : null}
          {events.map(({ id, name, date }) => (
            <option key={id} value={id}>
              {name} ({formatEventDate(date)})
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex min-h-11 items-center gap-3">
        <input
          id={rapidId}
          type="checkbox"
          role="switch"
          checked={rapid}
          aria-checked={rapid}
          onChange={({ target }) => onRapidChange(target.checked)}
          aria-describedby={`${rapidId}-hint`}
          className="relative h-7 w-12 shrink-0 appearance-none rounded-full border border-border-strong bg-surface-muted transition-colors before:absolute before:top-1 before:left-1 before:size-4.5 before:rounded-full before:bg-border-strong before:transition-transform checked:border-transparent checked:bg-accent checked:before:translate-x-5 checked:before:bg-on-accent"
        />
        <div>
          <label htmlFor={rapidId} className="block py-1 font-medium">
            {SCANNER_COPY.rapid}
          </label>
          <p id={`${rapidId}-hint`} className="text-sm text-text-muted">
            {SCANNER_COPY.rapidHint}
          </p>
        </div>
      </div>
    </div>
  );
}
