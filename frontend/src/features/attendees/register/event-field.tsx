import type { ComponentProps } from "react";
import type { Event } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { REGISTER_COPY } from "@/features/attendees/copy";
import { useTonight } from "@/hooks/use-tonight";
import { formatEventDate } from "@/lib/event-date";
import { upcomingFirst } from "@/lib/event-day";

interface EventFieldProps extends ComponentProps<"select"> {
  events: readonly Pick<Event, "id" | "name" | "date">[];
  error: string | undefined;
}

/** Event of the new guest; tonight's first. */
export function EventField({ events, error, ...rest }: EventFieldProps) {
  const tonight = useTonight();
  return (
    <Field label={REGISTER_COPY.event} error={error}>
      <Select {...rest}>
        <option value="">{REGISTER_COPY.chooseEvent}</option>
        {upcomingFirst(events, tonight).map(({ id, name, date }) => (
          <option key={id} value={id}>
            {name} ({formatEventDate(date)})
          </option>
        ))}
      </Select>
    </Field>
  );
}
