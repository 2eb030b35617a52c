import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { onStorageChange, readStored, removeStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";
import { isTextField } from "@/lib/text-field";

/**
 * Single-key shortcuts in the office. Users of speech input, or with a tremor, can switch them off; the device stores
 * that. The scan screen has none, because a hardware scanner types there.
 */
const SWITCHED_OFF = "doorlist.shortcuts.off";

let on: boolean | null = null;
const { tell, subscribe } = createListeners();

const isOn = (): boolean => {
  on ??= readStored("local", SWITCHED_OFF) !== true;
  // Without a mouse the switch is hidden, so the shortcuts must be off.
  return on && !window.matchMedia?.("(pointer: coarse)").matches;
};

function tellAll(now: boolean | null): void {
  on = now;
  tell();
}

export function switchShortcuts(to: boolean): void {
  if (to) removeStored("local", SWITCHED_OFF);
  else writeStored("local", SWITCHED_OFF, true);
  tellAll(to);
}

/** Follows a change in another tab. */
onStorageChange(SWITCHED_OFF, () => tellAll(null));

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, isOn);

const OPEN_ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** True if a key is meant for the page, not for a field, a list or a dialog. */
function isForThePage(keyEvent: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, repeat, isComposing, defaultPrevented } = keyEvent;
  if (ctrlKey || altKey || metaKey || repeat || isComposing || defaultPrevented) return false;
  // A select jumps to the option that begins with the key.
  if (isTextField(target) || target instanceof HTMLSelectElement) return false;
  // The mouse may have been unplugged since the page was shown.
  if (!isOn()) return false;
  return document.querySelector(OPEN_ABOVE) === null;
}

/** Calls `act` when the key is pressed. Returns the key while it is active, for `aria-keyshortcuts` and a hint. */
export function useShortcut(key: string, act: () => void): string | undefined {
  const isLive = useShortcutsOn();
  const press = useEffectEvent(act);
  // Not after the paint: a key that is pressed at once would do nothing.
  useLayoutEffect(() => {
    if (!isLive) return;
    const listen = (keyEvent: KeyboardEvent) => {
      if (keyEvent.key !== key || !isForThePage(keyEvent)) return;
      // The field that gets the focus must not receive the key.
      keyEvent.preventDefault();
      press();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [key, isLive]);
  return isLive ? key : undefined;
}
