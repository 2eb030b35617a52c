import { CHECK_AGAIN, UNLISTED_GUEST } from "@/features/door/copy";
import { isRejected } from "@/features/door/core/contradiction";
import { placeFields } from "@/features/door/core/decide";
import { guestOf, listedAs } from "@/features/door/core/decide-locally";
import { type RecentScan, SCAN_STATUS_OF } from "@/features/door/core/recent-scans";
import { RECENT_SCANS_EXPIRES_MS, RECENT_SCANS_MAX } from "@/features/door/core/rules";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { OutboxRecord } from "@/features/door/outbox/record";

interface Memory {
  userId: number;
  list: DoorList;
  now: number;
  isUndone: (key: string) => boolean;
}

const STATUS_OF: typeof SCAN_STATUS_OF = { ...SCAN_STATUS_OF, reentry_not_allowed: "already_left" };

/** The verdict shown counts, or else the server's result. */
const statusOf = ({ shown, result }: OutboxRecord) => STATUS_OF[shown ?? ""] ?? STATUS_OF[result?.kind ?? ""];

/**
 * Recent Scans from the outbox, newest first: this user's scans for the list's event. The names come from the list.
 */
export function earlierScans(
  records: Iterable<OutboxRecord>,
  { userId, list, now, isUndone }: Memory,
): RecentScan[] {
  const isRecent = ({ at }: OutboxRecord) => now - at < RECENT_SCANS_EXPIRES_MS;
  return [...records]
    .filter((record) => record.kind === "check_in" && record.userId === userId && isRecent(record))
    .filter(({ eventId }) => eventId === list.event.id)
    .sort((one, other) => other.at - one.at)
    .flatMap((record) => scanOf(record, list, isUndone(record.key)) ?? [])
    .slice(0, RECENT_SCANS_MAX);
}

function scanOf(record: OutboxRecord, list: DoorList, isUndone: boolean): RecentScan | null {
  const status = statusOf(record);
  if (!status) return null;
  const listed = listedAs(list, record);
  if (status !== "success" && !listed) return null;
  const guest = listed === "cancelled" ? null : listed;
  const unnamed = listed === "cancelled" ? CHECK_AGAIN.unnamed : UNLISTED_GUEST;
  return {
    key: record.key,
    name: guest?.fullName ?? unnamed,
    table: guest?.tableNumber ?? 0,
    time: record.at,
    guest: guestOf(listed, list.event),
    status,
    isUnconfirmed: record.result === null && !isUndone,
    isUndone,
    isRejected: isRejected(record),
    ...placeFields({ listId: record.listId }),
  };
}
