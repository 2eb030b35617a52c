import { X } from "lucide-react";
import type { Conflict } from "@/api/types";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { answersOfAll, CONFLICTS_COPY, DECISION_COPY } from "@/features/door/conflicts/copy";
import type { Closing } from "@/features/door/conflicts/use-decide-many";
import { classes } from "@/lib/classes";

interface ClosingBarProps {
  chosen: readonly Conflict[];
  closing: Closing;
  disabled: boolean;
  onClear: () => void;
  onClose: (state: "kept" | "dismissed") => void;
  onStop: () => void;
}

/** Closes the selection, at the bottom of the screen so that no row moves (contract 2.conflicts.6). */
export function ClosingBar({ chosen, closing, disabled, onClear, onClose, onStop }: ClosingBarProps) {
  const isShown = closing !== null || chosen.length > 0;
  return (
    <div
      className={classes(
        "sticky bottom-0 z-10",
        isShown &&
          "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-md border-t bg-surface px-4 py-2 shadow-raised",
      )}
    >
      {/* Always mounted, so that screen readers announce the first text. */}
      <p role="status" className="font-medium tabular-nums max-sm:text-sm">
        {closing
          ? CONFLICTS_COPY.closing(closing.done, closing.total)
          : isShown
            ? CONFLICTS_COPY.selected(chosen.length)
            : null}
      </p>
      {closing ? (
        <Button variant="secondary" className="ml-auto" disabled={closing.isStopping} onClick={onStop}>
          {closing.isStopping ? CONFLICTS_COPY.stopping : CONFLICTS_COPY.stop}
        </Button>
      ) : isShown ? (
        <>
          <IconButton
            label={CONFLICTS_COPY.selectNone}
            icon={<X />}
            className="-ml-3 max-sm:hidden"
            onClick={onClear}
          />
          <span className="ml-auto flex flex-wrap gap-2 sm:gap-3">
            <Answers chosen={chosen} disabled={disabled} onClose={onClose} />
          </span>
        </>
      ) : null}
    </div>
  );
}

function Answers({ chosen, disabled, onClose }: Pick<ClosingBarProps, "chosen" | "disabled" | "onClose">) {
  const answers = answersOfAll(chosen);
  const button = (state: "kept" | "dismissed", words: string) => (
    <Button
      variant="secondary"
      size="tight"
      className="max-sm:text-sm sm:px-4"
      disabled={disabled}
      onClick={() => onClose(state)}
    >
      {words}
    </Button>
  );
  if (answers === "close") return button("dismissed", DECISION_COPY.close);
  return (
    <>
      {button("dismissed", answers.dismissed)}
      {button("kept", answers.kept)}
    </>
  );
}
