import type { ServerBackup } from "@/api/types";
import { failureContent, showFailure } from "@/components/form/failure";
import { FailureNote } from "@/components/form/failure-note";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { useDeleteBackup } from "@/features/backup/api";
import { useIsMounted } from "@/hooks/use-is-mounted";
import { formatExactTimestamp } from "@/lib/event-date";

/** Words of the question before a backup is deleted: contract 2.backup and 8.backup. */
const DELETE_BACKUP_COPY = {
  title: "Delete backup",
  text: (filename: string, when: string) =>
    `The backup of ${when} (${filename}) leaves this server for good. Copies that were downloaded stay where they are.`,
  submit: "Delete",
  deleting: "Deleting...",
  cancel: "Cancel",
  done: { title: "Success", description: "Backup deleted" },
  failure: { title: "Failed to delete backup", fallback: "No answer came. Please try again." },
} as const;

/** contract 2.backup: asks once, and names the file and its moment. */
export function DeleteBackupDialog({ backup, onClose }: { backup: ServerBackup; onClose: () => void }) {
  const isMounted = useIsMounted();
  const remove = useDeleteBackup({
    onSuccess: () => {
      toast(DELETE_BACKUP_COPY.done);
      if (isMounted()) onClose();
    },
    onError: (error) => isMounted() || showFailure(error, DELETE_BACKUP_COPY.failure),
  });
  return (
    <Dialog
      open
      onOpenChange={() => remove.isPending || onClose()}
      title={DELETE_BACKUP_COPY.title}
      description={DELETE_BACKUP_COPY.text(backup.filename, formatExactTimestamp(backup.createdAt))}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={remove.isPending}>
            {DELETE_BACKUP_COPY.cancel}
          </Button>
          <Button
            variant="danger"
            onClick={() => remove.mutate(backup.filename)}
            pending={remove.isPending}
            pendingText={DELETE_BACKUP_COPY.deleting}
          >
            {DELETE_BACKUP_COPY.submit}
          </Button>
        </>
      }
    >
      <FailureNote failure={remove.error && failureContent(remove.error, DELETE_BACKUP_COPY.failure)} />
    </Dialog>
  );
}
