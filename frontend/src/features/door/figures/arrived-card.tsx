import { useId } from "react";
import { Link } from "react-router";
import type { Doors, Event } from "@/api/types";
import { CapacityNote } from "@/components/ui/capacity-note";
import { Card } from "@/components/ui/card";
import { ARRIVED_COPY, figure } from "@/features/door/figures/copy";
import { FULLNESS_LOOK, FullnessSign, PeopleCount } from "@/features/door/figures/people-count";
import { useOnFull } from "@/hooks/use-on-full";
import { insideOf, whenFullLabel } from "@/lib/capacity";
import { classes } from "@/lib/classes";
import { formatEventMoment } from "@/lib/event-date";

interface ArrivedCardProps {
  event: Pick<Event, "id" | "name" | "date" | "time" | "capacity" | "countsExits" | "stopsAtCapacity">;
  /** Undefined until loaded. */
  doors: Doors | undefined;
  /** A past event no longer fills up (contract 2.doors.970). */
  isOver: boolean;
  onFull: () => void;
}

/** The event and its arrivals or people inside, readable from a distance (contract 2.doors.331, 332, 900, 901). */
export function ArrivedCard({ event, doors, isOver, onFull }: ArrivedCardProps) {
  const heading = useId();
  const { capacity, countsExits } = event;
  const inside = insideOf(countsExits, doors);
  const isCounted = inside !== null;
  const people = isCounted ? inside : doors?.arrived;
  const limit = isOver ? null : capacity;
  const fullness = useOnFull(people, limit, onFull) ?? "roomy";
  const whenFull =
    people === undefined || limit === null ? null : whenFullLabel(people, limit, event.stopsAtCapacity);
  const look = FULLNESS_LOOK[fullness];
  const expected = ARRIVED_COPY.of(figure(doors?.expected));
  return (
    <Card
      aria-labelledby={heading}
      className={classes("@container flex flex-col transition-colors", look.card)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className={classes("tabular-nums", look.muted)}>{formatEventMoment(event.date, event.time)}</p>
        <FullnessSign people={people} capacity={limit} />
      </div>
      <h2 id={heading} className="wrap-anywhere mt-1 line-clamp-2 font-semibold text-xl @3xl:text-2xl">
        {event.name}
      </h2>
      <PeopleCount
        label={isCounted ? ARRIVED_COPY.inside : ARRIVED_COPY.arrived}
        count={people}
        muted={look.muted}
      >
        {isCounted ? null : expected}
        <CapacityNote capacity={capacity} eventId={event.id} />
      </PeopleCount>
      {whenFull ? <p className="mt-1 font-medium text-xl">{whenFull}</p> : null}
      {isCounted ? (
        <div className="flex flex-wrap gap-x-12">
          <PeopleCount label={ARRIVED_COPY.arrived} count={doors?.arrived} muted={look.muted} isSmall>
            {expected}
          </PeopleCount>
          <PeopleCount label={ARRIVED_COPY.left} count={doors?.left} muted={look.muted} isSmall />
        </div>
      ) : null}
    </Card>
  );
}

/** Numbers that are never added to the arrivals (contract 2.doors.333). */
export function DoorsFigures({ eventId, doors }: { eventId: number; doors: Doors | undefined }) {
  const conflicts = doors?.openConflicts ?? 0;
  const extra = doors?.possibleExtraPeople ?? 0;
  return (
    <Card className="flex flex-col gap-4">
      <dl className="grid grid-cols-3 gap-4 max-sm:gap-2">
        <Figure label={ARRIVED_COPY.lastFive} value={figure(doors?.lastFiveMinutes)} />
        <Figure label={ARRIVED_COPY.refused} value={figure(doors?.refused)} />
        <Figure
          label={ARRIVED_COPY.conflicts}
          value={figure(doors?.openConflicts)}
          to={conflicts > 0 ? `/conflicts?eventId=${eventId}&state=open` : null}
        />
      </dl>
      {extra > 0 ? (
        <p className="rounded-md bg-warning-soft px-3 py-2 font-semibold text-on-warning-soft tabular-nums">
          {ARRIVED_COPY.extraPeople(extra)}
        </p>
      ) : null}
    </Card>
  );
}

function Figure({ label, value, to = null }: { label: string; value: string; to?: string | null }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-text-muted max-sm:text-sm sm:text-lg">{label}</dt>
      <dd className={classes("font-semibold text-across-small tabular-nums", to && "text-danger-text")}>
        {to ? (
          <Link to={to} className="underline decoration-2 underline-offset-8">
            {value}
          </Link>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}
