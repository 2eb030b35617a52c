import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DELETE_COPY } from "@/features/attendees/list/copy";
import type { BulkDelete } from "@/features/attendees/list/use-bulk-delete";

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
      />
    );
  }
  const { done, total } = state;
  return (
    <Dialog
      open
      // Closing would hide what goes on: only Stop ends it.
      onOpenChange={() => {}}
      title={DELETE_COPY.running}
      description={<span className="tabular-nums">{DELETE_COPY.progress(done, total)}</span>}
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
      <progress
        value={done}
        max={total}
        aria-label={DELETE_COPY.running}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-neutral-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent"
      />
    </Dialog>
  );
}
