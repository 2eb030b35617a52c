import { useEffect, useRef } from "react";
import type { Attendee } from "@/api/types";
import { everyAttendee } from "@/features/attendees/api";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { type Selection, selectedAttendees } from "@/features/attendees/list/selection";

/** Reads all selected attendees. Leaving the screen aborts it with an error that is not shown. */
export function useEverybodySelected(filters: AttendeeFilters) {
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return {
    read: async (selection: Selection): Promise<Attendee[]> => {
      const signal = leaving.current?.signal ?? new AbortController().signal;
      const everybody: Attendee[] = [];
      for await (const attendee of selectedAttendees(selection, () => everyAttendee(filters, signal))) {
        everybody.push(attendee);
      }
      return everybody;
    },
    hasLeft: () => leaving.current?.signal.aborted ?? false,
  };
}
