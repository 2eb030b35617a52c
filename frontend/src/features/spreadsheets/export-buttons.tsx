import { DownloadButton } from "@/components/files/download-button";
import { EXPORTS_COPY } from "@/features/spreadsheets/copy";

const FILES = [
  { label: EXPORTS_COPY.all, name: "all.csv", className: "sm:col-span-2" },
  { label: EXPORTS_COPY.events, name: "events.csv", className: "" },
  { label: EXPORTS_COPY.attendees, name: "attendees.csv", className: "" },
];

/** contract 2: everything, the events, the attendees, each as a spreadsheet. */
export function ExportButtons() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {FILES.map(({ label, name, className }) => (
        <DownloadButton
          key={name}
          label={label}
          path={`/api/export/${name}`}
          fallbackName={name}
          failure={EXPORTS_COPY.failure}
          className={className}
        />
      ))}
    </div>
  );
}
