import { Link } from "react-router";
import { ARRIVALS_COPY } from "@/features/analytics/copy";

interface ExtraPeopleProps {
  count: number;
  eventId: number | null;
}

/** contract 2.analytics.15: beside the arrivals, and never added to them. */
export function ExtraPeople({ count, eventId }: ExtraPeopleProps) {
  if (count === 0) return null;
  return (
    <p className="rounded-md bg-warning-soft px-4 py-3 text-on-warning-soft text-sm">
      <Link
        to={eventId === null ? "/conflicts" : `/conflicts?eventId=${eventId}`}
        className="font-semibold tabular-nums underline underline-offset-4"
      >
        {ARRIVALS_COPY.extraPeople(count)}
      </Link>
      <span className="block">{ARRIVALS_COPY.extraPeopleMeans}</span>
    </p>
  );
}
