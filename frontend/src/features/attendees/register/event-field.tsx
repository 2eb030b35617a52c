import { type Control, useController } from "react-hook-form";
import { EventSelect } from "@/components/form/event-select";
import { Field } from "@/components/ui/field";
import { REGISTER_COPY } from "@/features/attendees/copy";
import type { RegisterValues } from "@/features/attendees/register/register-values";
import type { ListedEvent } from "@/lib/event-search";

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
