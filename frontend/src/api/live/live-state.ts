import { useSyncExternalStore } from "react";
import { createListeners } from "@/lib/store";

/**
 * `silent`: nothing was heard for so long that the server is gone or frozen. `refused`: after a silence it answers, but
 * has no stream for this browser yet.
 */
export type StreamState = "open" | "cut" | "silent" | "refused";

/** contract 7: screens do not mention a shorter cut. */
const SAY_AFTER_MS = 10_000;

let state: StreamState | null = null;
let isPaused = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const { tell, subscribe } = createListeners();

function set(next: StreamState, paused: boolean): void {
  if (state === next && isPaused === paused) return;
  state = next;
  isPaused = paused;
  tell();
}

/** Notes how the stream of this browser is. Only an answer ends a silence: an attempt that fails is no news. */
export function setStreamState(next: StreamState): void {
  if (next === "open") {
    clearTimeout(timer);
    timer = undefined;
    set("open", false);
    return;
  }
  set(state === "silent" && next === "cut" ? "silent" : next, isPaused);
  timer ??= setTimeout(() => set(state ?? "cut", true), SAY_AFTER_MS);
}

/** Whether this browser hears of changes; null while it has heard nothing yet. */
export const isLiveOpen = (): boolean | null => state && state === "open";

export const useLiveOpen = (): boolean | null => useSyncExternalStore(subscribe, isLiveOpen);

/** Whether this browser has heard of no change for so long that the screen should say so. */
export function useLivePaused(): boolean {
  return useSyncExternalStore(subscribe, () => isPaused);
}

/** Whether the server is out of reach: gone, frozen, or behind a network that is down. */
export const isOffline = (): boolean => state === "silent";

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);
