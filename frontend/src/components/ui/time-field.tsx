import { Clock } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { useTypedValue } from "@/hooks/use-typed-value";
import { currentSettings } from "@/lib/settings";
import { isTime, parseTypedTime, timeText } from "@/lib/typed-time";

interface TimeFieldProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** `HH:MM`, or the typed text while it is no time, which the form then refuses. */
  value: string;
  onChange: (value: string) => void;
  /** Label of the button that opens the device's own picker. */
  pickerLabel: string;
  /** With 12 hours, a time without am or pm is the next one after this. */
  after?: string | undefined;
}

/** A time of day, typed in the clock of the settings, or picked. */
export function TimeField({ value, onChange, onBlur, pickerLabel, after, ...rest }: TimeFieldProps) {
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
