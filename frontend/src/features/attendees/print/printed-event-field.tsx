import type { ComponentProps } from "react";
import { EventSelect } from "@/components/form/event-select";
import { Field } from "@/components/ui/field";
import { PRINT_COPY } from "@/features/attendees/print/copy";

export function PrintedEventField(props: ComponentProps<typeof EventSelect>) {
  return (
    <Field label={PRINT_COPY.event} className="min-w-0 flex-1 max-sm:basis-full sm:max-w-96">
      <EventSelect {...props} />
    </Field>
  );
}
