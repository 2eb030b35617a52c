import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { CHANGED_BY_UNDO, QUERY_KEY } from "@/api/query-keys";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { endImport, updateImport } from "@/features/spreadsheets/api";
import { IMPORTS_COPY } from "@/features/spreadsheets/history-copy";

/** Cancels a running import, or undoes a finished one (contract 4). */
export function useEndImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (_how: "cancel" | "undo") => endImport(id),
    onSuccess: (ended, how) => {
      updateImport(queryClient, id, ended);
      // useWatchImport reports how a cancelled import ends.
      if (how === "undo")
        toast({ ...IMPORTS_COPY.undone, ...(ended.message ? { description: ended.message } : {}) });
    },
    onError: (error, how) => {
      if (how === "cancel") showFailure(error, IMPORTS_COPY.cancelFailed);
      else if (error instanceof ApiError && error.code === "import_used") {
        updateImport(queryClient, id, { canUndo: false });
        void queryClient.invalidateQueries({ queryKey: QUERY_KEY.history });
        toast({ ...IMPORTS_COPY.used, variant: "destructive" });
      } else showFailure(error, IMPORTS_COPY.undoFailed);
    },
    meta: { changes: CHANGED_BY_UNDO },
  });
}
