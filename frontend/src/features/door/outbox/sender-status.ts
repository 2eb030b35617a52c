import { isUnsettled, recordWith } from "@/features/door/outbox/record-cache";
import { onTold, tell } from "@/features/door/outbox/tab-channel";
import { createListeners, createStore } from "@/lib/store";

/** What the sender is at, whichever tab it is in. */
export interface Sending {
  /** It has begun, and has not come to the end: what waits is being sent, or tried again soon. */
  isSending: boolean;
  /** Whose records the server does not take until a user signs in, each with the grant (`makerOf`). */
  refusedUsers: readonly string[];
}

const state = createStore<Sending>({ isSending: false, refusedUsers: [] });
export const { get: sendingNow, subscribe: onSendingChange } = state;
const inFlight = new Set<string>();
const senders = createListeners();
/** The sender of this tab is called by `sendNow`, until the returned function is called. */
export const { subscribe: onSend } = senders;

onTold((told) => {
  if (told.kind === "sending") state.set(told.sending);
  if (told.kind === "send") senders.tell();
});

export function tellSending(next: Sending): void {
  const sending = sendingNow();
  const isNews = next.isSending !== sending.isSending || `${next.refusedUsers}` !== `${sending.refusedUsers}`;
  if (!isNews) return;
  state.set(next);
  tell({ kind: "sending", sending: next });
}

/** Has the sender try everything that waits, whichever tab it is in. */
export function sendNow(): void {
  senders.tell();
  tell({ kind: "send" });
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
