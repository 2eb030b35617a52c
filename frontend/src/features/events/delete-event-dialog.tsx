import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Event } from "@/api/types";
import {
  asksForWord,
  DELETE_WORD,
  isConfirmed,
  TypedConfirmation,
} from "@/components/form/typed-confirmation";
import { Question } from "@/components/ui/question";
import { attendeesOfEventQuery } from "@/features/events/api";
import { DELETE_DIALOG_COPY } from "@/features/events/delete-dialog-copy";
import { useTonight } from "@/hooks/use-tonight";
import { eventPhase } from "@/lib/event-day";

interface DeleteEventDialogProps {
  event: Event;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before an event is deleted together with its attendees (contract 2). */
export function DeleteEventDialog({ event, onClose, onConfirm }: DeleteEventDialogProps) {
  const [typed, setTyped] = useState("");
  const { data: counts, isPending } = useQuery(attendeesOfEventQuery(event.id));
  const attendees = counts?.attendees;
  const phase = eventPhase(event, useTonight());
  // Without the number there may be many.
  const needsWord = !isPending && (attendees === undefined || asksForWord(attendees));
  return (
    <Question
      title={DELETE_DIALOG_COPY.title}
      description={DELETE_DIALOG_COPY.text(event.name)}
      submit={DELETE_DIALOG_COPY.confirm}
      disabled={isPending || (needsWord && !isConfirmed(typed, DELETE_WORD))}
      onCancel={onClose}
      onSubmit={onConfirm}
    >
      {phase === "today" || phase === "tonight" ? (
        <p className="font-semibold text-danger-text">{DELETE_DIALOG_COPY.isToday}</p>
      ) : null}
      {isPending ? null : <p className="text-text-muted">{DELETE_DIALOG_COPY.goesWithIt(attendees)}</p>}
      {counts?.arrived ? <p className="font-semibold">{DELETE_DIALOG_COPY.arrived(counts.arrived)}</p> : null}
      {needsWord ? <TypedConfirmation word={DELETE_WORD} value={typed} onChange={setTyped} /> : null}
    </Question>
  );
}
