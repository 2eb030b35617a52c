import { Printer, QrCode, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DELETE_COPY, EXPORT_COPY, MANAGE_COPY } from "@/features/attendees/list/copy";
import { PRINT_COPY } from "@/features/attendees/print/copy";

interface SelectionBarProps {
  count: number;
  matches: number;
  disabled: boolean;
  exporting: boolean;
  onSelectAll: () => void;
  onSelectNobody: () => void;
  onExport: () => void;
  onPrint: () => void;
  onDelete: () => void;
}

/** contract 2: the box for all that the filters match, and what can be done with a selection. Stays in view. */
export function SelectionBar({
  count,
  matches,
  disabled,
  exporting,
  onSelectAll,
  onSelectNobody,
  onExport,
  onPrint,
  onDelete,
}: SelectionBarProps) {
  const isAll = count > 0 && count >= matches;
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-t-md border-b bg-surface py-2 pr-4 sm:pl-2">
      <span className="flex items-center">
        <Checkbox
          label={MANAGE_COPY.selectAll}
          checked={isAll}
          mixed={count > 0 && !isAll}
          disabled={disabled}
          onChange={isAll ? onSelectNobody : onSelectAll}
        />
        <span role="status" className="ml-3 text-sm text-text-muted tabular-nums">
          {count > 0 ? MANAGE_COPY.selected(count) : null}
        </span>
      </span>
      <span className="ml-3 flex gap-2 sm:gap-3">
        <Button
          variant="secondary"
          size="tight"
          className="sm:px-4"
          onClick={onExport}
          disabled={disabled || count === 0}
          pending={exporting}
          pendingText={EXPORT_COPY.exporting}
        >
          <QrCode aria-hidden="true" />
          {EXPORT_COPY.qr}
        </Button>
        {/* Of the selection, or of everybody who is listed: there is always somebody to print. */}
        <Button variant="secondary" size="tight" className="sm:px-4" onClick={onPrint} disabled={disabled}>
          <Printer aria-hidden="true" />
          {PRINT_COPY.button}
        </Button>
        <Button
          variant="secondary"
          size="tight"
          className="sm:px-4"
          onClick={onDelete}
          disabled={disabled || count === 0}
        >
          <Trash2 aria-hidden="true" />
          {DELETE_COPY.button}
        </Button>
      </span>
    </div>
  );
}
