import { useEffect, useRef } from "react";
import type { Attendee } from "@/api/types";
import { everyAttendee } from "@/features/attendees/api";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { readSelected, type Selection } from "@/features/attendees/list/selection";

/** Reads all selected attendees. Leaving the screen aborts it with an error that is not shown. */
export function useEverybodySelected(filters: AttendeeFilters) {
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return {
    read: (selection: Selection): Promise<Attendee[]> => {
      const signal = leaving.current?.signal ?? new AbortController().signal;
      return readSelected(selection, () => everyAttendee(filters, signal));
    },
    hasLeft: () => leaving.current?.signal.aborted ?? false,
  };
}
