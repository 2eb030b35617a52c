import { standingOf } from "@/features/checkin/door/standing";
import type { DoorList } from "@/features/checkin/door-list/list-store";
import { allRecords, isUnsettled, undoOf } from "@/features/checkin/outbox/held";
import type { OutboxRecord } from "@/features/checkin/outbox/record";

/** Whether the list may not know yet what came of a record. */
const isNews = (record: OutboxRecord | null, { asOf }: DoorList): boolean =>
  record !== null &&
  (record.result === null ||
    isUnsettled(record) ||
    record.result.receivedAt + (record.clockOffset ?? 0) >= asOf);

/** How many the list has as in, with what this device decided since, and no guess beyond (contract 2.scan.42). */
export function countArrived(list: DoorList, listedIn: number): number {
  const ids = new Set<number>();
  let arrived = listedIn;
  for (const record of allRecords()) {
    if (record.kind !== "check_in" || ![null, list.event.id].includes(record.eventId)) continue;
    if (!isNews(record, list) && !isNews(undoOf(record.key), list)) continue;
    const standing = standingOf(list, record);
    if (!standing || ids.has(standing.ticket.id)) continue;
    const { ticket, since } = standing;
    ids.add(ticket.id);
    arrived += Number(since !== null) - Number(ticket.attendedAt !== null);
  }
  return arrived;
}
