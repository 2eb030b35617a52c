import { CloudOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { pendingScans, SCANNER_COPY } from "@/features/checkin/copy";

interface PendingScansNoteProps {
  count: number;
  trying: boolean;
  onTryAgain: () => void;
}

/** Scans that nobody has answered stay in sight until they are: those guests are not checked in yet. */
export function PendingScansNote({ count, trying, onTryAgain }: PendingScansNoteProps) {
  return (
    // Always mounted: screen readers announce a change, not a new element.
    <div role="status" className="empty:absolute">
      {count === 0 ? null : (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-neutral-soft p-4 text-on-neutral-soft">
          <CloudOff aria-hidden="true" className="size-6 shrink-0" />
          <p className="min-w-0 flex-1 font-medium">{pendingScans(count)}</p>
          <Button variant="secondary" onClick={onTryAgain} pending={trying} pendingText={SCANNER_COPY.trying}>
            {SCANNER_COPY.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}
