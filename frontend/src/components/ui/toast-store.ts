import { readStored, removeStored, writeStored } from "@/lib/storage";
import { createStore } from "@/lib/store";

/** How long a toast stays (contract 9). */
const DEFAULT_DURATION_MS = 5000;
const CARRIED_KEY = "doorlist.carried-toast";

export interface ToastContent {
  title: string;
  description?: string | undefined;
  /** A second sentence: why, or what to do. */
  reason?: string;
  variant?: "default" | "destructive";
  link?: { text: string; to: string } | undefined;
  /** A button that acts and closes the toast. */
  action?: { text: string; run: () => void } | undefined;
  /** Duration in milliseconds; 5000 by default. */
  duration?: number;
}

export interface ShownToast extends ToastContent {
  id: number;
  duration: number;
}

let lastId = 0;
const shown = createStore<ShownToast | null>(null);
export const { get: shownToast, subscribe: onToastChange } = shown;

/** Shows a toast. At most one is visible: a new one replaces the one before (contract 4). */
export function toast(content: ToastContent): void {
  lastId += 1;
  shown.set({ duration: DEFAULT_DURATION_MS, ...content, id: lastId });
}

/** Closes a toast, unless a newer one has replaced it. */
export function dismissToast(id: number): void {
  if (shownToast()?.id === id) shown.set(null);
}

/** Closes the toast that is shown: the user has gone on to something that it is not about. */
export const dismissShownToast = (): void => shown.set(null);

/** Stores a toast for after a full reload (contract 4). */
export function carryToastOverReload(content: Omit<ToastContent, "action">): void {
  writeStored("session", CARRIED_KEY, content);
}

export function showCarriedToast(): void {
  const carried = readStored("session", CARRIED_KEY) as ToastContent | null;
  if (!carried) return;
  removeStored("session", CARRIED_KEY);
  toast(carried);
}
