import type { ReactNode } from "react";

interface PrintBarProps {
  back: ReactNode;
  /** What can be chosen about the print, and the button at the end. */
  children: ReactNode;
}

/** What stands above a print preview, and never on paper. */
export function PrintBar({ back, children }: PrintBarProps) {
  return (
    <div className="mb-6 flex flex-col gap-4 print:hidden">
      {back}
      <div className="flex flex-wrap items-end gap-4">{children}</div>
    </div>
  );
}
