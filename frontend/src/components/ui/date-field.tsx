import { CalendarDays } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useTypedValue } from "@/hooks/use-typed-value";
import { today } from "@/lib/clock";
import { formatEventDate } from "@/lib/event-date";
import { parseTypedDate, type Towards } from "@/lib/typed-date";

/** The calendar's date library is a fifth of a first load, and typing a day never needs it. */
const CalendarWindow = lazyComponent(
  async () => (await import("@/components/ui/calendar-window")).CalendarWindow,
);

interface DateFieldProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** `YYYY-MM-DD`, or the typed text while it is no date, which the form then refuses. */
  value: string;
  onChange: (value: string) => void;
  calendarLabel: string;
  /** Direction for a typed date without a year or a day. */
  towards?: Towards;
}

/** On touch devices the keyboard would cover half of the calendar. */
const isTouched = () => window.matchMedia?.("(pointer: coarse)").matches ?? false;

export function DateField({ value, onChange, onBlur, calendarLabel, towards, ...rest }: DateFieldProps) {
  const [open, setOpen] = useState(false);
  // Opened by a click on the text, the calendar leaves the cursor there.
  const [isTyping, setIsTyping] = useState(false);
  // Preloaded once the page is ready; the form itself loads first.
  const [wasOpened, setWasOpened] = useState(false);
  const { control, showValue } = useTypedValue({
    value,
    onChange,
    onBlur,
    parse: (text) => parseTypedDate(text, today(), towards),
    format: formatEventDate,
  });
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  function show(isOpen: boolean, typing: boolean) {
    setWasOpened(true);
    setIsTyping(typing);
    setOpen(isOpen);
  }

  return (
    <div ref={box} className="relative">
      <Input
        {...rest}
        {...control}
        className="pr-12 tabular-nums"
        onClick={() => show(isTouched() ? !open : true, !isTouched())}
      />
      <IconButton
        ref={opener}
        label={calendarLabel}
        icon={<CalendarDays />}
        onClick={() => show(!open, false)}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="absolute top-0 right-0 text-text-muted"
      />
      {wasOpened ? (
        <CalendarWindow
          open={open}
          onOpenChange={setOpen}
          label={calendarLabel}
          beside={box}
          opener={opener}
          keepsFocus={isTyping}
          value={value}
          onPick={(isoDate) => {
            showValue();
            onChange(isoDate);
          }}
        />
      ) : null}
    </div>
  );
}
