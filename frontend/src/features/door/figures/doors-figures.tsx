import { Link } from "react-router";
import type { Doors } from "@/api/types";
import { Card } from "@/components/ui/card";
import { ARRIVED_COPY, figure } from "@/features/door/figures/copy";
import { classes } from "@/lib/classes";

/** contract 2.doors.333: what stands beside the arrivals, and is never added to them. */
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
