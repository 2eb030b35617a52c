import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import { dismissShownToast } from "@/components/ui/toast-store";
import { classes } from "@/lib/classes";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The sentence under the title; screen readers announce it on opening. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the safe one first. */
  actions?: ReactNode;
  /** On a phone: a sheet from the lower edge, or full screen for a search. */
  phone?: keyof typeof SHEETS;
  /** Questions are narrow; tables of a file are wide. */
  width?: keyof typeof WIDTHS;
}

const WIDTHS = { narrow: "sm:max-w-md", wide: "sm:max-w-2xl" };

// Content higher than the screen scrolls between title and buttons; on a low screen the whole dialog scrolls.
const SHEETS = {
  sheet: "max-sm:mt-8 max-sm:rounded-b-none tall:max-h-[calc(100dvh-2rem)]",
  screen: "max-sm:h-dvh max-sm:rounded-none sm:max-h-[calc(100dvh-2rem)]",
};
const END = "pb-[max(1.5rem,env(safe-area-inset-bottom))]";

/** A modal dialog: focus stays inside, Escape closes, and focus returns to the opener. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  phone = "sheet",
  width = "narrow",
}: DialogProps) {
  const [opened, setOpened] = useState<{ open: boolean; from: Element | null }>({ open: false, from: null });
  // While rendering: a field within may take the focus before any effect runs.
  if (open !== opened.open) setOpened({ open, from: open ? document.activeElement : opened.from });
  // An older toast would cover the question (contract 2.frame.14).
  useEffect(() => {
    if (open) dismissShownToast();
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* The overlay scrolls, because Radix blocks scrolling outside it. */}
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-fade items-end justify-items-center overflow-y-auto bg-overlay sm:items-center sm:p-4">
          <Radix.Content
            {...(description ? {} : { "aria-describedby": undefined })}
            onPointerDownOutside={(pointerEvent) => {
              const { target, offsetX } = pointerEvent.detail.originalEvent;
              // A click on the scroll bar must not close the dialog.
              if (target instanceof HTMLElement && offsetX > target.clientWidth)
                pointerEvent.preventDefault();
            }}
            onCloseAutoFocus={(focusEvent) => {
              // Radix would focus its trigger, but these dialogs have none.
              focusEvent.preventDefault();
              const { from } = opened;
              if (from instanceof HTMLElement && from.isConnected && !from.matches(":disabled"))
                return from.focus();
              // A dialog that closed with this one has returned the focus already.
              if (document.activeElement !== document.body) return;
              // Focus the heading if the opener is gone (a deleted row) or disabled.
              document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true });
            }}
            className={classes(
              "flex w-full min-w-0 animate-rise flex-col rounded-md border bg-surface shadow-raised max-sm:border-x-0 max-sm:border-b-0",
              SHEETS[phone],
              WIDTHS[width],
            )}
          >
            <div
              className={classes(
                "flex shrink-0 flex-col gap-2 px-6 pt-6",
                phone === "screen" && "max-sm:pt-4",
              )}
            >
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="wrap-anywhere text-text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <div
              className={classes(
                "flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 pt-5 empty:pt-1",
                phone === "screen" && "max-sm:pt-3",
                actions ? "pb-2" : END,
              )}
            >
              {children}
            </div>
            {actions ? (
              <div
                className={classes(
                  "flex shrink-0 gap-3 px-6 pt-4",
                  END,
                  width === "wide"
                    ? "border-t bg-surface-muted *:last:flex-1 sm:rounded-b-md sm:justify-end sm:pb-4 sm:*:last:flex-none"
                    : "flex-col-reverse sm:flex-row sm:justify-end",
                )}
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
