import { useEffect, useEffectEvent } from "react";
import { TYPED_TICKET } from "@/features/door/guest-list/qr-hash";
import { afterKey, NO_BURST } from "@/features/door/scan/use-key-scanner";
import { isTextField } from "@/lib/text-field";

/** Restores a field's text. The prototype's setter bypasses React's, so that React handles the event as typing. */
function restoreText(field: HTMLInputElement, text = ""): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Like `useKeyScanner`, inside text fields: takes only bursts in the format of our tickets, and restores the field's
 * text.
 */
export function useTypedTicket(onTicket: (ticket: string) => void): void {
  const take = useEffectEvent(onTicket);
  useEffect(() => {
    let burst = NO_BURST;
    /** The field's text before each key of the burst. */
    const before: string[] = [];
    const listen = (keyEvent: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey, repeat, isComposing, timeStamp } = keyEvent;
      if (!isTextField(target) || ctrlKey || altKey || metaKey || repeat || isComposing) {
        burst = NO_BURST;
        return;
      }
      const field = target as HTMLInputElement;
      const { text } = burst;
      const next = afterKey(burst, { key, at: timeStamp });
      burst = next.burst;
      if (key.length === 1) before[burst.text.length - 1] = field.value;
      const [ticket] = TYPED_TICKET.exec(next.code ?? "") ?? [];
      if (!ticket) return;
      keyEvent.preventDefault();
      restoreText(field, before[text.lastIndexOf(ticket)]);
      take(ticket);
    };
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
