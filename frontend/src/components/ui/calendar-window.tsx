import type { RefObject } from "react";
import { Calendar } from "@/components/ui/calendar";
import { FieldPopover } from "@/components/ui/field-popover";

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

/** Calendar popup of a `DateField`. */
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
