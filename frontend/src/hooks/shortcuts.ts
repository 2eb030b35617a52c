import { useEffect, useRef, useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "@/lib/storage";
import { isTextField } from "@/lib/text-field";

/**
 * Single keys at the desk. Whoever speaks to the computer, or brushes keys, switches them off; the device remembers it.
 * The scanner's screen has none: there a hardware scanner types.
 */
const SWITCHED_OFF = "doorlist.shortcuts.off";

let on: boolean | null = null;
const listeners = new Set<() => void>();

const isOn = (): boolean => {
  on ??= readStored("local", SWITCHED_OFF) !== true;
  // Where there is no mouse the switch does not show, and so nothing is live that it could switch off.
  return on && !window.matchMedia?.("(pointer: coarse)").matches;
};

function tellAll(now: boolean | null): void {
  on = now;
  for (const listener of listeners) listener();
}

export function switchShortcuts(to: boolean): void {
  if (to) removeStored("local", SWITCHED_OFF);
  else writeStored("local", SWITCHED_OFF, true);
  tellAll(to);
}

/** Another tab switched them. */
globalThis.addEventListener("storage", ({ key }: StorageEvent) => {
  if (key === SWITCHED_OFF || key === null) tellAll(null);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, isOn);

const OPEN_ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a key that went down is meant for the page, and not for what somebody types, chooses or answers. */
function isForThePage(keyEvent: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, repeat, isComposing, defaultPrevented } = keyEvent;
  if (ctrlKey || altKey || metaKey || repeat || isComposing || defaultPrevented) return false;
  // A list jumps to what begins with the key.
  if (isTextField(target) || target instanceof HTMLSelectElement) return false;
  // Since the page was shown, a mouse may have been taken away.
  if (!isOn()) return false;
  return document.querySelector(OPEN_ABOVE) === null;
}

/** Does `act` when the key is pressed. Gives the key as long as it is live, for `aria-keyshortcuts` and a hint. */
export function useShortcut(key: string, act: () => void): string | undefined {
  const isLive = useShortcutsOn();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isLive) return;
    const listen = (keyEvent: KeyboardEvent) => {
      if (keyEvent.key !== key || !isForThePage(keyEvent)) return;
      // The key must not be typed into the field that now gets the focus.
      keyEvent.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [key, isLive]);
  return isLive ? key : undefined;
}
