import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Conflict } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { decideOne, reloadConflicts, showConflict } from "@/features/door/conflicts/api";
import { answersOf, DECISION_COPY } from "@/features/door/conflicts/copy";
import { runMany } from "@/lib/run-many";

const AT_ONCE = 4;

export type Closing = { done: number; total: number; isStopping: boolean } | null;

interface Run {
  conflicts: readonly Conflict[];
  state: "kept" | "dismissed";
  signal: AbortSignal;
  /** Filled during the run, for any way it ends. */
  closed: number[];
  changed: number[];
}

/** Closes several conflicts, a few requests at a time; can be stopped. `onEnd` gets the closed ids. */
export function useDecideMany(onEnd: (closed: readonly number[]) => void) {
  const queryClient = useQueryClient();
  const [closing, setClosing] = useState<Closing>(null);
  const stopper = useRef<AbortController>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const { mutate } = useMutation({
    mutationFn: ({ conflicts, state, signal, closed, changed }: Run) =>
      runMany(
        conflicts.values(),
        async (conflict) => {
          // A turned-away guest can only be closed in one way.
          const wanted = answersOf(conflict) === "close" ? "dismissed" : state;
          const { outcome, conflict: current } = await decideOne(conflict, { state: wanted });
          if (current) showConflict(queryClient, current);
          (outcome === "changed" ? changed : closed).push(conflict.id);
          setClosing((before) => before && { ...before, done: closed.length + changed.length });
        },
        { atMost: AT_ONCE, signal },
      ),
    onSuccess: (_, { closed, changed }) =>
      toast({
        title: DECISION_COPY.closedMany(closed.length),
        ...(changed.length > 0 ? { description: DECISION_COPY.changedMany(changed.length) } : {}),
      }),
    onError: (error, { closed, conflicts }) =>
      showFailure(error, DECISION_COPY.failure(closed.length, conflicts.length)),
    onSettled: (_data, _error, { closed }) => {
      void reloadConflicts(queryClient);
      setClosing(null);
      onEnd(closed);
    },
  });

  return {
    closing,
    start: (conflicts: readonly Conflict[], state: "kept" | "dismissed") => {
      stopper.current = new AbortController();
      setClosing({ done: 0, total: conflicts.length, isStopping: false });
      mutate({ conflicts, state, signal: stopper.current.signal, closed: [], changed: [] });
    },
    stop: () => {
      stopper.current?.abort();
      setClosing((before) => before && { ...before, isStopping: true });
    },
  };
}
