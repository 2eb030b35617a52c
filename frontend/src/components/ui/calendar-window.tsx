import { Popover } from "radix-ui";
import { type RefObject, useRef } from "react";
import { Calendar } from "@/components/ui/calendar";

interface CalendarWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  /** What it stands under, or above where there is more room. */
  beside: RefObject<HTMLDivElement | null>;
  /** The button that opens and closes it. */
  opener: RefObject<HTMLButtonElement | null>;
  /** `YYYY-MM-DD`, or anything else for no day. */
  value: string;
  onPick: (isoDate: string) => void;
}

/** A window with a calendar, of a `DateField`. */
export function CalendarWindow({
  open,
  onOpenChange,
  label,
  beside,
  opener,
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
            // Its own press closes the window; closed here already, that press would open it again.
            if (target instanceof Node && opener.current?.contains(target)) outsideEvent.preventDefault();
            else isLeft.current = true;
          }}
          onCloseAutoFocus={(focusEvent) => {
            focusEvent.preventDefault();
            // After a press elsewhere the focus stays there.
            if (!isLeft.current) opener.current?.focus();
            isLeft.current = false;
          }}
          className="z-50 animate-fade rounded-md border bg-surface p-3 shadow-raised"
        >
          <Calendar
            value={value}
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
