import type { ComponentProps } from "react";
import type { Event } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { REGISTER_COPY } from "@/features/attendees/copy";
import { formatEventDate } from "@/lib/event-date";

interface EventFieldProps extends ComponentProps<"select"> {
  events: readonly Pick<Event, "id" | "name" | "date">[];
  error: string | undefined;
}

/** Of which event the new guest is. */
export function EventField({ events, error, ...rest }: EventFieldProps) {
  return (
    <Field label={REGISTER_COPY.event} error={error}>
      <Select {...rest}>
        <option value="">{REGISTER_COPY.chooseEvent}</option>
        {events.map(({ id, name, date }) => (
          <option key={id} value={id}>
            {name} ({formatEventDate(date)})
          </option>
        ))}
      </Select>
    </Field>
  );
}
