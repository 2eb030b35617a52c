import { OctagonX, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useIsOffline } from "@/api/live/live-state";
import { useUnsentLeavers } from "@/features/door/figures/leavers";
import { arrivalsAt } from "@/features/door/guest-list/arrivals";
import type { CheckInList } from "@/features/door/guest-list/list-store";
import { peopleAt } from "@/features/door/guest-list/people";
import { useLoadedList } from "@/features/door/guest-list/use-door-list";
import { onOutboxChange } from "@/features/door/outbox/record-cache";
import type { DoorBell } from "@/features/door/scan/door-bell";
import { arrivedAtList, arrivedOf, insideText, OFFLINE_COUNT } from "@/features/door/ui/copy";
import { useOnFull } from "@/hooks/use-on-full";
import { capacityLabel, fullnessLabel, fullnessOf } from "@/lib/capacity";
import { classes } from "@/lib/classes";

interface PlaceProps {
  eventId: number;
  /** Null for the entrance. */
  checkInList: CheckInList | null;
}

/** People at this door's place as this device knows them; null without a list. */
function usePeople({ eventId, checkInList }: PlaceProps) {
  const list = useLoadedList(eventId);
  useSyncExternalStore(onOutboxChange, () => list && arrivalsAt(list, checkInList?.id ?? null));
  useUnsentLeavers(eventId);
  // At a check-in list there is no total: it need not admit all guests.
  return list && { ...peopleAt(list, checkInList), total: checkInList ? null : list.tickets.size };
}

const LOOK = {
  roomy: "",
  nearly: "rounded-md bg-warning px-2 text-on-warning",
  full: "rounded-md bg-verdict-refused px-2 text-on-verdict-refused",
};

/** The line within distinguishes it from a verdict of the same colour. */
const FRAME = { roomy: "", nearly: "border-warning", full: "border-verdict-refused" };

/** A frame around the verdict where the capacity is almost reached, or reached (contract 2.scan.333). */
export function VerdictFrame({ eventId, checkInList }: PlaceProps) {
  const people = usePeople({ eventId, checkInList });
  if (!people || people.capacity === null) return null;
  const frame = FRAME[fullnessOf(people.inside ?? people.arrived, people.capacity)];
  return frame ? (
    <div
      data-frame
      className={classes(
        "pointer-events-none absolute inset-0 z-20 border-8 ring-2 ring-surface ring-inset sm:rounded-md",
        frame,
      )}
    />
  ) : null;
}

interface ArrivedCountProps extends PlaceProps {
  bell: DoorBell;
}

/** Number of arrivals, and the event's capacity (contract 2.scan.42 and 2.scan.330). */
export function ArrivedCount({ eventId, checkInList, bell }: ArrivedCountProps) {
  const isOffline = useIsOffline();
  const people = usePeople({ eventId, checkInList });
  const capacity = people?.capacity ?? null;
  const fullness = useOnFull(people?.inside ?? people?.arrived, capacity, () => bell.ring("full")) ?? "roomy";
  if (!people) return null;
  const { inside, total } = people;
  const words = capacity === null ? null : fullnessLabel(inside ?? people.arrived, capacity);
  const arrived = total === null ? arrivedAtList(people.arrived) : arrivedOf(people.arrived, total);
  const Sign = fullness === "full" ? OctagonX : TriangleAlert;
  return (
    <p className={classes("flex items-center gap-x-1 tabular-nums", LOOK[fullness])}>
      {words ? <Sign className="size-4 shrink-0" /> : null}
      <span>
        {words && `${words} · `}
        {inside === null ? arrived : insideText(inside)}
        {capacity === null ? null : ` · ${capacityLabel(capacity)}`}
        {inside === null ? null : ` · ${arrived}`}
        {isOffline ? <span className={words ? "" : "text-on-brand-muted"}> · {OFFLINE_COUNT}</span> : null}
      </span>
    </p>
  );
}
