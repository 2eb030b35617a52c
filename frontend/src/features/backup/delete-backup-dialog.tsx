import type { ServerBackup } from "@/api/types";
import { failureContent } from "@/components/form/failure";
import { FailureNote } from "@/components/form/failure-note";
import { useDialogResult } from "@/components/form/use-dialog-result";
import { Question } from "@/components/ui/question";
import { useDeleteBackup } from "@/features/backup/api";
import { formatExactTimestamp } from "@/lib/exact-date";

const DELETE_BACKUP_COPY = {
  title: "Delete backup",
  text: (filename: string, when: string) =>
    `The backup of ${when} (${filename}) leaves this server for good. Copies that were downloaded stay where they are.`,
  submit: "Delete",
  deleting: "Deleting...",
  done: { title: "Success", description: "Backup deleted" },
  failure: { title: "Failed to delete backup", fallback: "No answer came. Please try again." },
} as const;

/** Asks once, with the file's name and time (contract 2.backup). */
export function DeleteBackupDialog({ backup, onClose }: { backup: ServerBackup; onClose: () => void }) {
  const remove = useDeleteBackup(useDialogResult(DELETE_BACKUP_COPY, onClose));
  return (
    <Question
      title={DELETE_BACKUP_COPY.title}
      description={DELETE_BACKUP_COPY.text(backup.filename, formatExactTimestamp(backup.createdAt))}
      submit={DELETE_BACKUP_COPY.submit}
      pending={remove.isPending}
      pendingText={DELETE_BACKUP_COPY.deleting}
      onCancel={onClose}
      onSubmit={() => remove.mutate(backup.filename)}
    >
      <FailureNote failure={remove.error && failureContent(remove.error, DELETE_BACKUP_COPY.failure)} />
    </Question>
  );
}
