import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Event } from "@/api/types";
import {
  asksForWord,
  DELETE_WORD,
  isConfirmed,
  TypedConfirmation,
} from "@/components/form/typed-confirmation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DELETE_EVENT_COPY } from "@/features/events/copy";
import { attendeesOfEventQuery } from "@/features/events/deletion/api";

interface DeleteEventDialogProps {
  event: Event;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before an event is deleted: its attendees go with it (contract 2). */
export function DeleteEventDialog({ event, onClose, onConfirm }: DeleteEventDialogProps) {
  const [typed, setTyped] = useState("");
  const { data: attendees, isPending } = useQuery(attendeesOfEventQuery(event.id));
  // Without the number there may be many.
  const needsWord = !isPending && (attendees === undefined || asksForWord(attendees));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={DELETE_EVENT_COPY.dialogTitle}
      description={DELETE_EVENT_COPY.dialogText(event.name)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {DELETE_EVENT_COPY.cancel}
          </Button>
          <Button
            variant="danger"
            onClick={onConfirm}
            disabled={isPending || (needsWord && !isConfirmed(typed, DELETE_WORD))}
          >
            {DELETE_EVENT_COPY.confirm}
          </Button>
        </>
      }
    >
      {isPending ? null : <p className="text-text-muted">{DELETE_EVENT_COPY.goesWithIt(attendees)}</p>}
      {needsWord ? <TypedConfirmation word={DELETE_WORD} value={typed} onChange={setTyped} /> : null}
    </Dialog>
  );
}
