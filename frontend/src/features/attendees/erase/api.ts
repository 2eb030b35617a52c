import { useMutation } from "@tanstack/react-query";
import { api, longTimeoutFetch, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";
import type { DialogResult } from "@/components/form/use-dialog-result";
import { useShowSaved } from "@/features/attendees/api";

/** Erases a guest's personal data (contract 4.erase), also from data that other features have cached. */
export function useEraseAttendee(id: number, told: DialogResult) {
  const showSaved = useShowSaved();
  return useMutation({
    // The response comes after the values have left the database's files too.
    mutationFn: () =>
      unwrap(
        api.POST("/api/attendees/{attendee_id}/erase", {
          params: { path: { attendee_id: id } },
          fetch: longTimeoutFetch,
        }),
      ),
    meta: { changes: [...QUERY_KEY.history, ...QUERY_KEY.conflicts, ...QUERY_KEY.imports] },
    onSuccess: (erased) => {
      showSaved(erased);
      told.onSuccess();
    },
    onError: (error) => told.onError(error),
  });
}
