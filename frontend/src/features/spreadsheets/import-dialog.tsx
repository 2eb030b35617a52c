import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isFileChanged } from "@/api/upload";
import { FileDrop } from "@/components/files/file-drop";
import { SendingFile, SentBar } from "@/components/files/sending-file";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { type ImportRequest, importKeys, startImport } from "@/features/spreadsheets/api";
import { IMPORT_COPY, IMPORT_PLACE_COPY } from "@/features/spreadsheets/copy";
import { ImportPreview, isMapped } from "@/features/spreadsheets/import-preview";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { keepRowErrors } from "@/features/spreadsheets/row-errors";
import { FILE_ENDINGS } from "@/features/spreadsheets/rules";
import {
  type ImportPlace,
  showImportFailure,
  useImportCheck,
} from "@/features/spreadsheets/use-import-check";

export interface ImportDialogProps {
  place: ImportPlace;
  /** The event that everybody goes to, once it is known by name; null where each row names its own. */
  event: { id: number; name: string | undefined } | null;
  onClose: () => void;
  /** The import runs at the server now. */
  onStarted: (importId: number) => void;
}

interface Starting extends Pick<ImportDialogProps, "place" | "onClose" | "onStarted"> {
  onFileChanged: () => void;
}

function useStart({ place, onClose, onStarted, onFileChanged }: Starting) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState(0);
  const stopper = useRef<AbortController>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ importRequest, signal }: { importRequest: ImportRequest; signal: AbortSignal }) =>
      startImport(importRequest, { signal, onSent: setSent }),
    onSuccess: ({ importId, rowErrors }) => {
      onClose();
      if (importId === null) return;
      keepRowErrors(importId, rowErrors);
      onStarted(importId);
    },
    onError: (error, { signal }) => {
      if (!signal.aborted) showImportFailure(error, place);
      if (isFileChanged(error)) onFileChanged();
      // It may have begun all the same, with the answer lost on the way.
      void queryClient.invalidateQueries({ queryKey: importKeys.all });
    },
  });
  return {
    isPending,
    sent,
    start: (importRequest: ImportRequest) => {
      stopper.current = new AbortController();
      setSent(0);
      mutate({ importRequest, signal: stopper.current.signal });
    },
    /** Only while the file is on its way: once it is there, the import is cancelled where it is listed. */
    stop: () => stopper.current?.abort(),
  };
}

/** contract 4: choose a file, see what would happen, correct the columns, then import. */
export function ImportDialog({ place, event, onClose, onStarted }: ImportDialogProps) {
  const copy = IMPORT_PLACE_COPY[place];
  const { importRequest, report, isChecking, hasFailed, sent, check, choose, reset } = useImportCheck(place);
  const {
    start,
    stop,
    isPending: isStarting,
    sent: sentToStart,
  } = useStart({
    place,
    onClose,
    onStarted,
    onFileChanged: reset,
  });
  const isEmpty = report?.imported === 0;
  const eventName = event?.name ?? IMPORT_COPY.chosenEvent;

  return (
    <Dialog
      open
      onOpenChange={() => isStarting || onClose()}
      title={copy.title}
      description={
        importRequest && report ? copy.chosen(importRequest.file.name, eventName) : copy.goesInto(eventName)
      }
      width="wide"
      actions={
        <>
          <Button
            variant="secondary"
            onClick={isStarting ? stop : onClose}
            disabled={isStarting && sentToStart === 1}
          >
            {IMPORT_COPY.cancel}
          </Button>
          {importRequest && report ? (
            <Button
              size="tight"
              className="sm:px-4"
              onClick={() => start(importRequest)}
              disabled={isEmpty || hasFailed}
              pending={isChecking || isStarting}
              pendingText={isStarting ? IMPORT_COPY.submitting : IMPORT_COPY.checking}
            >
              {IMPORT_COPY.submit(report.imported)}
            </Button>
          ) : null}
        </>
      }
    >
      {importRequest === null ? (
        <FileDrop
          label={IMPORT_COPY.fileLabel}
          hint={IMPORT_COPY.fileHint}
          accept={FILE_ENDINGS}
          onFile={(file) => choose(file, event?.id ?? null)}
        />
      ) : null}
      {importRequest && !report && !hasFailed ? (
        <SendingFile name={importRequest.file.name} share={sent} />
      ) : null}
      {importRequest && report ? (
        // What is changed once it has begun would change nothing.
        <fieldset disabled={isStarting} className="contents">
          <ImportPreview
            place={place}
            importRequest={importRequest}
            report={report}
            outdated={isChecking}
            onChange={check}
          />
        </fieldset>
      ) : null}
      {isStarting ? <SentBar label={IMPORT_COPY.submitting} share={sentToStart} /> : null}
      {isEmpty && !isChecking && isMapped(report.mapping) ? (
        <p role="status">{PREVIEW_COPY.nothing}</p>
      ) : null}
      {importRequest && (hasFailed || isEmpty) ? (
        <div className="flex flex-col gap-3 sm:flex-row">
          {hasFailed ? (
            <Button variant="secondary" onClick={() => check(importRequest)}>
              {IMPORT_COPY.tryAgain}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={reset}>
            {IMPORT_COPY.otherFile}
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
