import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DELETE_EVENT_COPY } from "@/features/events/copy";

interface DeleteEventDialogProps {
  eventName: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before an event is deleted: its attendees go with it (contract 2). */
export function DeleteEventDialog({ eventName, onClose, onConfirm }: DeleteEventDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={DELETE_EVENT_COPY.dialogTitle}
      description={DELETE_EVENT_COPY.dialogText(eventName)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {DELETE_EVENT_COPY.cancel}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {DELETE_EVENT_COPY.confirm}
          </Button>
        </>
      }
    >
      <p className="text-text-muted">{DELETE_EVENT_COPY.backupFirst}</p>
    </Dialog>
  );
}
