import { useSyncExternalStore } from "react";
import { needsReview } from "@/features/door/core/contradiction";
import { openOutbox, unsavedKeys } from "@/features/door/outbox/outbox";
import { isCounted, type OutboxRecord, originKey } from "@/features/door/outbox/record";
import {
  findRecord,
  isUndone,
  isUnsynced,
  onOutboxChange,
  selectionOf,
  waitingRecords,
} from "@/features/door/outbox/record-cache";
import { onSenderStatusChange, senderStatus } from "@/features/door/outbox/sender-status";
import type { UnsyncedCheckIns } from "@/hooks/unsynced-check-ins";

/** Unsynced records, and results that contradict their verdict. */
export interface Outbox {
  waiting: number;
  isSending: boolean;
  /** Number of these that wait for a sign-in. */
  refusedFor: number;
  /** Records to review at the door, oldest first. */
  again: readonly OutboxRecord[];
}

const toCheck = selectionOf((record) => !isUndone(record.key) && needsReview(record));

let snapshot: Outbox | null = null;

function take(): Outbox {
  const { isSending, refusedUsers } = senderStatus();
  const isRefused = (record: OutboxRecord) => refusedUsers.includes(originKey(record));
  return {
    waiting: waitingRecords.size,
    isSending,
    refusedFor: refusedUsers.length === 0 ? 0 : waitingRecords.all().filter(isRefused).length,
    // The same array while it has the same records, so that the scanner does not render for other changes.
    again: toCheck.all(),
  };
}

const outdate = () => {
  snapshot = null;
};
onOutboxChange(outdate);
onSenderStatusChange(outdate);

function subscribe(listener: () => void): () => void {
  const stops = [onOutboxChange(listener), onSenderStatusChange(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Check-ins and undos that are lost with this page. */
export const countUnsaved = (): number =>
  unsavedKeys().filter((key) => {
    const record = findRecord(key);
    return record !== null && isUnsynced(record) && isCounted(record);
  }).length;

function outboxNow(): Outbox {
  snapshot ??= take();
  return snapshot;
}

export async function countUnsent(): Promise<UnsyncedCheckIns> {
  await openOutbox().catch(() => {}); // the records in memory count
  return { count: take().waiting, unsaved: countUnsaved() };
}

/** Renders only when the selected part changes. */
export const useOutbox = <Part>(part: (outbox: Outbox) => Part): Part =>
  useSyncExternalStore(subscribe, () => part(outboxNow()));
