import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { BackupPreview, FileRestored } from "@/api/types";
import { isFileChanged } from "@/api/upload";
import { failureContent, failureText } from "@/components/form/failure";
import { useErasureConsent } from "@/components/form/use-erasure-consent";
import { type ToastContent, toast } from "@/components/ui/toast-store";
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

/** A file that is no backup gets a specific message, with the position in the file if known (contract 8). */
function restoreFailure(error: unknown): ToastContent | null {
  if (!(error instanceof ApiError) || error.status !== 400)
    return failureContent(error, RESTORE_COPY.failure);
  // A file of another kind lacks whole lists; listing them would not help.
  const found = error.errors.find(({ field }) => field === "file" || field.includes("."));
  return {
    title: failureText(error, RESTORE_COPY.invalid),
    description: found
      ? `${found.field}: ${found.message}. ${RESTORE_COPY.invalidHint}`
      : RESTORE_COPY.invalidHint,
  };
}

/** A file is previewed first, and restored only as previewed (contract 4). */
export function useRestoreFile() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<RestoreStep>({ kind: "choosing" });
  const [failure, setFailure] = useState<ToastContent | null>(null);
  const [sent, setSent] = useState(0);
  const isMounted = useIsMounted();
  const { withConsent, question } = useErasureConsent();
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
      setFailure(restoreFailure(error));
    },
  });

  const apply = useMutation({
    mutationFn: ({ file, preview, bringBack }: { file: File; preview: BackupPreview; bringBack: boolean }) =>
      withConsent(
        (expectedErasures) => restoreBackupFile(file, { expectedErasures, bringBack }, { onSent: setSent }),
        preview.erasures?.guests,
      ),
    onSuccess: (result) => {
      setStep({ kind: "done", result });
      readEverythingAgain(queryClient);
      // The browser's Back leaves even a dialog that cannot be closed.
      if (!isMounted()) toast(RESTORE_COPY.doneElsewhere(result));
    },
    onError: (error, { file, preview }) => {
      setStep(isFileChanged(error) ? { kind: "choosing" } : { kind: "preview", file, preview });
      const content = restoreFailure(error);
      if (isMounted()) setFailure(content);
      else if (content) toast({ ...content, variant: "destructive" });
    },
  });

  return {
    step,
    /** The last failure; null from the next try. */
    failure,
    sent,
    question,
    read: (file: File) => {
      reading.current?.abort();
      reading.current = new AbortController();
      setSent(0);
      setFailure(null);
      setStep({ kind: "reading", file });
      look.mutate({ file, signal: reading.current.signal });
    },
    restore: (file: File, preview: BackupPreview, bringBack: boolean) => {
      setSent(0);
      setFailure(null);
      setStep({ kind: "restoring", file, preview });
      apply.mutate({ file, preview, bringBack });
    },
    reset: () => {
      setFailure(null);
      setStep({ kind: "choosing" });
    },
  };
}
