import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { QUERY_ROOM } from "@/api/query-rooms";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { endImport, type ListedImport, showImport } from "@/features/spreadsheets/api";
import { IMPORTS_COPY } from "@/features/spreadsheets/history-copy";

/** Cancels a running import, or takes one that is done out again (contract 4). */
export function useEndImport(entry: ListedImport) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (_how: "cancel" | "undo") => endImport(entry.id),
    onSuccess: (ended, how) => {
      showImport(queryClient, { ...entry, ...ended });
      // useWatchImport tells how a cancelled one ends.
      if (how === "undo") toast(IMPORTS_COPY.undone);
    },
    onError: (error, how) => {
      if (how === "cancel") showFailure(error, IMPORTS_COPY.cancelFailed);
      else if (error instanceof ApiError && error.code === "import_used") {
        showImport(queryClient, { ...entry, canUndo: false });
        toast({ ...IMPORTS_COPY.used, variant: "destructive" });
      } else showFailure(error, IMPORTS_COPY.undoFailed);
    },
    meta: { changes: QUERY_ROOM.attendees },
  });
  return { isPending, cancel: () => mutate("cancel"), undo: () => mutate("undo") };
}
