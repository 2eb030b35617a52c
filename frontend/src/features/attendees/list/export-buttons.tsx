import { DownloadButton } from "@/components/files/download-button";
import { exportPath } from "@/features/attendees/api";
import { EXPORT_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";

/** contract 2: the attendees of the event and the ticket type of the filters, as a file. */
export function ExportButtons({ filters }: { filters: AttendeeFilters }) {
  return (
    <>
      <DownloadButton
        narrow
        label={EXPORT_COPY.csv}
        path={exportPath("csv", filters)}
        fallbackName="attendees.csv"
        failure={EXPORT_COPY.failure}
      />
      <DownloadButton
        narrow
        icon={null}
        label={EXPORT_COPY.excel}
        accessibleName={EXPORT_COPY.excelName}
        path={exportPath("xlsx", filters)}
        fallbackName="attendees.xlsx"
        failure={EXPORT_COPY.failure}
      />
    </>
  );
}
