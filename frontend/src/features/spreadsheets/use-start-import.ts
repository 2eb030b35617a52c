import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isNetworkError } from "@/api/api-error";
import { isFileChanged } from "@/api/upload";
import { useErasureConsent } from "@/components/form/use-erasure-consent";
import { type ToastContent, toast } from "@/components/ui/toast-store";
import { type ImportRequest, importKeys, startImport } from "@/features/spreadsheets/api";
import { IMPORT_COPY } from "@/features/spreadsheets/copy";
import { errorLines, saveErrorLines } from "@/features/spreadsheets/row-errors";
import { type ImportPlace, importFailure } from "@/features/spreadsheets/use-import-check";
import { useIsMounted } from "@/hooks/use-is-mounted";

interface Starting {
  place: ImportPlace;
  onClose: () => void;
  /** The import now runs on the server. */
  onStarted: (importId: number) => void;
  onFileChanged: () => void;
  onFailure: (failure: ToastContent | null) => void;
}

/** Sends an import, after a question if it will erase guests. */
export function useStartImport({ place, onClose, onStarted, onFileChanged, onFailure }: Starting) {
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  const [sent, setSent] = useState(0);
  const stopper = useRef<AbortController>(null);
  const { withConsent, question } = useErasureConsent();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ importRequest, signal }: { importRequest: ImportRequest; signal: AbortSignal }) =>
      withConsent((expected) => startImport(importRequest, expected, { signal, onSent: setSent })),
    onSuccess: (report) => {
      onClose();
      if (report.importId === null) return;
      saveErrorLines(report.importId, errorLines(report));
      onStarted(report.importId);
    },
    onError: (error, { signal }) => {
      if (isFileChanged(error)) onFileChanged();
      const fallback = isNetworkError(error) ? IMPORT_COPY.mayHaveBegun : undefined;
      const failure = signal.aborted ? null : importFailure(error, place, fallback);
      if (isMounted()) onFailure(failure);
      else if (failure) toast(failure);
      // The import may have begun, with the response lost.
      void queryClient.invalidateQueries({ queryKey: importKeys.all });
    },
  });
  return {
    isPending,
    sent,
    question,
    start: (importRequest: ImportRequest) => {
      stopper.current = new AbortController();
      onFailure(null);
      setSent(0);
      mutate({ importRequest, signal: stopper.current.signal });
    },
    /** Only during the upload; later the import is cancelled in the list. */
    stop: () => stopper.current?.abort(),
  };
}
