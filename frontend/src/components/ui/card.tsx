import type { ComponentProps, ReactNode } from "react";
import { classes } from "@/lib/classes";

interface CardProps extends ComponentProps<"section"> {
  /** No padding, for a list whose rows reach the border. */
  flush?: boolean;
}

export function Card({ flush = false, className, ...rest }: CardProps) {
  return (
    <section
      className={classes(
        "overflow-clip rounded-md border bg-surface",
        flush ? null : "p-5 sm:p-6",
        className,
      )}
      {...rest}
    />
  );
}

export function CardTitle({ className, children, ...rest }: ComponentProps<"h2">) {
  return (
    <h2 className={classes("font-semibold text-lg", className)} {...rest}>
      {children}
    </h2>
  );
}

/** A title with a line about the card. */
export function CardHeading({ hint, ...title }: ComponentProps<"h2"> & { hint: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <CardTitle {...title} />
      {hint ? <p className="text-sm text-text-muted">{hint}</p> : null}
    </div>
  );
}
