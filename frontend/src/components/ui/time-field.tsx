import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";
import { useTypedText } from "@/hooks/use-typed-text";
import { currentSettings } from "@/lib/settings";
import { parseTypedTime, timeText } from "@/lib/typed-time";

interface TimeFieldProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** `HH:MM`, or the typed text while it is no time, which the form then refuses. */
  value: string;
  onChange: (value: string) => void;
  /** With 12 hours, a time without am or pm is the next one from this on. */
  from?: string | undefined;
}

/** A time of day, typed, in the clock of the settings. */
export function TimeField({ value, onChange, onBlur, from, ...rest }: TimeFieldProps) {
  const { control } = useTypedText({
    value,
    onChange,
    onBlur,
    parse: (text) => parseTypedTime(text, from),
    format: timeText,
  });
  return (
    <Input
      {...rest}
      {...control}
      // 24 hours need no separator: '1930'. A number pad has no letters for am and pm.
      inputMode={currentSettings().timeFormat === "24h" ? "numeric" : undefined}
      className="tabular-nums"
    />
  );
}
