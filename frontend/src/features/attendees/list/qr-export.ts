import type { Attendee } from "@/api/types";
import { toIsoDate } from "@/lib/event-date";

/** contract 7: name, invoice, table and qrData per attendee, as JSON; the file's name carries the date. */
export function qrExportFile(attendees: readonly Attendee[], day: Date): File {
  const entries = attendees.map(({ fullName, invoiceNumber, tableNumber, qrCodeData }) => ({
    name: fullName,
    invoice: invoiceNumber,
    table: tableNumber,
    qrData: qrCodeData,
  }));
  return new File([JSON.stringify(entries, null, 2)], `qr-codes-${toIsoDate(day)}.json`, {
    type: "application/json",
  });
}
