import { CloudOff } from "lucide-react";
import { useIsOffline } from "@/api/live/live-state";
import type { Event } from "@/api/types";
import { TryAgain } from "@/components/ui/states";
import { useDoors } from "@/features/doors/api";
import { ArrivedCard } from "@/features/doors/arrived-card";
import { ARRIVED_COPY, DOORS_COPY } from "@/features/doors/copy";
import { DoorTable } from "@/features/doors/door-table";
import { DoorsFigures } from "@/features/doors/doors-figures";
import { LatestCard } from "@/features/doors/latest-card";
import { LineCard } from "@/features/doors/line-card";
import { areMany } from "@/features/doors/rules";
import { formatTimeOfDay } from "@/lib/event-date";

interface DoorsBoardProps {
  event: Event;
  /** The event has just filled up. */
  onFull: () => void;
}

/** contract 2.doors: the evening of one event at a glance. */
export function DoorsBoard({ event, onFull }: DoorsBoardProps) {
  const doors = useDoors(event.id);
  const { data, isError } = doors;
  const isOffline = useIsOffline();
  // A long list of doors has its column for itself.
  const isLong = areMany(data?.doors);
  return (
    <div className="flex flex-col gap-4">
      {/* Always mounted: screen readers announce a change, not a new element. */}
      <div role="status" className="empty:absolute">
        {isOffline && data ? (
          <p className="flex items-center gap-3 rounded-md bg-warning px-4 py-3 text-lg text-on-warning">
            <CloudOff aria-hidden="true" className="size-6 shrink-0" />
            {DOORS_COPY.away(formatTimeOfDay(data.asOf))}
          </p>
        ) : null}
      </div>
      {isError && !data ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{DOORS_COPY.failed}</p>
          <TryAgain query={doors} />
        </div>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <ArrivedCard event={event} doors={data} onFull={onFull} />
          <DoorsFigures eventId={event.id} doors={data} />
          <LineCard doors={data} />
          {isLong ? <LatestCard doors={data} /> : null}
          <div className="flex flex-col gap-1 text-sm text-text-muted">
            {ARRIVED_COPY.definitions.map((definition) => (
              <p key={definition}>{definition}</p>
            ))}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <DoorTable doors={data} />
          {isLong ? null : <LatestCard doors={data} />}
        </div>
      </div>
    </div>
  );
}
