import { useMutation } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { QUERY_ROOM } from "@/api/query-rooms";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { type Selection, selectedCount } from "@/features/attendees/list/selection";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";

export interface ManyChanges {
  tableNumber?: number;
  paymentStatus?: string;
}

/** contract 7: one call that changes everybody selected, or nobody where they are no longer as many. */
export function useChangeMany(selection: Selection, filters: AttendeeFilters) {
  const everybody = useEverybodySelected(filters);
  return useMutation({
    mutationFn: async (changes: ManyChanges) => {
      const ids = (await everybody.read(selection)).map(({ id }) => id);
      const body = { ids, expected: selectedCount(selection), ...changes };
      return answer(api.POST("/api/attendees/update-many", { body }));
    },
    meta: { changes: QUERY_ROOM.attendees },
  });
}
