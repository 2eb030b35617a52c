import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useFieldControl } from "@/components/ui/field";
import { CONTROL } from "@/components/ui/input";
import { classes } from "@/lib/classes";

/** Classes of a control in a `SelectFrame`. */
export const SELECT_LOOK = classes(CONTROL, "truncate pr-10");

/** The frame of a select, with its chevron. */
export function SelectFrame({ children }: { children: ReactNode }) {
  return (
    <div className="relative">
      {children}
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-text-muted" />
    </div>
  );
}

/** The browser's own select, the best picker on phones and for keyboards. Takes `<option>`s. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <SelectFrame>
      <select {...useFieldControl()} className={classes(SELECT_LOOK, "appearance-none", className)} {...rest}>
        {children}
      </select>
    </SelectFrame>
  );
}
