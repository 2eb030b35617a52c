import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Conflict, ConflictDecision } from "@/api/types";
import { readConflictsAgain, showConflict } from "@/features/checkin/conflicts/api";
import { decideOne } from "@/features/checkin/conflicts/decide-one";

/** Closes one conflict, or opens it again, and shows it as it is then. */
export function useDecide(told: {
  onDecided: () => void;
  onChanged: (current: Conflict) => void;
  onSettled: () => void;
  onFailed: (error: unknown) => void;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ conflict, ...decision }: { conflict: Conflict } & Omit<ConflictDecision, "version">) =>
      decideOne(conflict, decision),
    onSuccess: ({ outcome, conflict }) => {
      if (conflict) showConflict(queryClient, conflict);
      void readConflictsAgain(queryClient);
      if (outcome === "decided") told.onDecided();
      else if (conflict) told.onChanged(conflict);
      else told.onSettled();
    },
    onError: told.onFailed,
  });
}
