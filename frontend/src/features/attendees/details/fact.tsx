import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

interface FactProps {
  label: string;
  /** What it holds does not fit into half a card. */
  wide?: boolean;
  children: ReactNode;
}

/** A name and what it holds, inside a `dl`. */
export function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={classes("flex min-w-0 flex-col gap-1", wide && "col-span-full")}>
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
