import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

interface SummaryProps {
  className?: string;
  children: ReactNode;
}

/** The line that opens a `details` of the class `group`, with a chevron that turns. */
export function Summary({ className, children }: SummaryProps) {
  return (
    <summary
      className={classes(
        "flex min-h-11 cursor-pointer list-none items-center [&::-webkit-details-marker]:hidden",
        className,
      )}
    >
      <ChevronRight className="size-5 shrink-0 text-text-muted transition-transform group-open:rotate-90" />
      {children}
    </summary>
  );
}
