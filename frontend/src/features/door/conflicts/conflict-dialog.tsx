import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Conflict, ConflictDecision, ConflictState } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { OptionalField } from "@/components/form/optional-field";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { LinesInput } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { decideOne, reloadConflicts, showConflict } from "@/features/door/conflicts/api";
import {
  answersOf,
  closedBy,
  DECISION_COPY,
  doorLabel,
  eventLabel,
  KIND,
  kindLabel,
  nameOf,
  stateLabel,
} from "@/features/door/conflicts/copy";
import { Timeline } from "@/features/door/conflicts/timeline";
import { tableText } from "@/features/door/copy";
import { formatTimestamp } from "@/lib/event-date";

const NOTE_MAX = 500;

interface ConflictDialogProps {
  conflict: Conflict;
  /** The server has a newer version. */
  onChanged: (current: Conflict) => void;
  onClose: () => void;
}

/** All details of one conflict, and the decision (contract 2.conflicts.3 to 5). */
export function ConflictDialog({ conflict, onChanged, onClose }: ConflictDialogProps) {
  // Null until edited: an unedited note is not sent.
  const [note, setNote] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (decision: Omit<ConflictDecision, "version">) => decideOne(conflict, decision),
    onSuccess: ({ outcome, conflict: current }) => {
      if (current) showConflict(queryClient, current);
      void reloadConflicts(queryClient);
      if (outcome === "decided") return onClose();
      if (current) {
        onChanged(current);
        setTrouble(DECISION_COPY.changed);
      } else {
        toast({ title: DECISION_COPY.settled });
        onClose();
      }
    },
    onError: (error) => setTrouble(failureText(error, DECISION_COPY.failed)),
  });
  const closed = stateLabel(conflict);
  const answers = answersOf(conflict);

  function decide(state: ConflictState) {
    setTrouble(null);
    mutate({ state, ...(note === null || state === "open" ? {} : { note }) });
  }

  const button = (state: ConflictState, words: string, pendingText: string = DECISION_COPY.closing) => (
    <Button
      variant="secondary"
      disabled={isPending}
      pending={isPending && variables.state === state}
      pendingText={pendingText}
      onClick={() => decide(state)}
    >
      {words}
    </Button>
  );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={nameOf(conflict)}
      description={[conflict.attendee && tableText(conflict.attendee.tableNumber), eventLabel(conflict)]
        .filter(Boolean)
        .join(" · ")}
      actions={
        closed !== null ? (
          <>
            {button("open", DECISION_COPY.openAgain, DECISION_COPY.opening)}
            <Button onClick={onClose}>{DECISION_COPY.leave}</Button>
          </>
        ) : answers === "close" ? (
          button("dismissed", DECISION_COPY.close)
        ) : (
          <>
            {button("dismissed", answers.dismissed)}
            {button("kept", answers.kept)}
          </>
        )
      }
    >
      {trouble ? (
        <div role="alert">
          <Callout tone="warning">{trouble}</Callout>
        </div>
      ) : null}
      <div className="flex flex-col gap-1">
        <p className="font-semibold">{kindLabel(conflict)}</p>
        <p className="text-text-muted">{KIND[conflict.kind].meaning}</p>
        {conflict.device || conflict.person ? <p className="text-sm">{doorLabel(conflict)}</p> : null}
      </div>
      <Timeline conflict={conflict} />
      {closed === null || !conflict.decidedAt ? (
        <OptionalField
          label={DECISION_COPY.note}
          disclosure={DECISION_COPY.addNote}
          isFilled={note !== null || Boolean(conflict.note)}
        >
          <LinesInput
            value={note ?? conflict.note ?? ""}
            maxLength={NOTE_MAX}
            rows={2}
            onChange={({ target }) => setNote(target.value)}
          />
        </OptionalField>
      ) : (
        <div className="flex flex-col gap-1 border-t pt-3 text-sm">
          <p>{closedBy(closed, conflict.decidedBy?.fullName ?? null, formatTimestamp(conflict.decidedAt))}</p>
          {conflict.note ? <p className="wrap-anywhere whitespace-pre-line">{conflict.note}</p> : null}
        </div>
      )}
    </Dialog>
  );
}
