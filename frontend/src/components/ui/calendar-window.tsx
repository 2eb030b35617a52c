import { Popover } from "radix-ui";
import { type RefObject, useRef } from "react";
import { Calendar } from "@/components/ui/calendar";

interface CalendarWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  /** Anchor: the calendar opens below it, or above if there is more room. */
  beside: RefObject<HTMLDivElement | null>;
  opener: RefObject<HTMLButtonElement | null>;
  /** The cursor stays in the field, so that a day can be typed instead. */
  keepsFocus: boolean;
  /** `YYYY-MM-DD`, or anything else for no day. */
  value: string;
  onPick: (isoDate: string) => void;
}

/** Calendar popup of a `DateField`. */
export function CalendarWindow({
  open,
  onOpenChange,
  label,
  beside,
  opener,
  keepsFocus,
  value,
  onPick,
}: CalendarWindowProps) {
  const isLeft = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={beside} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={(outsideEvent) => {
            const { target } = outsideEvent;
            // The field and its button open and close the popup themselves.
            if (target instanceof Node && beside.current?.contains(target)) outsideEvent.preventDefault();
            else isLeft.current = true;
          }}
          onOpenAutoFocus={(focusEvent) => {
            if (keepsFocus) focusEvent.preventDefault();
          }}
          onCloseAutoFocus={(focusEvent) => {
            focusEvent.preventDefault();
            // After a click elsewhere the focus stays there.
            const isInField = beside.current?.contains(document.activeElement);
            if (!isLeft.current && !isInField) opener.current?.focus();
            isLeft.current = false;
          }}
          className="z-50 animate-fade rounded-md border bg-surface p-3 shadow-raised"
        >
          <Calendar
            key={keepsFocus ? value : undefined}
            value={value}
            takesFocus={!keepsFocus}
            onPick={(isoDate) => {
              onPick(isoDate);
              onOpenChange(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
