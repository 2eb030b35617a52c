import { OctagonX, TriangleAlert } from "lucide-react";
import { useCallback, useState, useSyncExternalStore } from "react";
import { useIsOffline } from "@/api/live/live-state";
import { Arrivals } from "@/features/door/guest-list/arrivals";
import { useHeldList } from "@/features/door/guest-list/use-loaded-list";
import { onOutboxChange } from "@/features/door/outbox/record-cache";
import type { DoorBell } from "@/features/door/scan/door-bell";
import { arrivedOf, OFFLINE_COUNT, ofCapacity } from "@/features/door/ui/stage-copy";
import { useOnFull } from "@/hooks/use-on-full";
import { FULLNESS_LABEL } from "@/lib/capacity";
import { classes } from "@/lib/classes";

/** Of the door's event, as this device knows it; null without a list. */
function useArrivals(
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

const LOOK = {
  roomy: "",
  nearly: "rounded-md bg-warning px-2 text-on-warning",
  full: "rounded-md bg-verdict-refused px-2 text-on-verdict-refused",
};

/** contract 2.scan.42 and 2.scan.330: how many are in, and how that compares with the capacity of the event. */
export function ArrivedCount({ eventId, bell }: { eventId: number; bell: DoorBell }) {
  const isOffline = useIsOffline();
  const arrivals = useArrivals(eventId);
  const capacity = arrivals?.capacity ?? null;
  const fullness = useOnFull(arrivals?.arrived, capacity, () => bell.ring("full")) ?? "roomy";
  if (!arrivals) return null;
  const words = FULLNESS_LABEL[fullness];
  const Sign = fullness === "full" ? OctagonX : TriangleAlert;
  return (
    <p className={classes("flex flex-wrap items-center gap-x-1 tabular-nums", LOOK[fullness])}>
      {words ? <Sign aria-hidden="true" className="size-4 shrink-0" /> : null}
      {words ? <span className="sr-only">{words}: </span> : null}
      <span>
        {arrivedOf(arrivals.arrived, arrivals.total)}
        {capacity === null ? null : ofCapacity(capacity)}
        {isOffline ? <span className={words ? "" : "text-on-brand-muted"}> · {OFFLINE_COUNT}</span> : null}
      </span>
    </p>
  );
}
