import { useEffect, useEffectEvent } from "react";
import { BURST_GAP_MS, BURST_MIN_LENGTH } from "@/features/door/core/rules";
import { isTextField } from "@/lib/text-field";

/** Follows the keys of a hardware scanner: in text fields, or outside them. `before` is the burst without the key. */
export function useKeyBursts(
  inTextFields: boolean,
  onKey: (keyEvent: KeyboardEvent, before: Burst, after: ReturnType<typeof afterKey>) => void,
): void {
  const take = useEffectEvent(onKey);
  useEffect(() => {
    let burst = NO_BURST;
    const listen = (keyEvent: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey, repeat, isComposing, timeStamp } = keyEvent;
      const isElsewhere = inTextFields ? !isTextField(target) : isTextField(target);
      if (isElsewhere || ctrlKey || altKey || metaKey || repeat || isComposing) {
        burst = NO_BURST;
        return;
      }
      const before = burst;
      const after = afterKey(before, { key, at: timeStamp });
      burst = after.burst;
      take(keyEvent, before, after);
    };
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, [inTextFields]);
}

/** Listens for a hardware scanner: a burst of keys that ends with Enter, outside text fields. */
export function useKeyScanner(onCode: (code: string) => void): void {
  useKeyBursts(false, (keyEvent, { text }, { code }) => {
    const { key, target } = keyEvent;
    // The keys must not press the focused button or change a select.
    const typesIntoList = target instanceof HTMLSelectElement && key.length === 1 && key !== " ";
    if (code !== null || typesIntoList || (text !== "" && key === " ")) keyEvent.preventDefault();
    if (code !== null) onCode(code);
  });
}

/** `key` as in KeyboardEvent. */
export type KeyDown = { key: string; at: number };

/** Keys that follow faster than typing. */
export type Burst = { text: string; lastAt: number };
export const NO_BURST: Burst = { text: "", lastAt: Number.NEGATIVE_INFINITY };

const MODIFIERS = ["Shift", "CapsLock", "NumLock"];

/** Adds a key. `code` is the scanned text after Enter, else null. */
export function afterKey(burst: Burst, { key, at }: KeyDown): { burst: Burst; code: string | null } {
  // Scanners hold Shift for capitals.
  if (MODIFIERS.includes(key)) return { burst, code: null };
  const text = at - burst.lastAt <= BURST_GAP_MS ? burst.text : "";
  if (key === "Enter") {
    const code = text.trim();
    return { burst: NO_BURST, code: code.length >= BURST_MIN_LENGTH ? code : null };
  }
  if (key.length !== 1) return { burst: NO_BURST, code: null };
  return { burst: { text: text + key, lastAt: at }, code: null };
}
