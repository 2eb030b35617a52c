import { Card, CardTitle } from "@/components/ui/card";
import { BACKUP_PAGE_COPY } from "@/features/backup/copy";
import { classes } from "@/lib/classes";

const count = new Intl.NumberFormat("en-AU");

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex flex-1 flex-col gap-1">
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums">
        {value === undefined ? BACKUP_PAGE_COPY.unknown : count.format(value)}
      </dd>
    </div>
  );
}

interface DataCountsProps {
  events: number | undefined;
  attendees: number | undefined;
  className?: string | undefined;
}

/** contract 2: how much there is to lose; a dash where it is not known. */
export function DataCounts({ events, attendees, className }: DataCountsProps) {
  return (
    <Card className={classes("flex flex-col gap-4", className)}>
      <CardTitle>{BACKUP_PAGE_COPY.counts}</CardTitle>
      <dl className="flex gap-6">
        <Figure label={BACKUP_PAGE_COPY.events} value={events} />
        <Figure label={BACKUP_PAGE_COPY.attendees} value={attendees} />
      </dl>
    </Card>
  );
}
