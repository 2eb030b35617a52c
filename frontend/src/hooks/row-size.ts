import { useSyncExternalStore } from "react";

/** Converts rem to pixels, at the text size that the reader has chosen. */
export const pixelsOf = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || "16");

/** Wide enough for columns. False without matchMedia. */
const WIDE = window.matchMedia?.("(min-width: 48rem)");
/** A mouse can hit rows that are too low for a finger. */
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

export const useIsWide = (): boolean => useSyncExternalStore(onChange, isWideNow);

/** A block on a phone, one line on a wide screen, a lower one for a mouse. */
export type RowShape = "block" | "line" | "compact";

export function useRowShape(): RowShape {
  const isWide = useIsWide();
  const isFine = useSyncExternalStore(onChange, isFineNow);
  if (!isWide) return "block";
  return isFine ? "compact" : "line";
}
