import { useState } from "react";

/** What can lie over the camera. */
type What = "search" | "check" | "devices";

/** The one sheet over the camera. A door that stands still finds no guests, but its device can be checked. */
export function useSheet(isStopped: boolean) {
  const [sheet, setSheet] = useState<What | null>(null);
  if (isStopped && sheet === "search") setSheet(null);

  return {
    isOpen: (what: What) => sheet === what,
    open: setSheet,
    close: () => setSheet(null),
    /** For a part that opens and closes itself. */
    of: (what: What) => ({
      open: sheet === what,
      onOpenChange: (open: boolean) => setSheet(open ? what : null),
    }),
  };
}
