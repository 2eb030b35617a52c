import { CHECK_AGAIN, UNLISTED_GUEST } from "@/features/door/copy";
import { isRejected } from "@/features/door/core/contradiction";
import { listedAs } from "@/features/door/core/decide-locally";
import { guestOf } from "@/features/door/core/local-verdict";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { RECENT_SCANS, RECENT_SCANS_KEPT_MS } from "@/features/door/core/rules";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { OutboxRecord } from "@/features/door/outbox/record";

interface Memory {
  userId: number;
  list: DoorList;
  now: number;
  isTakenBack: (key: string) => boolean;
}

/** What the person at the door was told, or else what the server said. */
const outcomeOf = ({ shown, result }: OutboxRecord) =>
  shown === "admitted" || shown === "already" ? shown : result?.kind;

/**
 * Recent Scans of this evening out of the outbox, newest first: what this user scanned on this device for the event of the
 * list. The records hold no names; the list does.
 */
export function earlierScans(
  records: Iterable<OutboxRecord>,
  { userId, list, now, isTakenBack }: Memory,
): RecentScan[] {
  const isRecent = ({ at }: OutboxRecord) => now - at < RECENT_SCANS_KEPT_MS;
  return [...records]
    .filter((record) => record.kind === "check_in" && record.userId === userId && isRecent(record))
    .filter(({ eventId }) => eventId === list.event.id)
    .sort((one, other) => other.at - one.at)
    .flatMap((record) => scanOf(record, list, isTakenBack(record.key)) ?? [])
    .slice(0, RECENT_SCANS);
}

function scanOf(record: OutboxRecord, list: DoorList, isTakenBack: boolean): RecentScan | null {
  const outcome = outcomeOf(record);
  if (outcome !== "admitted" && outcome !== "already") return null;
  const listed = listedAs(list, record);
  if (outcome === "already" && !listed) return null;
  const guest = listed === "cancelled" ? null : listed;
  const unnamed = listed === "cancelled" ? CHECK_AGAIN.unnamed : UNLISTED_GUEST;
  return {
    key: record.key,
    name: guest?.fullName ?? unnamed,
    table: guest?.tableNumber ?? 0,
    time: record.at,
    guest: guestOf(listed, list.event),
    status: outcome === "admitted" ? "success" : "already_scanned",
    isUnconfirmed: record.result === null && !isTakenBack,
    isTakenBack,
    isRejected: isRejected(record),
  };
}
