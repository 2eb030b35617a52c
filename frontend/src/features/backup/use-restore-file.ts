import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { BackupPreview, FileRestored } from "@/api/types";
import { isFileChanged } from "@/api/upload";
import { failureText, showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { previewBackupFile, readEverythingAgain, restoreBackupFile } from "@/features/backup/api";
import { RESTORE_COPY } from "@/features/backup/copy";
import { useIsMounted } from "@/hooks/use-is-mounted";

export type RestoreStep =
  | { kind: "choosing" }
  | { kind: "reading"; file: File }
  | { kind: "failed"; file: File }
  | { kind: "preview"; file: File; preview: BackupPreview }
  | { kind: "restoring"; file: File; preview: BackupPreview }
  | { kind: "done"; result: FileRestored };

/** contract 8: a file that is no backup has its own sentence, and after it what the server found in it. */
function showRestoreFailure(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 400) {
    showFailure(error, RESTORE_COPY.failure);
    return;
  }
  const found = error.errors.slice(0, 1).map(({ message }) => message);
  const said = [failureText(error, RESTORE_COPY.invalid), ...found];
  toast({ title: RESTORE_COPY.failure.title, description: said.join(". "), variant: "destructive" });
}

/** contract 4: a file is looked into first, and restored only from what was seen. */
export function useRestoreFile() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<RestoreStep>({ kind: "choosing" });
  const [sent, setSent] = useState(0);
  const isMounted = useIsMounted();
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);

  const look = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      previewBackupFile(file, { signal, onSent: setSent }),
    onSuccess: (preview, { file, signal }) => {
      if (!signal.aborted) setStep({ kind: "preview", file, preview });
    },
    onError: (error, { file, signal }) => {
      if (signal.aborted) return;
      setStep(isFileChanged(error) ? { kind: "choosing" } : { kind: "failed", file });
      showRestoreFailure(error);
    },
  });

  const apply = useMutation({
    mutationFn: ({ file }: { file: File; preview: BackupPreview }) =>
      restoreBackupFile(file, { onSent: setSent }),
    onSuccess: (result) => {
      setStep({ kind: "done", result });
      readEverythingAgain(queryClient);
      // The browser's Back leads away even from a dialog that cannot be closed.
      if (!isMounted()) toast(RESTORE_COPY.doneElsewhere(result));
    },
    onError: (error, { file, preview }) => {
      setStep(isFileChanged(error) ? { kind: "choosing" } : { kind: "preview", file, preview });
      showRestoreFailure(error);
    },
  });

  return {
    step,
    sent,
    read: (file: File) => {
      reading.current?.abort();
      reading.current = new AbortController();
      setSent(0);
      setStep({ kind: "reading", file });
      look.mutate({ file, signal: reading.current.signal });
    },
    restore: (file: File, preview: BackupPreview) => {
      setSent(0);
      setStep({ kind: "restoring", file, preview });
      apply.mutate({ file, preview });
    },
    reset: () => setStep({ kind: "choosing" }),
  };
}
