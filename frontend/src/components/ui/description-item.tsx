import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

interface DescriptionItemProps {
  label: string;
  children: ReactNode;
}

/** A name and beneath it what it holds, inside a `dl`. `wide`: it does not fit into one column. */
export function DescriptionItem({
  label,
  wide = false,
  children,
}: DescriptionItemProps & { wide?: boolean }) {
  return (
    <div className={classes("flex min-w-0 flex-col gap-1", wide && "col-span-full")}>
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd className="wrap-anywhere font-medium tabular-nums">{children}</dd>
    </div>
  );
}

/** The same in one line, the name on the left; what does not fit beside it goes beneath. */
export function DescriptionLine({ label, children }: DescriptionItemProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-text-muted">{label}</dt>
      <dd className="wrap-anywhere ml-auto min-w-0 text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}
