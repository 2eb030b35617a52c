import { useState } from "react";
import type { ServerBackup } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Note } from "@/components/ui/note";
import { useRestoreBackup } from "@/features/backup/api";
import { RESTORE_COPY, SERVER_BACKUPS_COPY } from "@/features/backup/copy";
import { isConfirmed, TypedConfirmation } from "@/features/backup/typed-confirmation";
import { formatTimestamp } from "@/lib/event-date";

interface RestoreBackupDialogProps {
  backup: ServerBackup;
  onClose: () => void;
  /** The restore has ended every session. */
  onRestored: () => void;
}

/** contract 4: the whole server back to one moment, after a confirmation that has to be typed. */
export function RestoreBackupDialog({ backup, onClose, onRestored }: RestoreBackupDialogProps) {
  const [typed, setTyped] = useState("");
  const restore = useRestoreBackup({
    onSuccess: onRestored,
    onError: (error) => showFailure(error, RESTORE_COPY.failure),
  });
  return (
    <Dialog
      open
      onOpenChange={() => restore.isPending || onClose()}
      title={SERVER_BACKUPS_COPY.restoreTitle}
      description={SERVER_BACKUPS_COPY.restoreText(backup.filename, formatTimestamp(backup.createdAt))}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={restore.isPending}>
            {RESTORE_COPY.cancel}
          </Button>
          <Button
            variant="danger"
            onClick={() => restore.mutate(backup.filename)}
            disabled={!isConfirmed(typed)}
            pending={restore.isPending}
            pendingText={RESTORE_COPY.restoring}
          >
            {RESTORE_COPY.submit}
          </Button>
        </>
      }
    >
      <Doubt backup={backup} />
      <TypedConfirmation value={typed} onChange={setTyped} disabled={restore.isPending} />
      {restore.isPending ? (
        <p role="status" className="text-sm text-text-muted">
          {RESTORE_COPY.restoringText}
        </p>
      ) : null}
    </Dialog>
  );
}

/** Warns before a restore from a backup that is not proven, with the reason. */
function Doubt({ backup: { verified, note } }: { backup: ServerBackup }) {
  if (verified) return null;
  const isUnchecked = verified === null;
  return (
    <Note tone="warning" title={isUnchecked ? SERVER_BACKUPS_COPY.unchecked : SERVER_BACKUPS_COPY.unproven}>
      {note ? <p>{note}</p> : null}
      <p>{isUnchecked ? SERVER_BACKUPS_COPY.uncheckedText : SERVER_BACKUPS_COPY.unprovenText}</p>
    </Note>
  );
}
