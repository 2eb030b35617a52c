import type { ComponentProps } from "react";
import { useFieldControl } from "@/components/ui/field";
import { classes } from "@/lib/classes";

/**
 * 16 px text, or a phone zooms in on focus; 44 px high; room for label and message when it scrolls into view. Shared
 * with `Select` so that they align.
 */
export const CONTROL =
  "block min-h-11 w-full scroll-mt-10 scroll-mb-20 min-w-0 rounded-md border border-border-strong bg-surface px-3 text-base text-text placeholder:text-text-muted focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger";

/** A text control; inside a `Field` it takes its id and error from there. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldControl()} className={classes(CONTROL, className)} {...rest} />;
}

/** A text area that grows with its content, where the browser supports that. */
export function LinesInput({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={2}
      {...useFieldControl()}
      className={classes(CONTROL, "field-sizing-content resize-y py-2.5", className)}
      {...rest}
    />
  );
}

export function WholeNumberInput({ className, ...rest }: ComponentProps<"input">) {
  return (
    <Input
      type="number"
      inputMode="numeric"
      step={1}
      className={classes("tabular-nums", className)}
      {...rest}
    />
  );
}
