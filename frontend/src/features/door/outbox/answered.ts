import { needsReview } from "@/features/door/core/contradiction";
import { openOutbox, removableRecords, removeRecords, saveQuietly } from "@/features/door/outbox/outbox";
import { hasObsoleteText, mergeRecords, type OutboxRecord } from "@/features/door/outbox/record";
import { allRecords, isUnsynced } from "@/features/door/outbox/record-cache";

let keepsAnswered = true;

/** Sets what `dropAnswered` does from now on. */
export function setKeepsAnswered(keeps: boolean): void {
  keepsAnswered = keeps;
}

/** `false` after sign-out: synced records are deleted now and as they are synced. */
export async function keepAnswered(keeps: boolean): Promise<void> {
  setKeepsAnswered(keeps);
  await openOutbox();
  // Earlier releases kept the text of synced records.
  const spare = [...allRecords()].filter(hasObsoleteText);
  if (spare.length > 0) await saveQuietly(spare.map((record) => mergeRecords(record, record)));
  await dropAnswered();
}

/** Deletes synced records after a sign-out, except unread contradictions (contract 4.outbox.521). */
export async function dropAnswered(): Promise<void> {
  if (keepsAnswered) return;
  await openOutbox();
  const mayGo = (record: OutboxRecord) => !isUnsynced(record) && !needsReview(record);
  await removeRecords(removableRecords([...allRecords()], mayGo));
}
