import type { TicketTypeRef } from "@/api/types";
import { classes } from "@/lib/classes";

interface TypeMarkProps {
  type: Pick<TicketTypeRef, "name" | "color">;
  /** A long name takes more lines; otherwise it is cut. */
  wraps?: boolean;
  className?: string;
}

/** A ticket type: its name with the colour beside it, never the colour alone (contract 2.ticket-type). */
export function TypeMark({ type: { name, color }, wraps = false, className }: TypeMarkProps) {
  return (
    <span className={classes("inline-flex min-w-0 max-w-full items-baseline gap-1.5", className)}>
      <span
        aria-hidden="true"
        // Browsers print no backgrounds by default.
        className="h-4 w-2 shrink-0 self-center rounded-sm [print-color-adjust:exact]"
        style={{ background: `var(--type-${color})` }}
      />
      <span className={wraps ? "wrap-anywhere" : "truncate"} dir="auto">
        {name}
      </span>
    </span>
  );
}
