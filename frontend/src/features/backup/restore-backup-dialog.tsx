import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupRestored, ServerBackup } from "@/api/types";
import { failureContent, showFailure } from "@/components/form/failure";
import { FailureNote } from "@/components/form/failure-note";
import { isConfirmed, TypedConfirmation } from "@/components/form/typed-confirmation";
import { useErasureConsent } from "@/components/form/use-erasure-consent";
import { Callout } from "@/components/ui/callout";
import { Question } from "@/components/ui/question";
import { comparisonQuery, useRestoreBackup } from "@/features/backup/api";
import { BackupComparisonTable } from "@/features/backup/backup-comparison";
import { RESTORE_COPY, SERVER_BACKUPS_COPY } from "@/features/backup/copy";
import { ErasedGuests } from "@/features/backup/erased-guests";
import { CONFIRMATION_WORD } from "@/features/backup/rules";
import { useIsMounted } from "@/hooks/use-is-mounted";
import { formatExactTimestamp } from "@/lib/exact-date";

interface RestoreBackupDialogProps {
  backup: ServerBackup;
  onClose: () => void;
  /** Called after the restore, which has ended every session. */
  onRestored: (done: BackupRestored) => void;
}

/** Restores the whole server from a backup, after a typed confirmation (contract 4). */
export function RestoreBackupDialog({ backup, onClose, onRestored }: RestoreBackupDialogProps) {
  const [typed, setTyped] = useState("");
  const [bringBack, setBringBack] = useState(false);
  const erased = useQuery(comparisonQuery(backup.filename)).data?.erased ?? 0;
  const isMounted = useIsMounted();
  const { withConsent, question } = useErasureConsent();
  const restore = useRestoreBackup({
    withConsent,
    onSuccess: onRestored,
    onError: (error) => isMounted() || showFailure(error, RESTORE_COPY.failure),
  });
  return (
    <Question
      title={SERVER_BACKUPS_COPY.restoreTitle}
      description={SERVER_BACKUPS_COPY.restoreText(backup.filename, formatExactTimestamp(backup.createdAt))}
      submit={RESTORE_COPY.submit}
      disabled={!isConfirmed(typed, CONFIRMATION_WORD)}
      pending={restore.isPending}
      pendingText={RESTORE_COPY.restoring}
      onCancel={onClose}
      onSubmit={() => restore.mutate({ filename: backup.filename, bringBack })}
    >
      <FailureNote failure={restore.error && failureContent(restore.error, RESTORE_COPY.failure)} />
      <Doubt backup={backup} />
      <BackupComparisonTable filename={backup.filename} />
      {erased > 0 ? (
        <ErasedGuests
          text={(bringBack ? SERVER_BACKUPS_COPY.erasedBack : SERVER_BACKUPS_COPY.erased)(erased)}
          bringBack={bringBack}
          onChange={setBringBack}
          disabled={restore.isPending}
        />
      ) : null}
      <TypedConfirmation
        word={CONFIRMATION_WORD}
        value={typed}
        onChange={setTyped}
        disabled={restore.isPending}
      />
      {question}
      {restore.isPending ? (
        <p role="status" className="text-sm text-text-muted">
          {RESTORE_COPY.restoringText}
        </p>
      ) : null}
    </Question>
  );
}

/** Warns before a restore from an unverified backup, with the reason. */
function Doubt({ backup: { verified, note } }: { backup: ServerBackup }) {
  if (verified) return null;
  const isUnchecked = verified === null;
  return (
    <Callout
      tone="warning"
      title={isUnchecked ? SERVER_BACKUPS_COPY.unchecked : SERVER_BACKUPS_COPY.unproven}
    >
      {note ? <p>{note}</p> : null}
      <p>{isUnchecked ? SERVER_BACKUPS_COPY.uncheckedText : SERVER_BACKUPS_COPY.unprovenText}</p>
    </Callout>
  );
}
