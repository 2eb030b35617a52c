import { DownloadButton } from "@/components/files/download-button";
import { EXPORT_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { addressWith, given } from "@/lib/url";

/** URL of the export of the attendees of one event, of all, or of one ticket type. */
function exportPath(
  ending: "csv" | "xlsx",
  { eventId, ticketTypeId }: Pick<AttendeeFilters, "eventId" | "ticketTypeId">,
): string {
  const query = addressWith(given({ eventId, ticketTypeId })).toString();
  return `/api/attendees/export/${ending}${query ? `?${query}` : ""}`;
}

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
