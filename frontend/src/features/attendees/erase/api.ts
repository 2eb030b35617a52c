import { useMutation } from "@tanstack/react-query";
import { answer, api, patientFetch } from "@/api/client";
import { QUERY_ROOM } from "@/api/query-rooms";
import { useShowSaved } from "@/features/attendees/api";

/** Takes away all that says who the guest was (contract 4.erase), also from what other rooms have read. */
export function useEraseAttendee(
  id: number,
  told: { onErased: () => void; onFailed: (error: unknown) => void },
) {
  const showSaved = useShowSaved();
  return useMutation({
    // The values leave the database's files too before the answer comes.
    mutationFn: () =>
      answer(
        api.POST("/api/attendees/{attendee_id}/erase", {
          params: { path: { attendee_id: id } },
          fetch: patientFetch,
        }),
      ),
    meta: { changes: [...QUERY_ROOM.history, ...QUERY_ROOM.conflicts, ...QUERY_ROOM.imports] },
    onSuccess: (erased) => {
      showSaved(erased);
      told.onErased();
    },
    onError: (error) => told.onFailed(error),
  });
}
