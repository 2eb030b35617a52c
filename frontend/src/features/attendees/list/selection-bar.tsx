import { Mail, Pencil, QrCode, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { CHANGE_COPY } from "@/features/attendees/change/copy";
import { DELETE_COPY, EXPORT_COPY, MANAGE_COPY } from "@/features/attendees/list/copy";
import { type Selection, selectedCount } from "@/features/attendees/list/selection";
import { classes } from "@/lib/classes";

interface SelectionBarProps {
  selection: Selection;
  /** How many selected attendees the list does not show. */
  hidden: number;
  disabled: boolean;
  exporting: boolean;
  print: ReactNode;
  onSelectNobody: () => void;
  onExport: () => void;
  onChange: () => void;
  onDelete: () => void;
  /** 'Email tickets', where the server can send. */
  email: { label: string; onClick: () => void } | undefined;
}

/** Actions for a selection (contract 2). At the lower edge of the screen, so that no row moves. */
export function SelectionBar({
  selection,
  hidden,
  disabled,
  exporting,
  print,
  onSelectNobody,
  onExport,
  onChange,
  onDelete,
  email,
}: SelectionBarProps) {
  const count = selectedCount(selection);
  const isShown = count > 0;
  return (
    <div
      className={classes(
        "sticky bottom-0 z-10",
        isShown &&
          "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-md border-t bg-surface px-4 py-2 shadow-raised",
      )}
    >
      {/* Always mounted, or screen readers would miss the first message. */}
      <p role="status" data-key-text className="font-medium tabular-nums">
        {isShown ? MANAGE_COPY.selected(count, hidden) : null}
      </p>
      {isShown ? (
        <>
          <IconButton
            label={MANAGE_COPY.selectNobody}
            icon={<X aria-hidden="true" />}
            className="-ml-3 max-sm:-my-2 max-sm:mr-auto"
            onClick={onSelectNobody}
          />
          <span
            data-key-text
            className="ml-auto flex flex-wrap justify-end gap-2 max-sm:w-full max-sm:*:grow max-sm:*:text-sm sm:gap-3 max-sm:[&_svg]:hidden"
          >
            <Button
              variant="secondary"
              size="tight"
              className="sm:px-4"
              onClick={onExport}
              disabled={disabled}
              pending={exporting}
              pendingText={EXPORT_COPY.exporting}
            >
              <QrCode aria-hidden="true" />
              {EXPORT_COPY.qr}
            </Button>
            {print}
            {email ? (
              <Button
                variant="secondary"
                size="tight"
                className="sm:px-4"
                onClick={email.onClick}
                disabled={disabled}
              >
                <Mail aria-hidden="true" />
                {email.label}
              </Button>
            ) : null}
            <Button
              variant="secondary"
              size="tight"
              className="sm:px-4"
              onClick={onChange}
              disabled={disabled}
            >
              <Pencil aria-hidden="true" />
              {CHANGE_COPY.button}
            </Button>
            <Button
              variant="secondary"
              size="tight"
              className="sm:px-4"
              onClick={onDelete}
              disabled={disabled}
            >
              <Trash2 aria-hidden="true" className="text-danger-text" />
              {DELETE_COPY.button}
            </Button>
          </span>
        </>
      ) : null}
    </div>
  );
}
