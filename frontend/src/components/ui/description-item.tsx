import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

interface DescriptionItemProps {
  label: string;
  children: ReactNode;
}

/** A label with its value beneath, inside a `dl`. `wide`: the value needs two columns. */
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

/** A label and its value in one line; a value that does not fit wraps beneath. */
export function DescriptionLine({ label, children }: DescriptionItemProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-text-muted">{label}</dt>
      <dd className="wrap-anywhere ml-auto min-w-0 text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}
