import { useSyncExternalStore } from "react";

/** Converts rem to pixels, at the text size that the reader has chosen. */
export const pixelsOf = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || "16");

/** Room for columns; where there is no screen to ask about, there is none. */
const WIDE = window.matchMedia?.("(min-width: 48rem)");
/** A mouse hits rows that a finger would miss. */
const FINE = window.matchMedia?.("(pointer: fine)");

const isWideNow = () => WIDE?.matches ?? false;
const isFineNow = () => FINE?.matches ?? false;

function onChange(listener: () => void): () => void {
  WIDE?.addEventListener("change", listener);
  FINE?.addEventListener("change", listener);
  return () => {
    WIDE?.removeEventListener("change", listener);
    FINE?.removeEventListener("change", listener);
  };
}

/** Whether a row has room for columns. */
export const useIsWide = (): boolean => useSyncExternalStore(onChange, isWideNow);

/** How a row is drawn: a block on a phone, one line on a wide screen, a thin one where a mouse points. */
export type RowShape = "block" | "line" | "compact";

export function useRowShape(): RowShape {
  const isWide = useIsWide();
  const isFine = useSyncExternalStore(onChange, isFineNow);
  if (!isWide) return "block";
  return isFine ? "compact" : "line";
}
