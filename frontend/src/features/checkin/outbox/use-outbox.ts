import { useSyncExternalStore } from "react";
import { contradiction, isLate } from "@/features/checkin/decision/contradiction";
import {
  allRecords,
  isTakenBack,
  isUnsettled,
  onOutboxChange,
  recordWith,
} from "@/features/checkin/outbox/held";
import { openOutbox } from "@/features/checkin/outbox/outbox";
import { inOrder, isCounted, makerOf, type OutboxRecord } from "@/features/checkin/outbox/record";
import { onSendingChange, sendingNow } from "@/features/checkin/outbox/sending";
import { unsavedKeys } from "@/features/checkin/outbox/unsaved";
import type { UnsentCheckIns } from "@/hooks/unsent-check-ins";

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

let snapshot: Outbox | null = null;
/** The same array as long as it holds the same records, so that the scanner is not drawn for each record that changes. */
let lastAgain: readonly OutboxRecord[] = [];

function take(): Outbox {
  const { isSending, refusedUsers } = sendingNow();
  const counted: OutboxRecord[] = [];
  const found: OutboxRecord[] = [];
  for (const record of allRecords()) {
    const isOpen = record.result !== null && !record.isSeen && !isTakenBack(record.key);
    if (isOpen && contradiction(record) && !isLate(record)) found.push(record);
    if (isCounted(record) && isUnsettled(record)) counted.push(record);
  }
  const again = inOrder(found);
  const isSame =
    again.length === lastAgain.length && again.every((record, place) => record === lastAgain[place]);
  if (!isSame) lastAgain = again;
  return {
    waiting: counted.length,
    isSending,
    refusedFor: counted.filter((record) => refusedUsers.includes(makerOf(record))).length,
    again: lastAgain,
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
export async function countUnsent(): Promise<UnsentCheckIns> {
  await openOutbox().catch(() => {}); // what is in memory counts all the same
  return { count: take().waiting, unsaved: countUnsaved() };
}

/** A part of it; only a change of that part draws anew. */
export const useOutbox = <Part>(part: (outbox: Outbox) => Part): Part =>
  useSyncExternalStore(subscribe, () => part(outboxNow()));
