import { Popover } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";

interface FieldPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  /** The field, which opens and closes the popup itself: the popup is below it, or above if there is more room. */
  field: RefObject<HTMLElement | null>;
  opener: RefObject<HTMLButtonElement | null>;
  /** The cursor stays in the field. */
  keepsFocus?: boolean;
  className: string;
  children: ReactNode;
}

/** A popup of a field. The focus returns to `opener`, unless it is elsewhere by then. */
export function FieldPopover({
  open,
  onOpenChange,
  label,
  field,
  opener,
  keepsFocus = false,
  className,
  children,
}: FieldPopoverProps) {
  const isLeft = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={field} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={(outsideEvent) => {
            const { target } = outsideEvent;
            if (target instanceof Node && field.current?.contains(target)) outsideEvent.preventDefault();
            else isLeft.current = true;
          }}
          onOpenAutoFocus={(focusEvent) => {
            if (keepsFocus) focusEvent.preventDefault();
          }}
          onCloseAutoFocus={(focusEvent) => {
            focusEvent.preventDefault();
            // After a click elsewhere the focus stays there.
            const isInField = field.current?.contains(document.activeElement);
            if (!isLeft.current && !isInField) opener.current?.focus();
            isLeft.current = false;
          }}
          className={`z-50 animate-fade rounded-md border bg-surface shadow-raised ${className}`}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
