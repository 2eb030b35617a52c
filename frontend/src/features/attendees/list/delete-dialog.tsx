import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import { DELETE_COPY } from "@/features/attendees/list/copy";
import type { BulkDelete } from "@/features/attendees/list/use-bulk-delete";
import { BACKUP_ABOVE } from "@/features/attendees/rules";

interface DeleteDialogProps {
  state: BulkDelete;
  onCancel: () => void;
  onConfirm: () => void;
  onStop: () => void;
}

/** Asks before it deletes, then shows how far it is and offers to stop. */
export function DeleteDialog({ state, onCancel, onConfirm, onStop }: DeleteDialogProps) {
  if (state.kind === "idle") return null;
  if (state.kind === "asking") {
    return (
      <Dialog
        open
        onOpenChange={onCancel}
        title={DELETE_COPY.title}
        description={DELETE_COPY.text(state.total)}
        actions={
          <>
            <Button variant="secondary" onClick={onCancel}>
              {DELETE_COPY.cancel}
            </Button>
            <Button variant="danger" onClick={onConfirm}>
              {DELETE_COPY.confirm(state.total)}
            </Button>
          </>
        }
      >
        {state.total > BACKUP_ABOVE ? <p className="text-text-muted">{DELETE_COPY.backupFirst}</p> : null}
      </Dialog>
    );
  }
  const { done, total } = state;
  const isProtecting = state.kind === "protecting";
  return (
    <Dialog
      open
      // Closing would hide what goes on: only Stop ends it.
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
