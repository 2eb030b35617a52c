import { type Control, useController } from "react-hook-form";
import { EventSelect } from "@/components/form/event-select";
import { Field } from "@/components/ui/field";
import { REGISTER_COPY } from "@/features/attendees/copy";
import type { RegisterValues } from "@/features/attendees/register/register-values";
import { isOver, nextOrOnlyEvent } from "@/lib/event-day";
import type { ListedEvent } from "@/lib/event-search";
import { readStored, writeStored } from "@/lib/storage";

interface EventFieldProps {
  control: Control<RegisterValues>;
  events: readonly ListedEvent[];
  onChoose: () => void;
}

/** Event of the new guest; tonight's first. */
export function EventField({ control, events, onChoose }: EventFieldProps) {
  const { field, fieldState } = useController({ control, name: "eventId" });
  return (
    <Field label={REGISTER_COPY.event} error={fieldState.error?.message}>
      <EventSelect
        ref={field.ref}
        events={events}
        eventId={Number(field.value) || null}
        none={REGISTER_COPY.chooseEvent}
        onChoose={(id) => {
          field.onChange(id === null ? "" : String(id));
          onChoose();
        }}
      />
    </Field>
  );
}

const KEY = "doorlist.attendees.event";

type Listed = { id: number; date: string };

/**
 * The most likely event of a new attendee, as the select's value; "" if there is none. `events` are sorted by date
 * (contract 7), so the first one that is not over is tonight's or the next.
 */
export function likelyEvent(events: readonly Listed[], asked: number | null, tonight: string): string {
  const stored = readStored("local", KEY);
  const find = (sought: unknown) => events.find(({ id }) => id === sought);
  const last = find(stored);
  const likely = last && !isOver(last, tonight) ? last : nextOrOnlyEvent(events, tonight);
  return String((find(asked) ?? likely ?? last)?.id ?? "");
}

export const saveLastUsedEvent = (eventId: number): void => writeStored("local", KEY, eventId);
