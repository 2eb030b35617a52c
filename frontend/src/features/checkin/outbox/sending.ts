import { isUnsettled, recordWith } from "@/features/checkin/outbox/held";
import { onTold, tell } from "@/features/checkin/outbox/tabs";

/** What the sender is at, whichever tab it is in. */
export interface Sending {
  /** It has begun, and has not come to the end: what waits is being sent, or tried again soon. */
  isSending: boolean;
  /** Whose records the server does not take until a user signs in, each with the grant (`makerOf`). */
  refusedUsers: readonly string[];
}

let sending: Sending = { isSending: false, refusedUsers: [] };
const inFlight = new Set<string>();
const senders = new Set<() => void>();
const listeners = new Set<() => void>();

function hold(next: Sending): void {
  sending = next;
  for (const listener of listeners) listener();
}

const wake = () => {
  for (const send of senders) send();
};

onTold((told) => {
  if (told.kind === "sending") hold(told.sending);
  if (told.kind === "send") wake();
});

export const sendingNow = (): Sending => sending;

export function tellSending(next: Sending): void {
  const isNews = next.isSending !== sending.isSending || `${next.refusedUsers}` !== `${sending.refusedUsers}`;
  if (!isNews) return;
  hold(next);
  tell({ kind: "sending", sending: next });
}

export function onSendingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has the sender try everything that waits, whichever tab it is in. */
export function sendNow(): void {
  wake();
  tell({ kind: "send" });
}

/** The sender of this tab is called by `sendNow`, until the returned function is called. */
export function onSend(send: () => void): () => void {
  senders.add(send);
  return () => senders.delete(send);
}

/** The door asks the server about this record itself: the sender leaves it alone. */
export function markInFlight(key: string): void {
  inFlight.add(key);
}

/** The door has its answer, which is settled before this; what the server has still to hear of is the sender's. */
export function clearInFlight(key: string): void {
  if (!inFlight.delete(key)) return;
  const record = recordWith(key);
  if (record && isUnsettled(record)) sendNow();
}

export const isInFlight = (key: string): boolean => inFlight.has(key);
