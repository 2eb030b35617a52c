import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { ImportReport } from "@/api/types";
import { isFileChanged } from "@/api/upload";
import { failureText, showFailure } from "@/components/form/failure";
import { toast } from "@/components/ui/toast-store";
import { checkImport, type ImportRequest } from "@/features/spreadsheets/api";
import { IMPORT_COPY, IMPORT_PLACE_COPY } from "@/features/spreadsheets/copy";
import { FILE_MAX_BYTES } from "@/features/spreadsheets/rules";

export type ImportPlace = keyof typeof IMPORT_PLACE_COPY;

/** Says why a file cannot be imported: that it cannot be read, or what else stood in the way. */
export function showImportFailure(error: unknown, place: ImportPlace): void {
  const { unreadable, failure } = IMPORT_PLACE_COPY[place];
  if (!(error instanceof ApiError) || error.code !== "unreadable_file") {
    showFailure(error, failure);
    return;
  }
  const said = failureText(error, "");
  toast({
    title: unreadable.title,
    description: said.includes(unreadable.advice) ? said : `${said} ${unreadable.advice}`.trim(),
    variant: "destructive",
  });
}

/**
 * Asks the server what an import would do, whenever the request changes. The last answer stays while the next is on its
 * way; a new question takes the one before back.
 */
export function useImportCheck(place: ImportPlace) {
  const [importRequest, setImportRequest] = useState<ImportRequest | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [sent, setSent] = useState(0);
  const asking = useRef<AbortController>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const { mutate, isPending, isError } = useMutation({
    mutationFn: ({ next, signal }: { next: ImportRequest; signal: AbortSignal }) =>
      checkImport(next, { signal, onSent: setSent }),
    onSuccess: (answer, { signal }) => {
      if (!signal.aborted) setReport(answer);
    },
    onError: (error, { signal }) => {
      if (signal.aborted) return;
      showImportFailure(error, place);
      if (isFileChanged(error)) reset();
    },
  });

  function reset() {
    asking.current?.abort();
    setImportRequest(null);
    setReport(null);
  }

  function check(next: ImportRequest) {
    asking.current?.abort();
    asking.current = new AbortController();
    setImportRequest(next);
    setSent(0);
    mutate({ next, signal: asking.current.signal });
  }

  return {
    importRequest,
    /** Of the request as it stands; null before the first answer. */
    report,
    isChecking: isPending,
    hasFailed: isError && !isPending,
    sent,
    check,
    choose: (file: File, eventId: number | null) => {
      setReport(null);
      if (file.size > FILE_MAX_BYTES) {
        const { title } = IMPORT_PLACE_COPY[place].failure;
        toast({ title, description: IMPORT_COPY.tooLarge, variant: "destructive" });
      } else check({ file, eventId, mapping: null, includeDuplicates: false });
    },
    /** Back to the choice of a file. */
    reset,
  };
}
