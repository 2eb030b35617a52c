import type { OutboxRecord } from "@/features/door/outbox/record";
import type { SenderStatus } from "@/features/door/outbox/sender-status";

export type TabMessage =
  | { kind: "records"; records: readonly OutboxRecord[] }
  | { kind: "forgotten"; keys: readonly string[] }
  | { kind: "sending"; sending: SenderStatus }
  /** Makes the sending tab send everything. */
  | { kind: "send" }
  /** Everything is sent; `again` counts the contradictions. */
  | { kind: "sent"; sent: SentSummary };

export interface SentSummary {
  count: number;
  undos: number;
  again: number;
}

const channel = new BroadcastChannel("doorlist.outbox");

export function broadcast(message: TabMessage): void {
  channel.postMessage(message);
}

/** Returns the unsubscribe function. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<TabMessage>) => listener(data);
  channel.addEventListener("message", receive);
  return () => channel.removeEventListener("message", receive);
}
