import type { ReactNode } from "react";

interface PrintBarProps {
  back: ReactNode;
  /** The print options, and the button at the end. */
  children: ReactNode;
}

/** Bar above a print preview; not printed. */
export function PrintBar({ back, children }: PrintBarProps) {
  return (
    <div className="mb-6 flex flex-col gap-4 print:hidden">
      {back}
      <div className="flex flex-wrap items-end gap-4">{children}</div>
    </div>
  );
}
