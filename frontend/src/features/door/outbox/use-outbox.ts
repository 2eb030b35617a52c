import { useSyncExternalStore } from "react";
import { contradiction, isLate } from "@/features/door/core/contradiction";
import { openOutbox } from "@/features/door/outbox/outbox";
import { isCounted, makerOf, type OutboxRecord } from "@/features/door/outbox/record";
import {
  isTakenBack,
  isUnsettled,
  onOutboxChange,
  recordWith,
  selectionOf,
  waitingRecords,
} from "@/features/door/outbox/record-cache";
import { onSendingChange, sendingNow } from "@/features/door/outbox/sender-status";
import { unsavedKeys } from "@/features/door/outbox/unsaved-writes";
import type { UnsyncedCheckIns } from "@/hooks/unsynced-check-ins";

/** What this device has not sent, and what the server said otherwise. */
export interface Outbox {
  /** Let-ins and undos that the server has still to hear of. */
  waiting: number;
  /** Whether they are being sent. */
  isSending: boolean;
  /** Let-ins and undos that the server does not take until a user signs in. */
  refusedFor: number;
  /** What needs a look at the door, oldest first: the answer contradicts what was shown. */
  again: readonly OutboxRecord[];
}

/** The server's answer contradicts what was shown, and nobody has read that. */
const toCheck = selectionOf(
  (record) =>
    record.result !== null &&
    !record.isSeen &&
    !isTakenBack(record.key) &&
    contradiction(record) !== null &&
    !isLate(record),
);

let snapshot: Outbox | null = null;

function take(): Outbox {
  const { isSending, refusedUsers } = sendingNow();
  const isRefused = (record: OutboxRecord) => refusedUsers.includes(makerOf(record));
  return {
    waiting: waitingRecords.size,
    isSending,
    refusedFor: refusedUsers.length === 0 ? 0 : waitingRecords.all().filter(isRefused).length,
    // The same array as long as it holds the same records, so that the scanner is not drawn for each record that changes.
    again: toCheck.all(),
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

/** Let-ins and undos that are lost with this page: neither the server nor the disk has them. */
export const countUnsaved = (): number =>
  unsavedKeys().filter((key) => {
    const record = recordWith(key);
    return record !== null && isUnsettled(record) && isCounted(record);
  }).length;

function outboxNow(): Outbox {
  snapshot ??= take();
  return snapshot;
}

/** For a moment that needs the numbers: let-ins and undos that the server has still to hear of. */
export async function countUnsent(): Promise<UnsyncedCheckIns> {
  await openOutbox().catch(() => {}); // what is in memory counts all the same
  return { count: take().waiting, unsaved: countUnsaved() };
}

/** A part of it; only a change of that part draws anew. */
export const useOutbox = <Part>(part: (outbox: Outbox) => Part): Part =>
  useSyncExternalStore(subscribe, () => part(outboxNow()));
