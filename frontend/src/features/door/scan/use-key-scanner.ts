import { useEffect, useEffectEvent } from "react";
import { afterKey, NO_BURST } from "@/features/door/scan/key-burst";
import { isTextField } from "@/lib/text-field";

/**
 * Listens for a hardware scanner that types: a burst of keys that ends with Enter, while no text field has the focus.
 * Works with the camera on or off.
 */
export function useKeyScanner(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    let burst = NO_BURST;
    const listen = (keyEvent: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey, repeat, isComposing, timeStamp } = keyEvent;
      if (isTextField(target) || ctrlKey || altKey || metaKey || repeat || isComposing) {
        burst = NO_BURST;
        return;
      }
      const underWay = burst.text !== "";
      const next = afterKey(burst, { key, at: timeStamp });
      burst = next.burst;
      // What a scanner types must not press the button that has the focus, nor choose another event in a list.
      const typesIntoList = target instanceof HTMLSelectElement && key.length === 1 && key !== " ";
      if (next.code !== null || typesIntoList || (underWay && key === " ")) keyEvent.preventDefault();
      if (next.code !== null) take(next.code);
    };
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
