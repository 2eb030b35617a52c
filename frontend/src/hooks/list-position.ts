import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Scroll position of each list when one of its rows was opened, by history entry. */
const offsets = new Map<string, number>();

/** Restores the scroll position of a list on return from a row. Returns a function to call when a row is opened. */
export function useListPosition(): () => void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  useEffect(() => {
    const offset = isReturn ? offsets.get(key) : undefined;
    if (offset === undefined) return;
    offsets.delete(key);
    // After `usePageHeading`, which scrolls every page to its top.
    const frame = requestAnimationFrame(() => window.scrollTo(0, offset));
    return () => cancelAnimationFrame(frame);
  }, [key, isReturn]);
  return () => {
    offsets.set(key, window.scrollY);
  };
}
