import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { CHANGE_COPY } from "@/features/attendees/change/copy";

interface Undo {
  id: number;
  /** Selects the attendees again. */
  reselect: () => void;
}

/** Undoes a change of many, even after the dialog and the page were left (contract 7.update-many). */
export function useUndoChange() {
  return useMutation({
    mutationFn: ({ id }: Undo) =>
      unwrap(
        api.POST("/api/attendees/update-many/{bulk_update_id}/undo", {
          params: { path: { bulk_update_id: id } },
        }),
      ),
    onSuccess: ({ restored }, { reselect }) => {
      reselect();
      toast(CHANGE_COPY.undone(restored));
    },
    onError: (error) => showFailure(error, CHANGE_COPY.undoFailure),
    meta: { changes: QUERY_KEY.attendees },
  });
}
