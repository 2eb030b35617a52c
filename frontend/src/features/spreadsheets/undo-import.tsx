import type { ReactNode } from "react";
import { AskingButton } from "@/components/ui/asking-button";
import type { ButtonProps } from "@/components/ui/button";
import { IMPORTS_COPY } from "@/features/spreadsheets/history-copy";
import { useEndImport } from "@/features/spreadsheets/use-end-import";

interface UndoImportProps extends Pick<ButtonProps, "className" | "aria-describedby" | "aria-label"> {
  id: number;
  fileName: string;
  added: number;
  children: ReactNode;
  onSettled?: () => void;
}

/** The button that undoes an import, after a question. */
export function UndoImport({
  id,
  fileName,
  added,
  onSettled,
  "aria-label": label,
  ...button
}: UndoImportProps) {
  const end = useEndImport(id);
  return (
    <AskingButton
      pending={end.isPending}
      pendingText={IMPORTS_COPY.undoing}
      aria-label={end.isPending ? undefined : label}
      question={{
        title: IMPORTS_COPY.undoTitle,
        description: IMPORTS_COPY.undoText(fileName, added),
        submit: IMPORTS_COPY.undo,
      }}
      onConfirm={() => end.mutate("undo", { onSettled })}
      {...button}
    />
  );
}
