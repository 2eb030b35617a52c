import { useMutation } from "@tanstack/react-query";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { EXPORT_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { qrExportFile } from "@/features/attendees/list/qr-export";
import type { Selection } from "@/features/attendees/list/selection";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";
import { hasTicket } from "@/features/attendees/rules";
import { today } from "@/lib/clock";
import { saveFile } from "@/lib/save-file";

/** contract 7: the QR texts of everybody selected, in one JSON file. */
export function useQrExport(filters: AttendeeFilters) {
  const everybody = useEverybodySelected(filters);
  return useMutation({
    mutationFn: async (selection: Selection) => {
      const attendees = (await everybody.read(selection)).filter(hasTicket);
      saveFile(qrExportFile(attendees, today()));
      return attendees.length;
    },
    onSuccess: (count) => toast(EXPORT_COPY.qrDone(count)),
    onError: (error) => {
      // After leaving the page, no message.
      if (!everybody.hasLeft()) showFailure(error, EXPORT_COPY.failure);
    },
  });
}
