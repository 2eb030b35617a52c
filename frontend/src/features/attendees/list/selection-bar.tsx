import { Mail, Pencil, QrCode, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { CHANGE_COPY } from "@/features/attendees/change/copy";
import { DELETE_COPY, EXPORT_COPY, MANAGE_COPY, owedBy } from "@/features/attendees/list/copy";
import { NOBODY } from "@/features/attendees/list/selection";
import type { HeldSelection } from "@/features/attendees/list/use-selection";
import { classes } from "@/lib/classes";

interface SelectionBarProps {
  choice: HeldSelection;
  disabled: boolean;
  exporting: boolean;
  print: ReactNode;
  onExport: () => void;
  onChange: () => void;
  onDelete: () => void;
  /** 'Email tickets', where the server can send. */
  email: { label: string; onClick: () => void } | undefined;
}

/** Actions for a selection (contract 2). At the lower edge of the screen, so that no row moves. */
export function SelectionBar({
  choice: { selected: count, hidden, known, select },
  disabled,
  exporting,
  print,
  onExport,
  onChange,
  onDelete,
  email,
}: SelectionBarProps) {
  const isShown = count > 0;
  const owed = isShown ? owedBy(known) : null;
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
      {owed ? <p className="-ml-2 text-sm text-text-muted tabular-nums">{owed}</p> : null}
      {isShown ? (
        <>
          <IconButton
            label={MANAGE_COPY.selectNobody}
            icon={<X />}
            className="-ml-3 max-sm:-my-2 max-sm:mr-auto"
            onClick={() => select(NOBODY)}
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
              <QrCode />
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
                <Mail />
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
              <Pencil />
              {CHANGE_COPY.button}
            </Button>
            <Button
              variant="secondary"
              size="tight"
              className="sm:px-4"
              onClick={onDelete}
              disabled={disabled}
            >
              <Trash2 className="text-danger-text" />
              {DELETE_COPY.button}
            </Button>
          </span>
        </>
      ) : null}
    </div>
  );
}
