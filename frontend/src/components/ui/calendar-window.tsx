import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ComponentProps, RefObject } from "react";
import { DayPicker } from "react-day-picker";
import { FieldPopover } from "@/components/ui/field-popover";
import { Tooltip } from "@/components/ui/tooltip";
import { parseIsoDate, toIsoDate } from "@/lib/event-date";

interface CalendarWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  beside: RefObject<HTMLDivElement | null>;
  opener: RefObject<HTMLButtonElement | null>;
  /** The cursor stays in the field, so that a day can be typed instead. */
  keepsFocus: boolean;
  /** `YYYY-MM-DD`, or anything else for no day. */
  value: string;
  onPick: (isoDate: string) => void;
}

export function CalendarWindow({ beside, value, onPick, ...popover }: CalendarWindowProps) {
  const { keepsFocus, onOpenChange } = popover;
  return (
    <FieldPopover {...popover} field={beside} className="p-3">
      <Calendar
        key={keepsFocus ? value : undefined}
        value={value}
        takesFocus={!keepsFocus}
        onPick={(isoDate) => {
          onPick(isoDate);
          onOpenChange(false);
        }}
      />
    </FieldPopover>
  );
}

const MONDAY = 1;
const ARROW = "grid size-11 place-items-center rounded-md hover:bg-surface-muted";

/** An arrow alone is unclear (contract 2). */
function MonthButton(props: ComponentProps<"button">) {
  return (
    <Tooltip text={props["aria-label"] ?? ""}>
      <button type="button" {...props} />
    </Tooltip>
  );
}

interface CalendarProps {
  /** `YYYY-MM-DD`, or anything else for no day. */
  value: string;
  takesFocus: boolean;
  onPick: (isoDate: string) => void;
}

/** A month to pick a day from. Loaded after the page, by `DateField`. */
function Calendar({ value, takesFocus, onPick }: CalendarProps) {
  const selected = parseIsoDate(value) ?? undefined;
  return (
    <DayPicker
      mode="single"
      autoFocus={takesFocus}
      required
      weekStartsOn={MONDAY}
      selected={selected}
      {...(selected ? { defaultMonth: selected } : {})}
      onSelect={(day) => onPick(toIsoDate(day))}
      components={{
        PreviousMonthButton: MonthButton,
        NextMonthButton: MonthButton,
        Chevron: ({ orientation }) =>
          orientation === "left" ? <ChevronLeft className="size-5" /> : <ChevronRight className="size-5" />,
      }}
      classNames={{
        root: "relative",
        month_caption: "flex h-11 items-center pl-3 font-semibold",
        nav: "absolute top-0 right-0 flex",
        button_previous: ARROW,
        button_next: ARROW,
        weekday: "h-11 w-11 font-normal text-sm text-text-muted",
        day: "p-0 text-center tabular-nums",
        day_button: "size-11 rounded-md hover:bg-surface-muted focus-visible:-outline-offset-2",
        today: "text-accent [&>button]:border [&>button]:border-accent [&>button]:font-semibold",
        selected: "[&>button]:bg-accent [&>button]:font-semibold [&>button]:text-on-accent",
        outside: "text-text-muted",
      }}
    />
  );
}
