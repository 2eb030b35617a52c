import { contradiction, isLate } from "@/features/door/core/contradiction";
import { letGo, openOutbox, saveQuietly, thoseThatMayGo } from "@/features/door/outbox/outbox";
import { hasSpareText, mergedRecords, type OutboxRecord } from "@/features/door/outbox/record";
import { allRecords, isUnsettled } from "@/features/door/outbox/record-cache";

let keepsAnswered = true;

/** Nobody is at this device's door: what the server has answered goes now, and what it answers later goes then. */
export async function keepAnswered(keeps: boolean): Promise<void> {
  keepsAnswered = keeps;
  await openOutbox();
  // An earlier release kept the texts of answered records.
  const spare = [...allRecords()].filter(hasSpareText);
  if (spare.length > 0) await saveQuietly(spare.map((record) => mergedRecords(record, record)));
  await dropAnswered();
}

/** After a sign-out (contract 4.outbox.521). What a person has still to look at stays: it may be told nowhere else. */
export async function dropAnswered(): Promise<void> {
  if (keepsAnswered) return;
  await openOutbox();
  const isOpen = (record: OutboxRecord) =>
    contradiction(record) !== null && !record.isSeen && !isLate(record);
  const mayGo = (record: OutboxRecord) => !isUnsettled(record) && !isOpen(record);
  await letGo(thoseThatMayGo([...allRecords()], mayGo));
}
