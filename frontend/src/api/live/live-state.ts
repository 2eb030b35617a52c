import { useSyncExternalStore } from "react";

/** contract 7: a cut of a moment is nobody's business; one of this length is said. */
const SAY_AFTER_MS = 10_000;

let isOpen: boolean | null = null;
let isPaused = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(open: boolean, paused: boolean): void {
  if (isOpen === open && isPaused === paused) return;
  isOpen = open;
  isPaused = paused;
  for (const listener of listeners) listener();
}

/** Notes whether the stream is open. */
export function noteStream(open: boolean): void {
  if (open) {
    clearTimeout(timer);
    timer = undefined;
    set(true, false);
  } else {
    set(false, isPaused);
    timer ??= setTimeout(() => set(false, true), SAY_AFTER_MS);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this browser hears of changes; null while it has heard nothing yet. */
export function useLiveOpen(): boolean | null {
  return useSyncExternalStore(subscribe, () => isOpen);
}

/** Whether this browser has heard nothing for so long that the screen should say so. */
export function useLivePaused(): boolean {
  return useSyncExternalStore(subscribe, () => isPaused);
}
