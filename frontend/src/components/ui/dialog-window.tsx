import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { classes } from "@/lib/classes";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The sentence under the title; a screen reader hears it on opening. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the safe one first. */
  actions?: ReactNode;
  /** Where it stands on a phone: at the top leaves room for the keyboard of a search. */
  place?: "bottom" | "top";
  /** A question reads best narrow; what shows rows of a file wants room. */
  width?: keyof typeof WIDTHS;
}

const WIDTHS = { narrow: "max-w-md", wide: "max-w-2xl" };
const PLACES = { bottom: "items-end", top: "items-start" };

/** A modal question or form: focus stays inside, Escape closes, and focus goes back where it came from. */
export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  place = "bottom",
  width = "narrow",
}: DialogProps) {
  const opener = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* What is higher than the screen scrolls in here: Radix lets nothing outside its overlay scroll. */}
        <Radix.Overlay
          className={classes(
            "fixed inset-0 z-40 grid animate-fade justify-items-center overflow-y-auto bg-overlay p-4 sm:items-center",
            PLACES[place],
          )}
        >
          <Radix.Content
            {...(description ? {} : { "aria-describedby": undefined })}
            onPointerDownOutside={(pointerEvent) => {
              const { target, offsetX } = pointerEvent.detail.originalEvent;
              // Whoever takes the scroll bar wants to read on, not to leave.
              if (target instanceof HTMLElement && offsetX > target.clientWidth)
                pointerEvent.preventDefault();
            }}
            onOpenAutoFocus={() => {
              if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
            }}
            onCloseAutoFocus={(focusEvent) => {
              // Left to itself it looks for a trigger of its own, and these dialogs are opened from anywhere.
              focusEvent.preventDefault();
              opener.current?.focus();
            }}
            className={classes(
              "flex w-full min-w-0 animate-rise flex-col gap-5 rounded-md border bg-surface p-6 shadow-raised",
              WIDTHS[width],
            )}
          >
            <div className="flex flex-col gap-2">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="wrap-anywhere text-text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            {children}
            {actions ? (
              <div
                className={
                  // What is read at length keeps its buttons in view, down to the overlay's edge.
                  width === "wide"
                    ? "-mx-6 -bottom-4 -mb-6 sticky flex gap-3 rounded-b-md border-t bg-surface px-6 py-4 *:last:flex-1 sm:justify-end sm:*:last:flex-none"
                    : "flex flex-col-reverse gap-3 sm:flex-row sm:justify-end"
                }
              >
                {actions}
              </div>
            ) : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
