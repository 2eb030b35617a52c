import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import {
  backUpBeforeDeletion,
  deleteAttendee,
  everyAttendee,
  removeDeletedFromCache,
} from "@/features/attendees/api";
import { DELETE_COPY } from "@/features/attendees/list/copy";
import { deleteMany } from "@/features/attendees/list/delete-many";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import {
  NOBODY,
  readSelected,
  type Selection,
  selectedCount,
  withoutDeleted,
} from "@/features/attendees/list/selection";
import { CONCURRENT_DELETES_MAX, PROGRESS_INTERVAL_MS } from "@/features/attendees/rules";
import { now } from "@/lib/clock";

export type BulkDelete =
  | { kind: "idle" }
  | { kind: "asking"; total: number }
  | { kind: "protecting" | "running" | "stopping"; done: number; total: number };

interface Run {
  selection: Selection;
  total: number;
  needsBackup: boolean;
  signal: AbortSignal;
  /** Updated during the run, so that it is complete however the run ends. */
  deleted: number[];
}

/**
 * One DELETE per attendee, several at a time, with progress and Stop (contract 7). One that asks for
 * the word DELETE starts only after a backup.
 */
export function useBulkDelete(filters: AttendeeFilters, onEnd: (left: Selection) => void) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<BulkDelete>({ kind: "idle" });
  const stopper = useRef<AbortController>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const { mutate } = useMutation({
    mutationFn: async ({ selection, total, needsBackup, signal, deleted }: Run) => {
      // More may match by now than the user was asked about.
      const chosen = await readSelected(selection, () => everyAttendee(filters, signal)).catch((error) => {
        if (signal.aborted) return [];
        throw error;
      });
      if (signal.aborted || chosen.length > total) return chosen.length;
      if (needsBackup) {
        await backUpBeforeDeletion(total);
        if (signal.aborted) return total;
        setState({ kind: "running", done: 0, total });
      }
      let shownAt = 0;
      await deleteMany(chosen.values(), {
        deleteOne: deleteAttendee,
        atMost: CONCURRENT_DELETES_MAX,
        signal,
        onDeleted: (id) => {
          deleted.push(id);
          if (now() - shownAt < PROGRESS_INTERVAL_MS) return;
          shownAt = now();
          setState((before) => ("done" in before ? { ...before, done: deleted.length } : before));
        },
      });
      return total;
    },
    onSuccess: (matching, { deleted, total, signal }) => {
      if (matching > total) return toast(DELETE_COPY.grown(total, matching));
      const wasStopped = signal.aborted && deleted.length < total;
      toast((wasStopped ? DELETE_COPY.stopped : DELETE_COPY.done)(deleted.length));
    },
    onError: (error, { deleted, total }) => showFailure(error, DELETE_COPY.failure(deleted.length, total)),
    onSettled: (_data, _error, { selection, deleted }) => {
      removeDeletedFromCache(queryClient, deleted, selection.kind === "some");
      setState({ kind: "idle" });
      onEnd(selection.kind === "some" ? withoutDeleted(selection, deleted) : NOBODY);
    },
  });

  return {
    state,
    ask: (selection: Selection) => {
      setState({ kind: "asking", total: selectedCount(selection) });
    },
    cancel: () => setState({ kind: "idle" }),
    start: (selection: Selection, needsBackup: boolean) => {
      const total = selectedCount(selection);
      stopper.current = new AbortController();
      setState({ kind: needsBackup ? "protecting" : "running", done: 0, total });
      mutate({ selection, total, needsBackup, signal: stopper.current.signal, deleted: [] });
    },
    stop: () => {
      stopper.current?.abort();
      setState((before) => ("done" in before ? { ...before, kind: "stopping" } : before));
    },
  };
}
