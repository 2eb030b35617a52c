import { useSyncExternalStore } from "react";
import { createListeners } from "@/lib/store";

/**
 * `silent`: no heartbeat arrived for so long that the server is gone or frozen. `refused`: after a silence it responds,
 * but has no stream for this browser yet.
 */
export type StreamState = "open" | "cut" | "silent" | "refused";

/** Screens do not mention a shorter interruption (contract 7). */
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

/** Records the state of this browser's stream. A failed attempt does not end a silence; only a response does. */
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

/** True if this browser receives changes; null before the first message. */
export const isLiveOpen = (): boolean | null => state && state === "open";

export const useLiveOpen = (): boolean | null => useSyncExternalStore(subscribe, isLiveOpen);

/** True if changes have been missing for so long that the screen should mention it. */
export function useLivePaused(): boolean {
  return useSyncExternalStore(subscribe, () => isPaused);
}

/** True if the server cannot be reached: gone, frozen, or behind a network that is down. */
export const isOffline = (): boolean => state === "silent";

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);
