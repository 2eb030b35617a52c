import type { OutboxRecord } from "@/features/checkin/outbox/record";

/** What the tabs of a device tell each other. */
export type Told =
  | { kind: "records"; records: readonly OutboxRecord[] }
  | { kind: "forgotten"; keys: readonly string[] };

const channel = new BroadcastChannel("doorlist.outbox");

export function tell(told: Told): void {
  channel.postMessage(told);
}

export function onTold(hear: (told: Told) => void): void {
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => hear(data));
}
