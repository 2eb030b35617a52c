import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useFieldControl } from "@/components/ui/field";
import { CONTROL } from "@/components/ui/input";
import { classes } from "@/lib/classes";

/** The browser's own select, the best picker on phones and for keyboards. Takes `<option>`s. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        className={classes(CONTROL, "appearance-none truncate pr-10", className)}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-text-muted"
      />
    </div>
  );
}
