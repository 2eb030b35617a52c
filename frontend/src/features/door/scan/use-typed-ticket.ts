import { useRef } from "react";
import { TYPED_TICKET } from "@/features/door/guest-list/qr-hash";
import { useKeyBursts } from "@/features/door/scan/use-key-scanner";

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
  /** The field's text before each key of the burst. */
  const fieldTexts = useRef<string[]>([]);
  useKeyBursts(true, (keyEvent, { text }, { burst, code }) => {
    const field = keyEvent.target as HTMLInputElement;
    if (keyEvent.key.length === 1) fieldTexts.current[burst.text.length - 1] = field.value;
    const [ticket] = TYPED_TICKET.exec(code ?? "") ?? [];
    if (!ticket) return;
    keyEvent.preventDefault();
    restoreText(field, fieldTexts.current[text.lastIndexOf(ticket)]);
    onTicket(ticket);
  });
}
