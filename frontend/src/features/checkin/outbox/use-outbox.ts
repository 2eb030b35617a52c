import { useSyncExternalStore } from "react";
import { contradiction } from "@/features/checkin/decision/contradiction";
import { allRecords, isTakenBack, onOutboxChange, openOutbox } from "@/features/checkin/outbox/outbox";
import { inOrder, isCounted, type OutboxRecord } from "@/features/checkin/outbox/record";
import { onSendingChange, sendingNow } from "@/features/checkin/outbox/sending";

/** What this device has not sent, and what the server said otherwise. */
export interface Outbox {
  /** Let-ins and undos that the server has not answered. */
  waiting: number;
  /** Whether they are being sent. */
  isSending: boolean;
  /** Let-ins and undos that the server does not take until a user signs in. */
  refusedFor: number;
  /** All that the server has not answered, oldest first. */
  unsettled: readonly OutboxRecord[];
  /** What needs a look, oldest first: the answer contradicts what was shown. */
  again: readonly OutboxRecord[];
}

let snapshot: Outbox | null = null;

function take(): Outbox {
  const { isSending, refusedUsers } = sendingNow();
  const unsettled: OutboxRecord[] = [];
  const again: OutboxRecord[] = [];
  for (const record of allRecords()) {
    if (record.result === null) unsettled.push(record);
    else if (!record.isSeen && !isTakenBack(record.key) && contradiction(record)) again.push(record);
  }
  const counted = unsettled.filter(isCounted);
  return {
    waiting: counted.length,
    isSending,
    refusedFor: counted.filter(({ userId }) => refusedUsers.includes(userId)).length,
    unsettled: inOrder(unsettled),
    again: inOrder(again),
  };
}

const outdate = () => {
  snapshot = null;
};
onOutboxChange(outdate);
onSendingChange(outdate);

function subscribe(listener: () => void): () => void {
  const stops = [onOutboxChange(listener), onSendingChange(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** For who signs out: let-ins and undos that the server has not answered. */
export async function countUnsent(): Promise<number> {
  await openOutbox().catch(() => {}); // what is in memory counts all the same
  return take().waiting;
}

export const useOutbox = (): Outbox =>
  useSyncExternalStore(subscribe, () => {
    snapshot ??= take();
    return snapshot;
  });
