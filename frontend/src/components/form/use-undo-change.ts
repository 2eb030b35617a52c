import { useMutation } from "@tanstack/react-query";
import { ApiError, isNetworkError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { CHANGED_BY_UNDO } from "@/api/query-keys";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { amountChange } from "@/lib/amount-change";
import { counted } from "@/lib/count";

export const UNDO_COPY = {
  undo: "Undo",
  undone: (count: number, amountChangeCents: number) => ({
    title: "Undone",
    description: [`${counted(count, "attendee", "attendees")} changed back`, amountChange(amountChangeCents)]
      .filter(Boolean)
      .join(", "),
  }),
  undoing: { title: "Undoing...", description: "The attendees get their former values again." },
  failure: { title: "Nothing was undone", fallback: "The change could not be undone. Please try again." },
  unconfirmed: {
    title: "Not confirmed",
    fallback:
      "The server did not answer, so the change may have been undone. Try again: it is undone only once.",
  },
} as const;

/** A later undo would be refused as well. */
const FINAL_CODES = ["edited_since", "former_type_deleted", "bulk_update_not_found"];
export const isUndoOver = (error: unknown): boolean =>
  error instanceof ApiError && FINAL_CODES.includes(error.code);

interface Undo {
  id: number;
  /** Called even if the dialog or the page was left. */
  onUndone?: () => void;
}

/** Undoes a change of many, even after the dialog and the page were left (contract 7.update-many). */
export function useUndoChange() {
  const undo = useMutation({
    mutationFn: ({ id }: Undo) =>
      unwrap(
        api.POST("/api/attendees/update-many/{bulk_update_id}/undo", {
          params: { path: { bulk_update_id: id } },
        }),
      ),
    onSuccess: ({ restored, amountChangeCents }, { onUndone }) => {
      onUndone?.();
      toast(UNDO_COPY.undone(restored, amountChangeCents));
    },
    onMutate: () => toast(UNDO_COPY.undoing),
    onError: (error, variables) =>
      isNetworkError(error)
        ? showFailure(error, UNDO_COPY.unconfirmed, () => undo.mutate(variables))
        : showFailure(error, UNDO_COPY.failure),
    meta: { changes: CHANGED_BY_UNDO },
  });
  return undo;
}
