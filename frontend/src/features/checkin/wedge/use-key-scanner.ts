import { useEffect, useRef } from "react";
import { TYPED_TICKET } from "@/features/checkin/door-list/qr-hash";
import { afterKey, NO_BURST } from "@/features/checkin/wedge/key-burst";
import { isTextField } from "@/lib/text-field";

/** Puts a text back into a field. React hears of it as if it had been typed, which its own setter would hide. */
function putBack(field: HTMLInputElement, text = ""): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Listens for a hardware scanner that types: a burst of keys that ends with Enter. In a text field only a ticket of ours
 * is one, and the field gets its text back. Works with the camera on or off.
 */
export function useKeyScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let burst = NO_BURST;
    /** What the text field held before each key of the burst. */
    const before: string[] = [];
    const listen = (keyEvent: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey, repeat, isComposing, timeStamp } = keyEvent;
      if (ctrlKey || altKey || metaKey || repeat || isComposing) {
        burst = NO_BURST;
        return;
      }
      const { text } = burst;
      const next = afterKey(burst, { key, at: timeStamp });
      burst = next.burst;
      if (isTextField(target)) {
        const field = target as HTMLInputElement;
        if (key.length === 1) before[burst.text.length - 1] = field.value;
        const [ticket] = TYPED_TICKET.exec(next.code ?? "") ?? [];
        if (!ticket) return;
        keyEvent.preventDefault();
        putBack(field, before[text.lastIndexOf(ticket)]);
        latest.current(ticket);
        return;
      }
      // What a scanner types must not press the button that has the focus, nor choose another event in a list.
      const typesIntoList = target instanceof HTMLSelectElement && key.length === 1 && key !== " ";
      if (next.code !== null || typesIntoList || (text !== "" && key === " ")) keyEvent.preventDefault();
      if (next.code !== null) latest.current(next.code);
    };
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
