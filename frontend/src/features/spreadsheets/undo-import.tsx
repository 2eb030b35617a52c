import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Question } from "@/components/ui/question";
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
  children,
  onSettled,
  "aria-label": label,
  ...button
}: UndoImportProps) {
  const [asking, setAsking] = useState(false);
  const end = useEndImport(id);

  function undo() {
    setAsking(false);
    end.mutate("undo", { onSettled });
  }

  return (
    <>
      <Button
        variant="secondary"
        onClick={() => setAsking(true)}
        pending={end.isPending}
        pendingText={IMPORTS_COPY.undoing}
        aria-label={end.isPending ? undefined : label}
        {...button}
      >
        {children}
      </Button>
      <Question
        open={asking}
        title={IMPORTS_COPY.undoTitle}
        description={IMPORTS_COPY.undoText(fileName, added)}
        submit={IMPORTS_COPY.undo}
        onCancel={() => setAsking(false)}
        onSubmit={undo}
      />
    </>
  );
}
