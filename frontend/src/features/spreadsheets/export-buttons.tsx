import { DownloadButton } from "@/components/files/download-button";
import { EXPORTS_COPY } from "@/features/spreadsheets/copy";

const FILES = [
  { label: EXPORTS_COPY.all, name: "all.csv" },
  { label: EXPORTS_COPY.events, name: "events.csv" },
  { label: EXPORTS_COPY.attendees, name: "attendees.csv" },
];

/** contract 2: everything, the events, the attendees, each as a spreadsheet. */
export function ExportButtons() {
  return FILES.map(({ label, name }) => (
    <DownloadButton
      key={name}
      label={label}
      path={`/api/export/${name}`}
      fallbackName={name}
      failure={EXPORTS_COPY.failure}
    />
  ));
}
