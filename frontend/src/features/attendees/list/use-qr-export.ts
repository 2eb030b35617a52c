import { useMutation } from "@tanstack/react-query";
import type { Attendee } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { EXPORT_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, isNarrowed } from "@/features/attendees/list/filters";
import type { Selection } from "@/features/attendees/list/selection";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";
import { hasTicket } from "@/features/attendees/rules";
import { today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";
import { inFileName } from "@/lib/file-name";
import { saveFile } from "@/lib/save-file";

/** Exports the QR texts of all selected attendees as one JSON file (contract 7). */
export function useQrExport(filters: AttendeeFilters) {
  const everybody = useEverybodySelected(filters);
  const { mutate, isPending } = useMutation({
    mutationFn: async (selection: Selection) => {
      const attendees = (await everybody.read(selection)).filter(hasTicket);
      saveFile(qrExportFile(attendees, qrFileName(selection, filters, attendees)));
      return attendees.length;
    },
    onSuccess: (count) => toast(EXPORT_COPY.qrDone(count)),
    onError: (error, selection) => {
      // No message after the page was left.
      if (!everybody.hasLeft()) showFailure(error, EXPORT_COPY.failure, () => mutate(selection));
    },
  });
  return { mutate, isPending };
}

/** `qr-codes-Midwinter Gala-selected-12-2026-11-29.json`; the event only where the list is of one (contract 7). */
function qrFileName(selection: Selection, filters: AttendeeFilters, attendees: readonly Attendee[]): string {
  const event = filters.eventId === null ? "" : inFileName(attendees[0]?.event.name ?? "");
  const isWhole = selection.kind === "all" && selection.except.size === 0;
  const part = isWhole ? (isNarrowed(filters) ? "-filtered" : "") : `-selected-${attendees.length}`;
  return `qr-codes${event && `-${event}`}${part}-${toIsoDate(today())}.json`;
}

/** Name, invoice, table and qrData of each attendee as JSON (contract 7). */
function qrExportFile(attendees: readonly Attendee[], fileName: string): File {
  const entries = attendees.map(({ fullName, invoiceNumber, tableNumber, qrCodeData }) => ({
    name: fullName,
    invoice: invoiceNumber,
    table: tableNumber,
    qrData: qrCodeData,
  }));
  return new File([JSON.stringify(entries, null, 2)], fileName, {
    type: "application/json",
  });
}
