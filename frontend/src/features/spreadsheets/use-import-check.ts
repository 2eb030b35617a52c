import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { ImportReport } from "@/api/types";
import { isFileChanged } from "@/api/upload";
import { failureContent, failureText } from "@/components/form/failure";
import type { ToastContent } from "@/components/ui/toast-store";
import { checkImport, type ImportRequest } from "@/features/spreadsheets/api";
import { IMPORT_COPY, IMPORT_PLACE_COPY } from "@/features/spreadsheets/copy";
import type { ColumnQuestion } from "@/features/spreadsheets/preview-copy";
import { FILE_MAX_BYTES } from "@/features/spreadsheets/rules";

export type ImportPlace = keyof typeof IMPORT_PLACE_COPY;

/** Error texts of a file: it cannot be read, or the server's reason. */
export function importFailure(
  error: unknown,
  place: ImportPlace,
  fallback: string = IMPORT_PLACE_COPY[place].failure.fallback,
): ToastContent | null {
  const { unreadable, failure } = IMPORT_PLACE_COPY[place];
  if (!(error instanceof ApiError) || error.code !== "unreadable_file")
    return failureContent(error, { ...failure, fallback });
  const said = failureText(error, "");
  return {
    title: unreadable.title,
    description: said.includes(unreadable.advice) ? said : `${said} ${unreadable.advice}`.trim(),
    variant: "destructive",
  };
}

/** Questions without an answer. A user who accepts guests without a phone need not choose a phone column. */
const unansweredOf = (asked: readonly ColumnQuestion[], request: ImportRequest | null): ColumnQuestion[] =>
  asked.filter(
    ({ field, reason }) =>
      !request?.answered.includes(field) &&
      !(field === "phone" && reason === "missing" && request?.includeWithoutPhone),
  );

/**
 * Requests a preview whenever the request changes. The last response stays until the next; a new request cancels the
 * previous one.
 */
export function useImportCheck(place: ImportPlace) {
  const [importRequest, setImportRequest] = useState<ImportRequest | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [failure, setFailure] = useState<ToastContent | null>(null);
  const [asked, setAsked] = useState<ColumnQuestion[]>([]);
  const [sent, setSent] = useState(0);
  const asking = useRef<AbortController>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const { mutate, isPending, isError } = useMutation({
    mutationFn: ({ next, signal }: { next: ImportRequest; signal: AbortSignal }) =>
      checkImport(next, { signal, onSent: setSent }),
    onSuccess: (answer, { next, signal }) => {
      if (signal.aborted) return;
      setReport(answer);
      // The server asks nothing about a mapping that the user chose.
      if (next.mapping === null) setAsked(answer.questions);
    },
    onError: (error, { signal }) => {
      if (signal.aborted) return;
      if (isFileChanged(error)) reset();
      setFailure(importFailure(error, place));
    },
  });

  function reset() {
    asking.current?.abort();
    setImportRequest(null);
    setReport(null);
    setAsked([]);
    setFailure(null);
  }

  function check(next: ImportRequest) {
    setFailure(null);
    asking.current?.abort();
    asking.current = new AbortController();
    setImportRequest(next);
    setSent(0);
    mutate({ next, signal: asking.current.signal });
  }

  return {
    importRequest,
    /** The report for the current request; null before the first response. */
    report,
    /** The questions about the columns, and the open ones. */
    asked,
    unanswered: unansweredOf(asked, importRequest),
    isChecking: isPending,
    hasFailed: isError && !isPending,
    /** The last failure; null from the next try. */
    failure,
    setFailure,
    sent,
    check,
    choose: (file: File, eventId: number | null) => {
      setReport(null);
      setAsked([]);
      if (file.size > FILE_MAX_BYTES) {
        const { title } = IMPORT_PLACE_COPY[place].failure;
        setFailure({ title, description: IMPORT_COPY.tooLarge });
      } else {
        const choices = {
          keepTicketCodes: false,
          includeDuplicates: false,
          oneOfEach: false,
          includeLeftOut: false,
          includeWithoutPhone: false,
          bringBack: false,
          createTypes: true,
          answered: [],
        };
        check({ file, eventId, mapping: null, ...choices });
      }
    },
    reset,
  };
}
