import type { ComponentProps } from "react";
import { classes } from "@/lib/classes";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  /** The label, shown beside the box unless `labelHidden`. */
  label: string;
  labelHidden?: boolean;
  /** Partly selected. */
  mixed?: boolean;
}

/** The browser's checkbox in a label of 44 px, for a thumb. */
export function Checkbox({ label, labelHidden = false, mixed = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={classes("inline-flex min-h-11 min-w-11 items-center gap-2", className)}>
      <input
        {...rest}
        type="checkbox"
        aria-label={labelHidden ? label : undefined}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        className="mx-3 size-5 shrink-0 cursor-pointer accent-accent disabled:cursor-not-allowed"
      />
      {labelHidden ? null : <span>{label}</span>}
    </label>
  );
}
