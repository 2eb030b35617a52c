import { Card, CardTitle } from "@/components/ui/card";
import { EVENT_LIST_COPY } from "@/features/events/copy";

const count = new Intl.NumberFormat("en-AU");

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex flex-1 flex-col gap-1">
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums">
        {value === undefined ? "–" : count.format(value)}
      </dd>
    </div>
  );
}

/** Two figures at a glance; a dash where they are not known, so that nothing moves when they arrive. */
export function QuickOverview({
  events,
  attendees,
}: {
  events: number | undefined;
  attendees: number | undefined;
}) {
  return (
    <Card className="flex flex-col gap-4">
      <CardTitle>{EVENT_LIST_COPY.overview}</CardTitle>
      <dl className="flex gap-6">
        <Figure label={EVENT_LIST_COPY.totalEvents} value={events} />
        <Figure label={EVENT_LIST_COPY.totalAttendees} value={attendees} />
      </dl>
    </Card>
  );
}
