import { EventSelect } from "@/components/form/event-select";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { useHelper } from "@/features/door/access/current-grant";
import { EVENT_DELETED, eventNumber } from "@/features/door/copy";
import type { useDoorPlace } from "@/features/door/scan/use-door-event";
import { LIST_COPY, SETTINGS_COPY } from "@/features/door/ui/copy";
import { DoorNameField } from "@/features/door/ui/lazy-components";
import { ListSelect } from "@/features/door/ui/list-select";
import type { ListedEvent } from "@/lib/event-search";

interface DoorSettingsProps {
  events: ListedEvent[];
  eventsFailed: boolean;
  eventId: number | null;
  eventDeleted: boolean;
  /** A grant is for one event, so the event cannot change without a session. */
  isSignedIn: boolean;
  place: Pick<ReturnType<typeof useDoorPlace>, "lists" | "listId" | "listName" | "chooseList">;
  onEventChange: (eventId: number | null) => void;
  rapid: boolean;
  onRapidChange: (on: boolean) => void;
}

/** Event and rapid mode of this device (contract 2.scan.7, 9). */
export function DoorSettings({
  events,
  eventsFailed,
  eventId,
  eventDeleted,
  isSignedIn,
  place,
  onEventChange,
  rapid,
  onRapidChange,
}: DoorSettingsProps) {
  // A helper's event and door come from the pass.
  const isHelper = useHelper(isSignedIn) !== undefined;
  const error = eventDeleted ? EVENT_DELETED : eventsFailed ? SETTINGS_COPY.eventsFailed : undefined;
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={SETTINGS_COPY.event}
        error={error}
        hint={isSignedIn || isHelper ? undefined : SETTINGS_COPY.chooseSignedIn}
      >
        {/* The saved event is named even before the list has loaded. */}
        <EventSelect
          disabled={!isSignedIn}
          events={events}
          eventId={eventId}
          unlisted={
            eventId === null ? "" : eventDeleted ? SETTINGS_COPY.deletedEvent(eventId) : eventNumber(eventId)
          }
          onChoose={onEventChange}
        />
      </Field>
      {place.lists.length > 0 || place.listId !== null ? (
        <Field label={LIST_COPY.label}>
          {/* The list of a helper is that of the pass. */}
          <ListSelect
            lists={place.lists}
            listId={place.listId}
            otherName={place.listName}
            disabled={isHelper}
            onChoose={place.chooseList}
          />
        </Field>
      ) : null}
      {isHelper ? null : <DoorNameField />}
      <Switch
        label={SETTINGS_COPY.rapid}
        hint={SETTINGS_COPY.rapidHint}
        checked={rapid}
        onChange={onRapidChange}
      />
    </div>
  );
}
