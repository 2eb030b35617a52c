import { useMemo, useSyncExternalStore } from "react";
import { useHeldList } from "@/features/checkin/door/use-held-list";
import { onOutboxChange } from "@/features/checkin/outbox/held";
import { countArrived } from "@/features/checkin/stage/arrivals";

/** Of the door's event, as this device knows it; null without a list. */
export function useArrivals(
  eventId: number | null,
): { arrived: number; total: number; capacity: number | null } | null {
  const list = useHeldList(eventId);
  const listedIn = useMemo(() => list?.tickets.countIn() ?? 0, [list]);
  const arrived = useSyncExternalStore(onOutboxChange, () => (list ? countArrived(list, listedIn) : 0));
  return list && { arrived, total: list.tickets.size, capacity: list.event.capacity ?? null };
}
