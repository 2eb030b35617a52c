import { useState } from "react";

/** What can lie over the camera. */
type What = "search" | "check";

/** A sheet opens once its code is there: until then there is nothing to see, and the door goes on reading. */
type Sheet = { kind: "none" } | { kind: "loading" | "failed" | "open"; what: What };

const NONE: Sheet = { kind: "none" };

/** The one sheet over the camera. A door that stands still finds no guests, but its device can be checked. */
export function useSheet(isStopped: boolean) {
  const [sheet, setSheet] = useState<Sheet>(NONE);
  if (isStopped && sheet.kind !== "none" && sheet.what === "search") setSheet(NONE);

  return {
    isOpen: (what: What) => sheet.kind === "open" && sheet.what === what,
    opening: (what: What) =>
      sheet.kind !== "none" && sheet.kind !== "open" && sheet.what === what ? sheet.kind : null,
    close: () => setSheet(NONE),
    /** That it could not be loaded was said, and the person goes on with something else. */
    forgetFailure: () => setSheet((now) => (now.kind === "failed" ? NONE : now)),
    /** Opens it as soon as `load` is done. Each call is another attempt; what was opened or closed since wins. */
    open: (what: What, load: () => Promise<unknown>) => {
      const attempt: Sheet = { kind: "loading", what };
      const end = (kind: "open" | "failed") => setSheet((now) => (now === attempt ? { kind, what } : now));
      setSheet(attempt);
      load().then(
        () => end("open"),
        () => end("failed"),
      );
    },
  };
}
