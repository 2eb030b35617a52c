import { CircleCheck, CloudOff, TriangleAlert, Undo2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { NO_SCANS, OFFLINE_COPY, SCANNER_COPY, tableText, undoOf } from "@/features/checkin/copy";
import type { RecentScan } from "@/features/checkin/door/recent-scans";
import { recordWith } from "@/features/checkin/outbox/outbox";
import { formatTimeOfDay } from "@/lib/event-date";

interface RecentScansListProps {
  scans: RecentScan[];
  onUndo: (scan: RecentScan) => void;
}

/** contract 2, 3: the last ten scans of this device, newest first. */
export function RecentScansList({ scans, onUndo }: RecentScansListProps) {
  return (
    <Card className="flex flex-col gap-3">
      <CardTitle>{SCANNER_COPY.recent}</CardTitle>
      {scans.length === 0 ? (
        <p className="py-4 text-center text-text-muted">{NO_SCANS}</p>
      ) : (
        <ul className="-mx-2 divide-y">
          {scans.map((scan) => (
            <RecentScanRow key={`${scan.key} ${scan.time}`} scan={scan} onUndo={() => onUndo(scan)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function RecentScanRow({ scan, onUndo }: { scan: RecentScan; onUndo: () => void }) {
  const { key, name, table, time, status, isUnconfirmed, isTakenBack } = scan;
  // An undo names the record of its check-in. Without a secure page there is none.
  const canUndo = status === "success" && !isTakenBack && recordWith(key) !== null;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 px-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere line-clamp-2 font-medium" dir="auto">
          {name}
        </p>
        <p className="text-sm text-text-muted tabular-nums">
          {tableText(table)} · {formatTimeOfDay(new Date(time).toISOString())}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <StatusBadge scan={scan} />
        {canUndo ? (
          <Button variant="ghost" className="px-3" aria-label={undoOf(name)} onClick={onUndo}>
            {OFFLINE_COPY.undo}
          </Button>
        ) : null}
      </div>
      {isUnconfirmed ? (
        <p className="flex basis-full items-center gap-1 text-sm text-text-muted">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {OFFLINE_COPY.unconfirmed}
        </p>
      ) : null}
    </li>
  );
}

function StatusBadge({ scan: { status, isTakenBack } }: { scan: RecentScan }) {
  if (isTakenBack) {
    return (
      <Badge>
        <Undo2 aria-hidden="true" />
        {OFFLINE_COPY.takenBack}
      </Badge>
    );
  }
  return status === "success" ? (
    <Badge tone="success">
      <CircleCheck aria-hidden="true" />
      {SCANNER_COPY.success}
    </Badge>
  ) : (
    <Badge tone="warning">
      <TriangleAlert aria-hidden="true" />
      {SCANNER_COPY.alreadyScanned}
    </Badge>
  );
}
