import { useCallback, useSyncExternalStore } from "react";

/** Rows drawn beyond the screen on either side. */
const OVERSCAN = 8;
/** The drawn range moves in steps of this many rows, to redraw less often. */
const STEP = 4;

function onMove(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  window.addEventListener("resize", listener);
  return () => {
    window.removeEventListener("scroll", listener);
    window.removeEventListener("resize", listener);
  };
}

interface List {
  count: number;
  /** Where the list begins on the page, and how high each of its rows is, in pixels. */
  top: number;
  rowHeight: number;
}

/** Which rows of a list that scrolls with the page are to be drawn: from `first` on, up to before `end`. */
export function useRowsInView({ count, top, rowHeight }: List): { first: number; end: number } {
  const stepNow = useCallback(
    () => Math.max(0, Math.floor((window.scrollY - top) / rowHeight / STEP)) * STEP,
    [top, rowHeight],
  );
  const onScreenNow = useCallback(() => Math.ceil(window.innerHeight / rowHeight), [rowHeight]);
  const step = useSyncExternalStore(onMove, stepNow);
  const onScreen = useSyncExternalStore(onMove, onScreenNow);
  return { first: Math.max(0, step - OVERSCAN), end: Math.min(count, step + STEP + onScreen + OVERSCAN) };
}
