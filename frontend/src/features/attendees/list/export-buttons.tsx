import { DownloadButton } from "@/components/files/download-button";
import { EXPORT_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { addressWith, given } from "@/lib/url";

/** URL of the export of the attendees of one event or of all, also of one ticket type or table. */
function exportPath(
  ending: "csv" | "xlsx",
  { eventId, ticketTypeId, tableNumber }: Pick<AttendeeFilters, "eventId" | "ticketTypeId" | "tableNumber">,
): string {
  const query = addressWith(given({ eventId, ticketTypeId, tableNumber })).toString();
  return `/api/attendees/export/${ending}${query ? `?${query}` : ""}`;
}

/** contract 2: the attendees of the event, the ticket type and the table of the filters, as a file. */
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
