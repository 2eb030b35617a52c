import { useCallback, useState, useSyncExternalStore } from "react";
import { useHeldList } from "@/features/checkin/door/use-held-list";
import { onOutboxChange } from "@/features/checkin/outbox/held";
import { Arrivals } from "@/features/checkin/stage/arrivals";

/** Of the door's event, as this device knows it; null without a list. */
export function useArrivals(
  eventId: number | null,
): { arrived: number; total: number; capacity: number | null } | null {
  const list = useHeldList(eventId);
  const [arrivals] = useState(() => new Arrivals());
  const subscribe = useCallback(
    (listener: () => void) => {
      // Changes before the subscription were missed.
      arrivals.note(null);
      return onOutboxChange((changed) => {
        arrivals.note(changed);
        listener();
      });
    },
    [arrivals],
  );
  const arrived = useSyncExternalStore(subscribe, () => (list ? arrivals.count(list) : 0));
  return list && { arrived, total: list.tickets.size, capacity: list.event.capacity ?? null };
}
