import { Download, Undo2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { ProgressEntry } from "@/components/ui/progress-entry";
import { Spinner } from "@/components/ui/spinner";
import { isUnderWay, type ListedImport } from "@/features/spreadsheets/api";
import { IMPORTS_COPY } from "@/features/spreadsheets/history-copy";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { rowErrorsFile, savedErrorLines } from "@/features/spreadsheets/row-errors";
import { UndoImport } from "@/features/spreadsheets/undo-import";
import { useEndImport } from "@/features/spreadsheets/use-end-import";
import { formatTimestamp } from "@/lib/event-date";
import { saveFile } from "@/lib/save-file";

const TONES = {
  running: "accent",
  done: "success",
  cancelled: "neutral",
  undone: "neutral",
  failed: "danger",
} as const;

/** One import: its progress, or its result and actions. */
export function ImportEntry({ entry, onDismiss }: { entry: ListedImport; onDismiss?: () => void }) {
  const { fileName, state, event, createdAt, createdBy } = entry;
  const facts = [
    event?.name ?? IMPORTS_COPY.everyEvent,
    formatTimestamp(createdAt),
    ...(createdBy ? [IMPORTS_COPY.by(createdBy.fullName)] : []),
  ];
  return (
    <ProgressEntry
      title={fileName}
      facts={facts.join(" · ")}
      badge={<Badge tone={TONES[state]}>{IMPORTS_COPY.state[state]}</Badge>}
      dismissLabel={IMPORTS_COPY.dismiss}
      onDismiss={isUnderWay(entry) ? undefined : onDismiss}
    >
      {isUnderWay(entry) ? <UnderWay entry={entry} /> : <Ended entry={entry} />}
    </ProgressEntry>
  );
}

function UnderWay({ entry }: { entry: ListedImport }) {
  const { fileName, state, added, total, unreachable } = entry;
  const end = useEndImport(entry.id);
  if (state !== "running") {
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        <Spinner />
        {unreachable ? IMPORTS_COPY.unreachable : IMPORTS_COPY.takingOut}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar label={IMPORTS_COPY.progressLabel(fileName)} value={added} max={total} />
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-sm tabular-nums">
          {unreachable ? IMPORTS_COPY.unreachable : IMPORTS_COPY.progress(added, total)}
        </p>
        <Button
          variant="secondary"
          onClick={() => end.mutate("cancel")}
          pending={end.isPending}
          pendingText={IMPORTS_COPY.cancelling}
        >
          {IMPORTS_COPY.cancel}
        </Button>
      </div>
    </div>
  );
}

/** The result, with 'Undo' until a guest was scanned or edited (contract 4). */
function Ended({ entry }: { entry: ListedImport }) {
  const { id, fileName, state, imported, errors, duplicates, erased, broughtBack, canUndo, message } = entry;
  const errorList = savedErrorLines(id);
  const counts = [
    IMPORTS_COPY.added(imported),
    ...(errors > 0 ? [IMPORTS_COPY.errors(errors)] : []),
    ...(duplicates > 0 ? [IMPORTS_COPY.skipped(duplicates)] : []),
    ...(erased > 0 ? [IMPORTS_COPY.erased(erased)] : []),
    ...(broughtBack > 0 ? [IMPORTS_COPY.broughtBack(broughtBack)] : []),
  ];

  return (
    <>
      {state === "done" ? <p className="text-sm tabular-nums">{counts.join(" · ")}</p> : null}
      {state === "done" && imported > 0 && !canUndo ? (
        <p className="text-sm text-text-muted">{IMPORTS_COPY.noLonger}</p>
      ) : null}
      {state === "failed" && message ? <p className="wrap-anywhere text-sm">{message}</p> : null}
      {(state === "done" && canUndo) || errorList.length > 0 ? (
        <div className="flex flex-col gap-3 sm:flex-row">
          {state === "done" && canUndo ? (
            <UndoImport
              id={id}
              fileName={fileName}
              added={imported}
              aria-label={`${IMPORTS_COPY.undo} ${fileName}`}
            >
              <Undo2 />
              {IMPORTS_COPY.undo}
            </UndoImport>
          ) : null}
          {errorList.length > 0 ? (
            <Button variant="secondary" onClick={() => saveFile(rowErrorsFile(fileName, errorList))}>
              <Download />
              {PREVIEW_COPY.downloadErrors}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
