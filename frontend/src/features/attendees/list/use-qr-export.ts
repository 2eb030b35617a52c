import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Attendee } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { everyAttendee } from "@/features/attendees/api";
import { EXPORT_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { qrExportFile } from "@/features/attendees/list/qr-export";
import { type Selection, selectedAttendees } from "@/features/attendees/list/selection";
import { today } from "@/lib/clock";
import { saveFile } from "@/lib/save-file";

/** contract 7: the QR texts of everybody selected, in one JSON file. */
export function useQrExport(filters: AttendeeFilters) {
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return useMutation({
    mutationFn: async (selection: Selection) => {
      const signal = leaving.current?.signal ?? new AbortController().signal;
      const attendees: Attendee[] = [];
      for await (const attendee of selectedAttendees(selection, () => everyAttendee(filters, signal))) {
        attendees.push(attendee);
      }
      saveFile(qrExportFile(attendees, today()));
      return attendees.length;
    },
    onSuccess: (count) => toast(EXPORT_COPY.qrDone(count)),
    onError: (error) => {
      // After leaving the page, no message.
      if (!leaving.current?.signal.aborted) showFailure(error, EXPORT_COPY.failure);
    },
  });
}
