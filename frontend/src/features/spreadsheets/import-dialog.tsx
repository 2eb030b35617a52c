import { useState } from "react";
import { FileDrop } from "@/components/files/file-drop";
import { SendingFile, SentBar } from "@/components/files/sending-file";
import { EventSelect } from "@/components/form/event-select";
import { FailureNote } from "@/components/form/failure-note";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IMPORT_COPY, IMPORT_PLACE_COPY } from "@/features/spreadsheets/copy";
import { ImportPreview, isMapped } from "@/features/spreadsheets/import-preview";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { FILE_ENDINGS } from "@/features/spreadsheets/rules";
import { type ImportPlace, useImportCheck } from "@/features/spreadsheets/use-import-check";
import { useStartImport } from "@/features/spreadsheets/use-start-import";
import type { ListedEvent } from "@/lib/event-search";

/** The event of all guests, with the choices. */
export interface ImportEvents {
  events: ListedEvent[] | undefined;
  eventId: number | null;
  onChoose: (eventId: number | null) => void;
}

interface ImportDialogProps {
  place: ImportPlace;
  /** Null if each row names its event. */
  into: ImportEvents | null;
  /** Only a super admin may bring erased guests back (contract 6). */
  mayBringBack: boolean;
  onClose: () => void;
  /** The import now runs on the server. */
  onStarted: (importId: number) => void;
}

/** Choose a file, preview it, correct the columns, import (contract 4). */
export function ImportDialog({ place, into, mayBringBack, onClose, onStarted }: ImportDialogProps) {
  const copy = IMPORT_PLACE_COPY[place];
  const checked = useImportCheck(place);
  const { importRequest, report, unanswered, isChecking, hasFailed, setFailure, check, choose, reset } =
    checked;
  const {
    start,
    stop,
    question,
    isPending: isStarting,
    sent: sentToStart,
  } = useStartImport({
    place,
    onClose,
    onStarted,
    onFileChanged: reset,
    onFailure: setFailure,
  });
  const toAdd = report ? report.imported + report.broughtBack : null;
  const isEmpty = toAdd === 0;
  const eventId = into?.eventId ?? null;
  const eventName = into?.events?.find(({ id }) => id === eventId)?.name ?? IMPORT_COPY.chosenEvent;
  const lacksEvent = into !== null && eventId === null;
  // A file chosen before the event.
  const [heldFile, setHeldFile] = useState<File | null>(null);

  function chooseEvent(id: number | null) {
    into?.onChoose(id);
    if (id !== null && importRequest) check({ ...importRequest, eventId: id });
    else if (id !== null && heldFile) chooseFile(heldFile, id);
    else setFailure(null);
  }

  function chooseFile(file: File, id: number | null) {
    const isHeld = into !== null && id === null;
    setHeldFile(isHeld ? file : null);
    if (!isHeld) choose(file, id);
  }

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
              disabled={isEmpty || hasFailed || lacksEvent || unanswered.length > 0}
              pending={isChecking || isStarting}
              pendingText={isStarting ? IMPORT_COPY.submitting : IMPORT_COPY.checking}
            >
              {IMPORT_COPY.submit(toAdd ?? 0)}
            </Button>
          ) : null}
        </>
      }
    >
      <FailureNote failure={checked.failure} />
      {into ? (
        <Field label={IMPORT_COPY.event} hint={lacksEvent ? IMPORT_COPY.noEvent : undefined}>
          <EventSelect
            events={into.events}
            eventId={eventId}
            onChoose={chooseEvent}
            none={IMPORT_COPY.chooseEvent}
          />
        </Field>
      ) : null}
      {importRequest === null ? (
        <FileDrop
          label={IMPORT_COPY.fileLabel}
          hint={IMPORT_COPY.fileHint}
          accept={FILE_ENDINGS}
          onFile={(file) => chooseFile(file, eventId)}
        />
      ) : null}
      {heldFile ? (
        <p role="status" className="wrap-anywhere" dir="auto">
          {IMPORT_COPY.held(heldFile.name)}
        </p>
      ) : null}
      {importRequest && !report && !hasFailed ? (
        <SendingFile name={importRequest.file.name} share={checked.sent} />
      ) : null}
      {importRequest && report ? (
        // Once it has begun, changes would have no effect.
        <fieldset disabled={isStarting} className="contents">
          <ImportPreview
            place={place}
            importRequest={importRequest}
            report={report}
            mayBringBack={mayBringBack}
            outdated={isChecking}
            asked={checked.asked}
            unanswered={unanswered}
            onChange={check}
          />
        </fieldset>
      ) : null}
      {question}
      {isStarting ? <SentBar label={IMPORT_COPY.submitting} share={sentToStart} /> : null}
      {report && isEmpty && !isChecking && unanswered.length === 0 && isMapped(report.mapping) ? (
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
