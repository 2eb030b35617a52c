import { OctagonX, TriangleAlert } from "lucide-react";
import { useCallback, useState, useSyncExternalStore } from "react";
import { useIsOffline } from "@/api/live/live-state";
import { useUnsentLeavers } from "@/features/door/figures/leavers";
import { Arrivals } from "@/features/door/guest-list/arrivals";
import { useLoadedList } from "@/features/door/guest-list/use-door-list";
import { onOutboxChange } from "@/features/door/outbox/record-cache";
import type { DoorBell } from "@/features/door/scan/door-bell";
import { arrivedOf, insideText, OFFLINE_COUNT, ofCapacity } from "@/features/door/ui/copy";
import { useOnFull } from "@/hooks/use-on-full";
import { FULLNESS_LABEL } from "@/lib/capacity";
import { classes } from "@/lib/classes";

interface ArrivalFigures {
  arrived: number;
  /** Null where exits are not counted. */
  inside: number | null;
  total: number;
  capacity: number | null;
}

/** Arrivals of the event as this device knows them; null without a list. */
function useArrivals(eventId: number): ArrivalFigures | null {
  const list = useLoadedList(eventId);
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
  const counted = useSyncExternalStore(subscribe, () => (list ? arrivals.count(list) : null));
  const unsentLeavers = useUnsentLeavers(eventId);
  if (!list || !counted) return null;
  const { countsExits = false, leavers = 0, capacity = null } = list.event;
  const inside = countsExits ? Math.max(0, counted.inside - Math.max(0, leavers + unsentLeavers)) : null;
  return { arrived: counted.arrived, inside, total: list.tickets.size, capacity };
}

const LOOK = {
  roomy: "",
  nearly: "rounded-md bg-warning px-2 text-on-warning",
  full: "rounded-md bg-verdict-refused px-2 text-on-verdict-refused",
};

/** Number of arrivals, and the event's capacity (contract 2.scan.42 and 2.scan.330). */
export function ArrivedCount({ eventId, bell }: { eventId: number; bell: DoorBell }) {
  const isOffline = useIsOffline();
  const arrivals = useArrivals(eventId);
  const capacity = arrivals?.capacity ?? null;
  const fullness =
    useOnFull(arrivals?.inside ?? arrivals?.arrived, capacity, () => bell.ring("full")) ?? "roomy";
  if (!arrivals) return null;
  const words = FULLNESS_LABEL[fullness];
  const { inside, arrived, total } = arrivals;
  const Sign = fullness === "full" ? OctagonX : TriangleAlert;
  return (
    <p className={classes("flex flex-wrap items-center gap-x-1 tabular-nums", LOOK[fullness])}>
      {words ? <Sign aria-hidden="true" className="size-4 shrink-0" /> : null}
      {words ? <span className="sr-only">{words}: </span> : null}
      <span>
        {inside === null ? arrivedOf(arrived, total) : insideText(inside)}
        {capacity === null ? null : ofCapacity(capacity)}
        {inside === null ? null : ` · ${arrivedOf(arrived, total)}`}
        {isOffline ? <span className={words ? "" : "text-on-brand-muted"}> · {OFFLINE_COUNT}</span> : null}
      </span>
    </p>
  );
}
