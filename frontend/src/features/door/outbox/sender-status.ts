import { findRecord, isUnsynced } from "@/features/door/outbox/record-cache";
import { broadcast, onTabMessage } from "@/features/door/outbox/tab-channel";
import { createListeners, createStore } from "@/lib/store";

/** State of the sender, in whichever tab it runs. */
export interface SenderStatus {
  /** Records are being sent, or will be retried soon. */
  isSending: boolean;
  /** Origins whose records wait for a sign-in (`originKey`). */
  refusedUsers: readonly string[];
}

const state = createStore<SenderStatus>({ isSending: false, refusedUsers: [] });
export const { get: senderStatus, subscribe: onSenderStatusChange } = state;
const inFlight = new Set<string>();
const senders = createListeners();
/** Registers the sender of this tab. Returns the unsubscribe function. */
export const { subscribe: onSend } = senders;

onTabMessage((message) => {
  if (message.kind === "sending") state.set(message.sending);
  if (message.kind === "send") senders.tell();
});

export function broadcastSenderStatus(next: SenderStatus): void {
  const sending = senderStatus();
  const isNews = next.isSending !== sending.isSending || `${next.refusedUsers}` !== `${sending.refusedUsers}`;
  if (!isNews) return;
  state.set(next);
  broadcast({ kind: "sending", sending: next });
}

/** Sends everything unsynced, in whichever tab the sender runs. */
export function sendNow(): void {
  senders.tell();
  broadcast({ kind: "send" });
}

/** The door asks the server about this record itself, so the sender skips it. */
export function markInFlight(key: string): void {
  inFlight.add(key);
}

/** The door has saved its reply. If the record is still unsynced, the sender uploads it. */
export function clearInFlight(key: string): void {
  if (!inFlight.delete(key)) return;
  const record = findRecord(key);
  if (record && isUnsynced(record)) sendNow();
}

export const isInFlight = (key: string): boolean => inFlight.has(key);
