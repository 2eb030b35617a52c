import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { TimeField } from "@/components/ui/time-field";
import { EVENT_FIELDS_COPY } from "@/features/events/copy";
import type { EventValues } from "@/features/events/event-values";
import { isTime } from "@/lib/typed-time";

/**
 * Props of a control whose text is not its value: it reports value and focus to the form itself. The library's
 * Controller would do just that, in ten times the code.
 */
export function useTypedField(form: UseFormReturn<EventValues>, name: "date" | "time" | "endTime") {
  const { ref, onChange } = form.register(name);
  const input = useRef<HTMLInputElement>(null);
  const [target] = useState(() => ({ name, focus: () => input.current?.focus() }));
  useEffect(() => ref(target));
  return {
    ref: input,
    name,
    value: form.watch(name),
    onChange: (value: string) => void onChange({ type: "change", target: { name, value } }),
  };
}

interface EventTimeFieldProps {
  form: UseFormReturn<EventValues>;
  name: "time" | "endTime";
  autoFocus?: boolean;
}

/** The start or the end of an event. An end without am or pm is the next such time after the start. */
export function EventTimeField({ form, name, autoFocus = false }: EventTimeFieldProps) {
  const start = form.watch("time");
  const isEnd = name === "endTime";
  return (
    <TimeField
      {...useTypedField(form, name)}
      after={isEnd && isTime(start) ? start : undefined}
      pickerLabel={isEnd ? EVENT_FIELDS_COPY.chooseEnd : EVENT_FIELDS_COPY.chooseStart}
      placeholder={EVENT_FIELDS_COPY.timePlaceholder(isEnd ? "23:00" : "19:30")}
      autoFocus={autoFocus}
    />
  );
}
