import { DownloadButton } from "@/components/files/download-button";
import { EXPORTS_COPY } from "@/features/spreadsheets/copy";

const FILES = [
  { label: EXPORTS_COPY.all, excelName: EXPORTS_COPY.allExcel, name: "all" },
  { label: EXPORTS_COPY.events, excelName: EXPORTS_COPY.eventsExcel, name: "events" },
  { label: EXPORTS_COPY.attendees, excelName: EXPORTS_COPY.attendeesExcel, name: "attendees" },
] as const;

interface ExportButtonsProps {
  /** Undefined while loading. */
  events: number | undefined;
  attendees: number | undefined;
}

/** Exports of everything, the events and the attendees, each as CSV and as Excel (contract 2). */
export function ExportButtons(counts: ExportButtonsProps) {
  return (
    <div className="grid gap-3">
      {FILES.map(({ label, excelName, name }) => (
        <div key={name} className="flex flex-wrap gap-x-2 gap-y-1">
          <DownloadButton
            label={label}
            path={`/api/export/${name}.csv`}
            fallbackName={`${name}.csv`}
            failure={EXPORTS_COPY.failure}
            className="flex-1"
          />
          <DownloadButton
            narrow
            icon={null}
            label={EXPORTS_COPY.excel}
            accessibleName={excelName}
            path={`/api/export/${name}.xlsx`}
            fallbackName={`${name}.xlsx`}
            failure={EXPORTS_COPY.failure}
          />
          <p className="basis-full text-sm text-text-muted tabular-nums">
            {EXPORTS_COPY.holds[name](counts)}
          </p>
        </div>
      ))}
    </div>
  );
}
