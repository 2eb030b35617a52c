import { CalendarDays } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { formatEventDate, parseTypedDate } from "@/lib/event-date";

/** With its date library it is a fifth of a first load, and a day that is typed never needs it. */
const CalendarWindow = lazyPart(async () => (await import("@/components/ui/calendar-window")).CalendarWindow);

interface DateFieldProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** `YYYY-MM-DD`; or, while it is no day yet, the text as typed, which the form's rules then refuse. */
  value: string;
  onChange: (value: string) => void;
  /** Names the button that opens the calendar. */
  calendarLabel: string;
}

/** A day, typed or picked. Inside a `Field` the label belongs to the text. */
export function DateField({ value, onChange, onBlur, calendarLabel, ...rest }: DateFieldProps) {
  const [open, setOpen] = useState(false);
  // Loaded ahead once the page stands, and not before: the form itself comes first.
  const [wasOpened, setWasOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  return (
    <div ref={box} className="relative">
      <Input
        {...rest}
        autoComplete="off"
        className="pr-12 tabular-nums"
        value={typed ?? formatEventDate(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(parseTypedDate(event.target.value) ?? event.target.value.trim());
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
      />
      <IconButton
        ref={opener}
        label={calendarLabel}
        icon={<CalendarDays aria-hidden="true" />}
        onClick={() => {
          setWasOpened(true);
          setOpen(!open);
        }}
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
          value={value}
          onPick={onChange}
        />
      ) : null}
    </div>
  );
}
