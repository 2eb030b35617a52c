import { CloudOff } from "lucide-react";
import { useId } from "react";
import { useIsOffline } from "@/api/live/live-state";
import type { Doors, Event } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { TryAgain } from "@/components/ui/states";
import { useDoors } from "@/features/door/figures/api";
import { ArrivedCard, DoorsFigures } from "@/features/door/figures/arrived-card";
import { ARRIVED_COPY, DOORS_COPY, LATEST_COPY, timeLabel } from "@/features/door/figures/copy";
import { DoorTable } from "@/features/door/figures/door-table";
import { LeaverButtons } from "@/features/door/figures/leaver-buttons";
import { LineCard } from "@/features/door/figures/line-card";
import { ListCards } from "@/features/door/figures/list-cards";
import { areMany } from "@/features/door/figures/rules";
import { useTonight } from "@/hooks/use-tonight";
import { insideOf } from "@/lib/capacity";
import { formatTimeOfDay } from "@/lib/event-date";
import { isOver } from "@/lib/event-day";

interface DoorsBoardProps {
  event: Event;
  userId: number;
  onFull: () => void;
}

/** The dashboard of one event (contract 2.doors). */
export function DoorsBoard({ event, userId, onFull }: DoorsBoardProps) {
  const doors = useDoors(event.id);
  const { data, isError } = doors;
  const isOffline = useIsOffline();
  const isPast = isOver(event, useTonight());
  // A long table gets its own column.
  const isLong = areMany(data?.doors);
  const isCounted = insideOf(event.countsExits, data) !== null;
  const { definitions, exitDefinitions, listDefinition } = ARRIVED_COPY;
  const shownDefinitions = [
    ...definitions,
    ...(isCounted ? exitDefinitions : []),
    ...(data?.lists.length ? [listDefinition] : []),
  ];
  return (
    <div className="flex flex-col gap-4">
      {/* Always mounted: screen readers announce a change, not a new element. */}
      <div role="status" className="empty:absolute">
        {isOffline && data ? (
          <p className="flex items-center gap-3 rounded-md bg-warning px-4 py-3 text-lg text-on-warning">
            <CloudOff className="size-6 shrink-0" />
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
          <ArrivedCard event={event} doors={data} isOver={isPast} onFull={onFull} />
          {isCounted && data ? (
            <Card>
              <LeaverButtons eventId={event.id} leavers={data.leavers ?? 0} by={{ userId, device: null }} />
            </Card>
          ) : null}
          <DoorsFigures eventId={event.id} doors={data} />
          {data ? <ListCards doors={data} isOver={isPast} onFull={onFull} /> : null}
          <LineCard doors={data} />
          {isLong ? <LatestCard doors={data} /> : null}
          <div className="flex flex-col gap-1 text-sm text-text-muted">
            {shownDefinitions.map((definition) => (
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

/** The latest arrivals (contract 2.doors.336). */
function LatestCard({ doors }: { doors: Doors | undefined }) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading} className="flex flex-col gap-3">
      <CardTitle id={heading}>{LATEST_COPY.title}</CardTitle>
      {doors?.latest.length === 0 ? <p className="text-text-muted">{LATEST_COPY.none}</p> : null}
      <ul className="flex flex-col">
        {doors?.latest.map(({ id, fullName, tableNumber, at, door }) => (
          <li key={id} className="flex items-baseline gap-x-3 border-b py-2 last:border-0">
            <span className="shrink-0 text-text-muted tabular-nums">{timeLabel(at, doors.asOf)}</span>
            <span className="min-w-0 flex-1">
              <span dir="auto" className="wrap-anywhere block font-medium text-lg">
                {fullName}
              </span>
              <span className="wrap-anywhere block text-sm text-text-muted">
                {LATEST_COPY.table(tableNumber)}
                {door === null ? null : ` · ${door}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
