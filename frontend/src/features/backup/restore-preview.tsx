import type { BackupPreview } from "@/api/types";
import { ErasureNote } from "@/components/form/erasure-note";
import { Callout } from "@/components/ui/callout";
import { DescriptionItem } from "@/components/ui/description-item";
import { RESTORE_COPY } from "@/features/backup/copy";
import { LISTED_PROBLEMS } from "@/features/backup/rules";
import { formatCount } from "@/lib/count";
import { formatTimestamp } from "@/lib/event-date";

/** The content of the file, before anything changes (contract 4). */
export function RestorePreview({ preview }: { preview: BackupPreview }) {
  const { version, exportDate, totalEvents, totalAttendees, attendedCount, erasures, hasSettings, problems } =
    preview;
  // A file of another tool may lack both, or use other texts.
  const exported =
    exportDate && !Number.isNaN(Date.parse(exportDate)) ? formatTimestamp(exportDate) : exportDate;
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <DescriptionItem label={RESTORE_COPY.events}>{formatCount(totalEvents)}</DescriptionItem>
        <DescriptionItem label={RESTORE_COPY.attendees}>{formatCount(totalAttendees)}</DescriptionItem>
        <DescriptionItem label={RESTORE_COPY.attended}>{formatCount(attendedCount)}</DescriptionItem>
        <DescriptionItem label={RESTORE_COPY.exported}>{exported ?? RESTORE_COPY.unknown}</DescriptionItem>
        <DescriptionItem label={RESTORE_COPY.version}>{version ?? RESTORE_COPY.unknown}</DescriptionItem>
      </dl>
      {hasSettings ? <p className="text-sm">{RESTORE_COPY.settings}</p> : null}
      <ErasureNote erasures={erasures} />
      <Problems problems={problems} />
    </div>
  );
}

export function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  const more = problems.length - LISTED_PROBLEMS;
  return (
    <Callout tone="warning" title={RESTORE_COPY.problems}>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {problems.slice(0, LISTED_PROBLEMS).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {more > 0 ? <li>{RESTORE_COPY.more(more)}</li> : null}
      </ul>
    </Callout>
  );
}
