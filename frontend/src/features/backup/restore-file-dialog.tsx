import { useState } from "react";
import type { FileRestored } from "@/api/types";
import { FileDrop } from "@/components/files/file-drop";
import { SendingFile, SentBar } from "@/components/files/sending-file";
import { FailureNote } from "@/components/form/failure-note";
import { isConfirmed, TypedConfirmation } from "@/components/form/typed-confirmation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RESTORE_COPY } from "@/features/backup/copy";
import { ErasedGuests } from "@/features/backup/erased-guests";
import { Problems, RestorePreview } from "@/features/backup/restore-preview";
import { BACKUP_FILE_ENDINGS, CONFIRMATION_WORD } from "@/features/backup/rules";
import { type RestoreStep, useRestoreFile } from "@/features/backup/use-restore-file";

interface RestoreFileDialogProps {
  /** Only super admins may apply a file; every user may preview one (contract 6). */
  mayRestore: boolean;
  onClose: () => void;
}

const TITLES: Partial<Record<RestoreStep["kind"], string>> = {
  restoring: RESTORE_COPY.restoring,
  done: RESTORE_COPY.doneTitle,
};

function descriptionOf(step: RestoreStep): string {
  if (step.kind === "choosing") return RESTORE_COPY.text;
  if (step.kind === "restoring") return RESTORE_COPY.restoringText;
  if (step.kind === "done") {
    const { events, attendees } = step.result.restored;
    return RESTORE_COPY.doneText(events, attendees);
  }
  return step.file.name;
}

/** Choose a file, preview it, confirm by typing, restore (contract 4). */
export function RestoreFileDialog({ mayRestore, onClose }: RestoreFileDialogProps) {
  const { step, failure, sent, question, read, restore, reset } = useRestoreFile();
  const [typed, setTyped] = useState("");
  const [bringBack, setBringBack] = useState(false);
  const isBusy = step.kind === "restoring";

  return (
    <Dialog
      open
      // A running restore cannot be closed.
      onOpenChange={() => isBusy || onClose()}
      title={TITLES[step.kind] ?? RESTORE_COPY.title}
      description={descriptionOf(step)}
      width="wide"
      actions={
        step.kind === "done" ? (
          <Button onClick={onClose}>{RESTORE_COPY.done}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose} disabled={isBusy}>
              {step.kind === "preview" && !mayRestore ? RESTORE_COPY.close : RESTORE_COPY.cancel}
            </Button>
            {mayRestore && (step.kind === "preview" || step.kind === "restoring") ? (
              <Button
                variant="danger"
                onClick={() => restore(step.file, step.preview, bringBack)}
                disabled={!isConfirmed(typed, CONFIRMATION_WORD)}
                pending={isBusy}
                pendingText={RESTORE_COPY.restoring}
              >
                {RESTORE_COPY.submit}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <FailureNote failure={failure} />
      {step.kind === "choosing" ? (
        <FileDrop
          label={RESTORE_COPY.fileLabel}
          hint={RESTORE_COPY.fileHint}
          accept={BACKUP_FILE_ENDINGS}
          onFile={(file) => {
            setBringBack(false);
            read(file);
          }}
        />
      ) : null}
      {step.kind === "reading" ? <SendingFile name={step.file.name} share={sent} /> : null}
      {step.kind === "failed" ? (
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button variant="secondary" onClick={() => read(step.file)}>
            {RESTORE_COPY.tryAgain}
          </Button>
          <Button variant="secondary" onClick={reset}>
            {RESTORE_COPY.otherFile}
          </Button>
        </div>
      ) : null}
      {step.kind === "preview" || step.kind === "restoring" ? (
        <>
          <RestorePreview preview={step.preview} />
          {step.preview.erased > 0 ? (
            <ErasedGuests
              text={(bringBack ? RESTORE_COPY.erasedBack : RESTORE_COPY.erased)(step.preview.erased)}
              bringBack={bringBack}
              onChange={mayRestore ? setBringBack : null}
              disabled={isBusy}
            />
          ) : null}
          {mayRestore ? (
            <>
              <p>{RESTORE_COPY.warning}</p>
              <TypedConfirmation
                word={CONFIRMATION_WORD}
                value={typed}
                onChange={setTyped}
                disabled={isBusy}
              />
            </>
          ) : (
            <p role="note">{RESTORE_COPY.askSomebody}</p>
          )}
          {isBusy ? <SentBar label={RESTORE_COPY.restoring} share={sent} /> : null}
        </>
      ) : null}
      {question}
      {step.kind === "done" ? <Result result={step.result} /> : null}
    </Dialog>
  );
}

function Result({ result }: { result: FileRestored }) {
  return (
    <div className="flex flex-col gap-5">
      <p>
        {RESTORE_COPY.safety} <span className="wrap-anywhere font-medium">{result.safetyBackup}</span>.
      </p>
      {result.broughtBack > 0 ? <p>{RESTORE_COPY.broughtBack(result.broughtBack)}</p> : null}
      {result.erasedAgain > 0 ? <p>{RESTORE_COPY.erasedAgain(result.erasedAgain)}</p> : null}
      <Problems problems={result.problems} />
    </div>
  );
}
