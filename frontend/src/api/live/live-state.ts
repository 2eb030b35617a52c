import { useSyncExternalStore } from "react";

/** contract 7: a cut of a moment is nobody's business; one of this length is said. */
const SAY_AFTER_MS = 10_000;

let isPaused = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(paused: boolean): void {
  if (isPaused === paused) return;
  isPaused = paused;
  for (const listener of listeners) listener();
}

/** Notes whether the stream is open. */
export function noteStream(isOpen: boolean): void {
  if (isOpen) {
    clearTimeout(timer);
    timer = undefined;
    set(false);
  } else {
    timer ??= setTimeout(() => set(true), SAY_AFTER_MS);
  }
}

/** Whether this browser has heard nothing for so long that the screen should say so. */
export function useLivePaused(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isPaused,
  );
}
