import type { Event } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { useIsHelper } from "@/features/door/access/current-grant";
import {
  ALL_EVENTS,
  DOOR_GRANT_COPY,
  deletedEvent,
  EVENT_DELETED,
  eventNumber,
  SCANNER_COPY,
} from "@/features/door/copy";
import { DoorNameField } from "@/features/door/ui/lazy-parts";
import { useTonight } from "@/hooks/use-tonight";
import { formatEventDate } from "@/lib/event-date";
import { upcomingFirst } from "@/lib/event-day";

interface DoorSettingsProps {
  events: Pick<Event, "id" | "name" | "date">[];
  eventsFailed: boolean;
  eventId: number | null;
  eventDeleted: boolean;
  /** Without a session the door keeps its event: its grant is for no other. */
  isSignedIn: boolean;
  onEventChange: (eventId: number | null) => void;
  rapid: boolean;
  onRapidChange: (on: boolean) => void;
}

/** Which event this door is for, and how fast it works. Both are remembered by the device (contract 2.scan.7, 9). */
export function DoorSettings({
  events,
  eventsFailed,
  eventId,
  eventDeleted,
  isSignedIn,
  onEventChange,
  rapid,
  onRapidChange,
}: DoorSettingsProps) {
  const tonight = useTonight();
  // A helper's event and door are those of the pass.
  const isHelper = useIsHelper(isSignedIn);
  const error = eventDeleted ? EVENT_DELETED : eventsFailed ? SCANNER_COPY.eventsFailed : undefined;
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={SCANNER_COPY.event}
        error={error}
        hint={isSignedIn || isHelper ? undefined : DOOR_GRANT_COPY.chooseSignedIn}
      >
        <Select
          disabled={!isSignedIn}
          value={eventId ?? ""}
          onChange={({ target }) => onEventChange(target.value === "" ? null : Number(target.value))}
        >
          <option value="">{ALL_EVENTS}</option>
          {/* The remembered event holds even before, or without, the list. */}
          {eventId !== null && !events.some(({ id }) => id === eventId) ? (
            <option value={eventId}>{eventDeleted ? deletedEvent(eventId) : eventNumber(eventId)}</option>
          ) : null}
          {upcomingFirst(events, tonight).map(({ id, name, date }) => (
            <option key={id} value={id}>
              {name} ({formatEventDate(date)})
            </option>
          ))}
        </Select>
      </Field>
      {isHelper ? null : <DoorNameField />}
      <Switch
        label={SCANNER_COPY.rapid}
        hint={SCANNER_COPY.rapidHint}
        checked={rapid}
        onChange={onRapidChange}
      />
    </div>
  );
}
