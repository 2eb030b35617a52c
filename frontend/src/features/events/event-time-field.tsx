import { Clock } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { EVENT_FIELDS_COPY } from "@/features/events/copy";
import type { EventValues } from "@/features/events/event-values";
import { useTypedValue } from "@/hooks/use-typed-value";
import { currentSettings } from "@/lib/settings";
import { isTime, parseTypedTime, timeText } from "@/lib/typed-time";

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

interface TimeFieldProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** `HH:MM`, or the typed text while it is no time, which the form then refuses. */
  value: string;
  onChange: (value: string) => void;
  pickerLabel: string;
  /** With 12 hours, a time without am or pm is the next one after this. */
  after?: string | undefined;
}

/** A time of day, typed in the clock of the settings, or picked. */
function TimeField({ value, onChange, onBlur, pickerLabel, after, ...rest }: TimeFieldProps) {
  const { control, showValue } = useTypedValue({
    value,
    onChange,
    onBlur,
    parse: (text) => parseTypedTime(text, after),
    format: timeText,
  });
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="relative">
      <span aria-hidden="true" className="pointer-events-none">
        <input
          ref={picker}
          type="time"
          tabIndex={-1}
          className="absolute inset-0 opacity-0"
          value={isTime(value) ? value : ""}
          onChange={({ target }) => {
            showValue();
            onChange(target.value);
          }}
        />
      </span>
      <Input
        {...rest}
        {...control}
        // 24 hours need no separator: '1930'. A number pad has no letters for am and pm.
        inputMode={currentSettings().timeFormat === "24h" ? "numeric" : undefined}
        className="relative pr-12 tabular-nums"
      />
      <IconButton
        label={pickerLabel}
        icon={<Clock />}
        onClick={() => picker.current?.showPicker?.()}
        className="absolute top-0 right-0 text-text-muted"
      />
    </div>
  );
}
