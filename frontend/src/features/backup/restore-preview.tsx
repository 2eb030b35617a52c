import { TriangleAlert } from "lucide-react";
import type { BackupPreview } from "@/api/types";
import { RESTORE_COPY } from "@/features/backup/copy";
import { LISTED_PROBLEMS } from "@/features/backup/rules";
import { formatTimestamp } from "@/lib/event-date";

const count = new Intl.NumberFormat("en-AU");

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd className="wrap-anywhere font-medium tabular-nums">{value}</dd>
    </div>
  );
}

/** contract 4: what the file holds, before anything changes. */
export function RestorePreview({ preview }: { preview: BackupPreview }) {
  const { version, exportDate, totalEvents, totalAttendees, attendedCount, problems } = preview;
  // A file of another tool may say neither, or its own words.
  const exported =
    exportDate && !Number.isNaN(Date.parse(exportDate)) ? formatTimestamp(exportDate) : exportDate;
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Fact label={RESTORE_COPY.events} value={count.format(totalEvents)} />
        <Fact label={RESTORE_COPY.attendees} value={count.format(totalAttendees)} />
        <Fact label={RESTORE_COPY.attended} value={count.format(attendedCount)} />
        <Fact label={RESTORE_COPY.exported} value={exported ?? RESTORE_COPY.unknown} />
        <Fact label={RESTORE_COPY.version} value={version ?? RESTORE_COPY.unknown} />
      </dl>
      <Problems problems={problems} />
    </div>
  );
}

export function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  const more = problems.length - LISTED_PROBLEMS;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-warning-soft p-4 text-on-warning-soft text-sm">
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        {RESTORE_COPY.problems}
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {problems.slice(0, LISTED_PROBLEMS).map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
        {more > 0 ? <li>{RESTORE_COPY.more(more)}</li> : null}
      </ul>
    </div>
  );
}
