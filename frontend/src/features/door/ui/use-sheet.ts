import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { SheetPause } from "@/features/door/core/door-state";

/** A sheet over the camera; a guest by the key of the scan. */
type What = "search" | "check" | "devices" | "party" | { guest: string };

/** The open sheet. A stopped door closes the search and the party. */
export function useSheet(isStopped: boolean) {
  // After claiming a pass, the helper checks the device first.
  const { state } = useLocation();
  const [sheet, setSheet] = useState<What | null>(state?.check ? "check" : null);
  if (isStopped && (sheet === "search" || sheet === "party")) setSheet(null);
  const guest = sheet !== null && typeof sheet === "object" ? sheet.guest : null;
  const pause: SheetPause | null =
    sheet === "party" || (sheet !== null && typeof sheet === "object") ? "guest" : sheet;

  return {
    isOpen: (what: What) => sheet === what,
    /** Key of the scan whose guest is open, or null. */
    guest,
    /** Stable. */
    open: setSheet,
    close: () => setSheet(null),
    /** Props for a component that opens and closes itself. */
    of: (what: What) => ({
      open: sheet === what,
      onOpenChange: (open: boolean) => setSheet(open ? what : null),
    }),
    /** Why the camera pauses, or null. */
    pause,
  };
}

export function useStageInFront(isInFront: boolean) {
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isPhone = window.matchMedia?.("(max-width: 40rem)").matches;
    if (isInFront && isPhone) stage.current?.scrollIntoView({ block: "start" });
  }, [isInFront]);
  return stage;
}
