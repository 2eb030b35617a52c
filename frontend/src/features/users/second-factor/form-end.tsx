import type { ReactNode } from "react";

/** A form's buttons, the safe one first; stacked on a phone. */
export function FormEnd({ children }: { children: ReactNode }) {
  return (
    <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap-reverse sm:justify-end">
      {children}
    </div>
  );
}
