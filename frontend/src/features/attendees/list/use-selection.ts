import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { showFailure } from "@/components/form/failure";
import { readMatches } from "@/features/attendees/api";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, addressOf, newestFirst } from "@/features/attendees/list/filters";
import { NOBODY, type Selection, selectAll } from "@/features/attendees/list/selection";

/**
 * Selection within the current filters, in any order. Changed filters clear it, so that no invisible attendee is
 * deleted.
 */
export function useSelection(filters: AttendeeFilters) {
  const shown = addressOf(newestFirst(filters)).toString();
  const [held, setHeld] = useState<{ shown: string; selection: Selection }>({ shown, selection: NOBODY });
  const selection = held.shown === shown ? held.selection : NOBODY;
  // Other orders do not show the newest attendee, so it is read.
  const reading = useMutation({
    mutationFn: async (of: { filters: AttendeeFilters; shown: string }) => ({
      shown: of.shown,
      ...(await readMatches(of.filters)),
    }),
    onSuccess: (read) => setHeld({ shown: read.shown, selection: selectAll(read.matches, read.newestId) }),
    onError: (error) => showFailure(error, MANAGE_COPY.selectFailure),
  });
  return {
    selection,
    select: (next: Selection) => setHeld({ shown, selection: next }),
    /** Selects all matches; `matches` and `newestId` come from a list with the newest first. */
    selectEverybody: (matches: number, newestId: number) => {
      if (filters.sort === "newest") setHeld({ shown, selection: selectAll(matches, newestId) });
      else reading.mutate({ filters, shown });
    },
    isSelecting: reading.isPending,
  };
}
