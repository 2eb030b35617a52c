import { type CheckAgain, contradiction } from "@/features/door/core/contradiction";
import { listedAs } from "@/features/door/core/decide-locally";
import type { RecentScan } from "@/features/door/core/recent-scans";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { OutboxRecord } from "@/features/door/outbox/record";

/** A guest of whom the server said otherwise than this door. `name` and `table` are null where this device has forgotten them. */
export interface GuestToCheck {
  key: string;
  name: string | null;
  table: number | null;
  scannedAt: number;
  /** When the door said what is not so; null where it said nothing. */
  shownAt: number | null;
  again: CheckAgain;
}

interface Memory {
  recent: readonly RecentScan[];
  list: DoorList | null;
}

/** The guests behind the records that the server contradicts: the outbox has no names, the list and this page do. */
export function guestsToCheck(records: readonly OutboxRecord[], { recent, list }: Memory): GuestToCheck[] {
  return records.flatMap((record) => {
    const again = contradiction(record);
    if (!again) return [];
    const listed = list && list.event.id === record.eventId ? listedAs(list, record) : null;
    const guest = listed === "cancelled" ? null : listed;
    const scan = recent.find(({ key }) => key === record.key);
    return {
      key: record.key,
      name: guest?.fullName ?? scan?.name ?? null,
      table: guest?.tableNumber ?? scan?.table ?? null,
      scannedAt: record.at,
      shownAt: record.shownAt,
      again,
    };
  });
}
