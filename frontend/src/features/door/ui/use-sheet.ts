import { useState } from "react";
import { useLocation } from "react-router";

/** What can lie over the camera: also the guest of one recent scan, by its key. */
type What = "search" | "check" | "devices" | "party" | { guest: string };

/** The one sheet over the camera. A door that stands still finds no guests, but its device can be checked. */
export function useSheet(isStopped: boolean) {
  // A helper comes here from the claim of a pass: the phone is checked first.
  const { state } = useLocation();
  const [sheet, setSheet] = useState<What | null>(state?.check ? "check" : null);
  if (isStopped && (sheet === "search" || sheet === "party")) setSheet(null);
  const guest = sheet !== null && typeof sheet === "object" ? sheet.guest : null;

  return {
    isOpen: (what: What) => sheet === what,
    /** The key of the scan whose guest is open, or null. */
    guest,
    /** Always the same function. */
    open: setSheet,
    close: () => setSheet(null),
    /** For a part that opens and closes itself. */
    of: (what: What) => ({
      open: sheet === what,
      onOpenChange: (open: boolean) => setSheet(open ? what : null),
    }),
    /** Why the camera's picture is not read meanwhile. */
    holds: {
      search: sheet === "search",
      check: sheet === "check",
      devices: sheet === "devices",
      guest: guest !== null || sheet === "party",
    },
  };
}
