import { Camera, ImageUp, Square } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import type { Event } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { useHelper } from "@/features/door/access/current-grant";
import {
  ALL_EVENTS,
  DOOR_GRANT_COPY,
  deletedEvent,
  EVENT_DELETED,
  eventNumber,
  SCANNER_COPY,
} from "@/features/door/copy";
import { DoorNameField } from "@/features/door/ui/lazy-components";
import { useTonight } from "@/hooks/use-tonight";
import { formatEventDate } from "@/lib/event-date";
import { upcomingFirst } from "@/lib/event-day";

interface DoorControlsProps {
  filming: boolean;
  /** A stopped door cannot start. */
  stopped: boolean;
  uploading: boolean;
  /** A scan is being decided. */
  busy: boolean;
  onStart: () => void;
  onStop: () => void;
  onUpload: (picture: File) => void;
}

export function DoorControls({
  filming,
  stopped,
  uploading,
  busy,
  onStart,
  onStop,
  onUpload,
}: DoorControlsProps) {
  const chooser = useRef<HTMLInputElement>(null);

  function choose(change: ChangeEvent<HTMLInputElement>) {
    const picture = change.target.files?.[0];
    if (picture) onUpload(picture);
    // Allows the same file again.
    change.target.value = "";
  }

  return (
    <div className="-mx-4 sticky bottom-0 z-20 flex flex-wrap gap-3 border-t bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:static sm:mx-0 sm:border-0 sm:p-0 max-[22rem]:flex-nowrap max-[22rem]:gap-2 max-[22rem]:*:px-2 max-[22rem]:[&_svg]:hidden">
      {filming ? (
        <Button size="lg" variant="secondary" className="flex-1" onClick={onStop}>
          <Square aria-hidden="true" />
          {SCANNER_COPY.stop}
        </Button>
      ) : (
        <Button size="lg" className="flex-1" disabled={stopped} onClick={onStart}>
          <Camera aria-hidden="true" />
          {SCANNER_COPY.start}
        </Button>
      )}
      <Button
        size="lg"
        variant="secondary"
        className="grow whitespace-nowrap px-4 sm:flex-1"
        disabled={busy || stopped}
        pending={uploading}
        pendingText={SCANNER_COPY.uploading}
        onClick={() => chooser.current?.click()}
      >
        <ImageUp aria-hidden="true" />
        {SCANNER_COPY.upload}
      </Button>
      <input ref={chooser} type="file" accept="image/*" className="hidden" onChange={choose} />
    </div>
  );
}

interface DoorSettingsProps {
  events: Pick<Event, "id" | "name" | "date">[];
  eventsFailed: boolean;
  eventId: number | null;
  eventDeleted: boolean;
  /** A grant is for one event, so the event cannot change without a session. */
  isSignedIn: boolean;
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
  onEventChange,
  rapid,
  onRapidChange,
}: DoorSettingsProps) {
  // A helper's event and door come from the pass.
  const tonight = useTonight();
  const isHelper = useHelper(isSignedIn) !== undefined;
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
          {/* The saved event is offered even before the list has loaded. */}
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
