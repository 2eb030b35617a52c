import { CircleCheck, CloudOff, OctagonX, TriangleAlert, Undo2 } from "lucide-react";
import { memo } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { TypeMark } from "@/components/ui/type-mark";
import { useIsHelper } from "@/features/door/access/current-grant";
import { OFFLINE_COPY, SCANNER_COPY, tableText } from "@/features/door/copy";
import { togetherOf } from "@/features/door/core/party";
import { owedBy, type RecentScan } from "@/features/door/core/recent-scans";
import { HELPERS_UNDO_MS } from "@/features/door/core/rules";
import { recordWith } from "@/features/door/outbox/record-cache";
import { NO_SCANS, undoAll, undoOf } from "@/features/door/ui/copy";
import { useIsBefore } from "@/features/door/ui/use-is-before";
import { formatTimeOfDay } from "@/lib/event-date";

interface RecentScansListProps {
  scans: RecentScan[];
  /** The check-ins of the last party, by key. */
  party: readonly string[];
  isSignedIn: boolean;
  /** Must stay the same function. */
  onUndo: (...keys: readonly string[]) => void;
  /** Opens the guest of a scan. Must stay the same function. */
  onOpen: (what: { guest: string }) => void;
}

/** contract 2, 3: the last ten scans of this device, newest first. */
export function RecentScansList({ scans, party, isSignedIn, onUndo, onOpen }: RecentScansListProps) {
  return (
    <Card className="flex flex-col gap-3">
      <CardTitle>{SCANNER_COPY.recent}</CardTitle>
      {scans.length === 0 ? (
        <p className="py-4 text-center text-text-muted">{NO_SCANS}</p>
      ) : (
        <ul className="-mx-2 divide-y">
          {scans.map((scan) => (
            <RecentScanRow
              key={`${scan.key} ${scan.time}`}
              scan={scan}
              together={togetherOf(party, scan.key)}
              isSignedIn={isSignedIn}
              onUndo={onUndo}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

type RowProps = Omit<RecentScansListProps, "scans" | "party"> & {
  scan: RecentScan;
  together: readonly string[];
};

/** Each verdict adds one: the others are not drawn again while a guest waits for it. */
const RecentScanRow = memo(function RecentScanRow({ scan, together, isSignedIn, onUndo, onOpen }: RowProps) {
  const { key, name, table, time, status, isUnconfirmed, isTakenBack, isRejected } = scan;
  // An undo names the record of its check-in. Without a secure page there is none.
  const owed = owedBy(scan.guest);
  const isHelper = useIsHelper(isSignedIn);
  const isInTime = useIsBefore(isHelper ? time + HELPERS_UNDO_MS : null);
  const canUndo = status === "success" && !isTakenBack && !isRejected && isInTime && recordWith(key) !== null;
  return (
    <li tabIndex={-1} className="flex min-h-14 items-start gap-x-3 px-2 py-2">
      <button
        type="button"
        aria-haspopup="dialog"
        className="-my-2 -ml-2 min-w-0 flex-1 rounded-md py-2 pl-2 text-left hover:bg-surface-muted"
        onClick={() => onOpen({ guest: key })}
      >
        <span className="wrap-anywhere line-clamp-3 font-medium" dir="auto">
          {name}
        </span>
        <span className="block text-sm text-text-muted tabular-nums">
          {tableText(table)} · {formatTimeOfDay(new Date(time).toISOString())}
        </span>
        {scan.guest?.ticketType ? <TypeMark type={scan.guest.ticketType} className="flex text-sm" /> : null}
        {owed === null ? null : <span className="block font-medium text-sm tabular-nums">{owed}</span>}
        {isUnconfirmed ? (
          <span className="flex items-center gap-1 whitespace-nowrap text-sm text-text-muted">
            <CloudOff aria-hidden="true" className="size-4 shrink-0" />
            {OFFLINE_COPY.unconfirmed}
          </span>
        ) : null}
      </button>
      <div className="flex shrink-0 flex-col items-end">
        {isTakenBack || isRejected ? null : <StatusBadge status={status} />}
        <div role="status">
          {isTakenBack ? (
            <Badge>
              <Undo2 aria-hidden="true" />
              {OFFLINE_COPY.takenBack}
            </Badge>
          ) : null}
          {isRejected && !isTakenBack ? (
            <Badge tone="danger">
              <OctagonX aria-hidden="true" />
              {OFFLINE_COPY.notCounted}
            </Badge>
          ) : null}
        </div>
        {canUndo ? (
          <Button
            variant="ghost"
            className="px-3"
            aria-label={undoOf(name)}
            onClick={({ currentTarget }) => {
              currentTarget.closest("li")?.focus({ preventScroll: true });
              onUndo(key);
            }}
          >
            {OFFLINE_COPY.undo}
          </Button>
        ) : null}
        {canUndo && together.length > 0 ? (
          <Button
            variant="ghost"
            className="px-3"
            onClick={({ currentTarget }) => {
              currentTarget.closest("li")?.focus({ preventScroll: true });
              onUndo(...together);
            }}
          >
            {undoAll(together.length)}
          </Button>
        ) : null}
      </div>
    </li>
  );
});

function StatusBadge({ status }: Pick<RecentScan, "status">) {
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
