import { useState } from "react";
import {
  asksForWord,
  DELETE_WORD,
  isConfirmed,
  TypedConfirmation,
} from "@/components/form/typed-confirmation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Question } from "@/components/ui/question";
import { DELETE_COPY, selectedNames } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { SelectionFacts } from "@/features/attendees/list/selection-facts";
import type { BulkDelete } from "@/features/attendees/list/use-bulk-delete";
import { useSelectedAttendees } from "@/features/attendees/list/use-selected-attendees";
import type { HeldSelection } from "@/features/attendees/list/use-selection";

interface DeleteDialogProps {
  state: Exclude<BulkDelete, { kind: "idle" }>;
  choice: HeldSelection;
  filters: AttendeeFilters;
  onCancel: () => void;
  /** A deletion that asks for the word needs a backup first (contract 4.backup.6). */
  onConfirm: (needsBackup: boolean) => void;
  onStop: () => void;
}

/** Asks before deleting, then shows progress with a Stop button. */
export function DeleteDialog({ state, choice, filters, onCancel, onConfirm, onStop }: DeleteDialogProps) {
  if (state.kind === "asking")
    return <AskToDelete total={state.total} {...{ choice, filters, onCancel, onConfirm }} />;
  const { done, total } = state;
  const isProtecting = state.kind === "protecting";
  return (
    <Dialog
      open
      // Only Stop ends a running deletion.
      onOpenChange={() => {}}
      title={isProtecting ? DELETE_COPY.protecting : DELETE_COPY.running}
      description={
        isProtecting ? (
          DELETE_COPY.protectingText
        ) : (
          <span className="tabular-nums">{DELETE_COPY.progress(done, total)}</span>
        )
      }
      actions={
        <Button
          variant="secondary"
          onClick={onStop}
          pending={state.kind === "stopping"}
          pendingText={DELETE_COPY.stopping}
        >
          {DELETE_COPY.stop}
        </Button>
      }
    >
      <ProgressBar label={DELETE_COPY.running} value={done} max={total} />
    </Dialog>
  );
}

function AskToDelete({
  total,
  choice,
  filters,
  onCancel,
  onConfirm,
}: { total: number } & Omit<DeleteDialogProps, "state" | "onStop">) {
  const { names, hidden } = choice;
  const [typed, setTyped] = useState("");
  const needsWord = asksForWord(total);
  return (
    <Question
      title={DELETE_COPY.title}
      description={DELETE_COPY.text(total)}
      submit={DELETE_COPY.confirm(total)}
      disabled={needsWord && !isConfirmed(typed, DELETE_WORD)}
      onCancel={onCancel}
      onSubmit={() => onConfirm(needsWord)}
    >
      <p dir="auto" className="wrap-anywhere line-clamp-4 font-medium">
        {selectedNames(names, total - names.length, hidden)}
      </p>
      <SelectionFacts attendees={useSelectedAttendees(choice, filters)} />
      {needsWord ? (
        <>
          <p className="text-text-muted">{DELETE_COPY.backupFirst}</p>
          <TypedConfirmation word={DELETE_WORD} value={typed} onChange={setTyped} />
        </>
      ) : null}
    </Question>
  );
}
