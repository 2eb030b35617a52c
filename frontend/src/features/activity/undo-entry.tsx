import type { ReactNode } from "react";
import type { HistoryEntry } from "@/api/types";
import { isUndoOver, UNDO_COPY, useUndoChange } from "@/components/form/use-undo-change";
import { AskingButton } from "@/components/ui/asking-button";
import { UNDO_CHANGE_COPY } from "@/features/activity/copy";
import { sentenceOf } from "@/features/activity/entry-copy";
import { number, textOf } from "@/features/activity/field-changes";

/** Renders the button of another feature that undoes an import. */
export type RenderUndo = (undo: {
  id: number;
  fileName: string;
  added: number;
  children: ReactNode;
  className: string;
  "aria-describedby": string;
  onSettled: () => void;
}) => ReactNode;

interface UndoEntryProps {
  id: number;
  entry: HistoryEntry;
  undoImport: RenderUndo;
}

/** Undoes a change of many, or an import. The focus stays in its row, which loses the button. */
export function UndoEntry({ id, entry, undoImport }: UndoEntryProps) {
  const sentence = `entry-${entry.id}`;
  const button = {
    id,
    className: "col-start-2 mt-2 justify-self-start",
    "aria-describedby": sentence,
    children: UNDO_COPY.undo,
    onSettled: () => document.getElementById(sentence)?.closest("li")?.focus(),
  };
  if (entry.action !== "import.started") return <UndoChange {...button} what={textOf(sentenceOf(entry))} />;
  return undoImport({
    ...button,
    fileName: entry.subject.name ?? "",
    added: number(entry.after?.imported),
  });
}

interface UndoChangeProps extends Omit<Parameters<RenderUndo>[0], "fileName" | "added"> {
  /** The sentence of the entry. */
  what: string;
}

function UndoChange({ id, what, onSettled, ...button }: UndoChangeProps) {
  const undo = useUndoChange();
  if (isUndoOver(undo.error)) return null;
  return (
    <AskingButton
      {...button}
      pending={undo.isPending}
      question={{ ...UNDO_CHANGE_COPY, children: <p className="wrap-anywhere font-medium">{what}</p> }}
      onConfirm={() => undo.mutate({ id }, { onSettled })}
    />
  );
}
