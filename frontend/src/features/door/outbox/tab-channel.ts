import type { OutboxRecord } from "@/features/door/outbox/record";
import type { Sending } from "@/features/door/outbox/sender-status";

/** What the tabs of a device tell each other. */
export type Told =
  | { kind: "records"; records: readonly OutboxRecord[] }
  | { kind: "forgotten"; keys: readonly string[] }
  | { kind: "sending"; sending: Sending }
  /** To the tab that sends: try everything that waits. */
  | { kind: "send" }
  /** All that waited is sent: so many check-ins, so many undos, and so many of both are conflicts. */
  | { kind: "sent"; sent: Sent };

export interface Sent {
  count: number;
  undos: number;
  again: number;
}

const channel = new BroadcastChannel("doorlist.outbox");

export function tell(told: Told): void {
  channel.postMessage(told);
}

/** Gives how to stop hearing. */
export function onTold(hear: (told: Told) => void): () => void {
  const listener = ({ data }: MessageEvent<Told>) => hear(data);
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
