import { CloudOff, OctagonX, Undo2 } from "lucide-react";
import { memo } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { PartBoundary } from "@/components/ui/part-boundary";
import { TypeMark } from "@/components/ui/type-mark";
import { useHelper } from "@/features/door/access/current-grant";
import { tableText } from "@/features/door/copy";
import type { ContradictedGuest } from "@/features/door/core/contradiction";
import type { Door } from "@/features/door/core/door-state";
import { isLastMove, paymentNote, type RecentScan, togetherOf } from "@/features/door/core/recent-scans";
import { HELPER_UNDO_EXPIRES_MS } from "@/features/door/core/rules";
import type { CheckInList } from "@/features/door/guest-list/list-store";
import { findRecord } from "@/features/door/outbox/record-cache";
import type { useDoor } from "@/features/door/scan/use-door";
import { CheckAgainCards } from "@/features/door/ui/check-again-cards";
import { NO_SCANS, RECENT_COPY, undoAll, undoOf } from "@/features/door/ui/copy";
import { SCAN_STATUS } from "@/features/door/ui/scan-status";
import { useIsBefore } from "@/features/door/ui/use-is-before";
import { formatTimeOfDay } from "@/lib/event-date";

interface RecentScansListProps {
  scans: RecentScan[];
  lists?: readonly CheckInList[];
  party: readonly string[];
  isSignedIn: boolean;
  /** Must be stable. */
  onUndo: (...keys: readonly string[]) => void;
  /** Must be stable. */
  onOpen: (what: { guest: string }) => void;
}

/** The last ten scans of this device, newest first (contract 2, 3). */
export function RecentScansList({ scans, lists = [], party, ...row }: RecentScansListProps) {
  return (
    <Card className="flex flex-col gap-3">
      <CardTitle>{RECENT_COPY.title}</CardTitle>
      {scans.length === 0 ? (
        <p className="py-4 text-center text-text-muted">{NO_SCANS}</p>
      ) : (
        <ul className="-mx-2 divide-y">
          {scans.map((scan) => (
            <RecentScanRow
              key={`${scan.key} ${scan.time}`}
              scan={scan}
              listName={lists.find(({ id }) => id === scan.listId)?.name ?? null}
              together={togetherOf(party, scan.key)}
              isLast={isLastMove(scans, scan)}
              {...row}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

type RowProps = Omit<RecentScansListProps, "scans" | "party" | "lists"> & {
  scan: RecentScan;
  listName: string | null;
  together: readonly string[];
  isLast: boolean;
};

/** Memoised: each verdict adds a row while a guest waits. */
const RecentScanRow = memo(function RecentScanRow({
  scan,
  listName,
  together,
  isLast,
  isSignedIn,
  onUndo,
  onOpen,
}: RowProps) {
  const { key, name, table, time, status, isUnconfirmed, isUndone, isRejected } = scan;
  // An undo needs its check-in's record, which does not exist without a secure page.
  const payment = paymentNote(scan.guest);
  const isHelper = useHelper(isSignedIn) !== undefined;
  const isInTime = useIsBefore(isHelper ? time + HELPER_UNDO_EXPIRES_MS : null);
  const canUndo = isLast && isInTime && findRecord(key) !== null;
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
          {listName && `${listName} · `}
          {tableText(table)} · {formatTimeOfDay(time)}
        </span>
        {scan.guest?.ticketType ? <TypeMark type={scan.guest.ticketType} className="flex text-sm" /> : null}
        {payment === null ? null : <span className="block font-medium text-sm tabular-nums">{payment}</span>}
        {isUnconfirmed ? (
          <span className="flex items-center gap-1 whitespace-nowrap text-sm text-text-muted">
            <CloudOff className="size-4 shrink-0" />
            {RECENT_COPY.unconfirmed}
          </span>
        ) : null}
      </button>
      <div className="flex shrink-0 flex-col items-end">
        {isUndone || isRejected ? null : <StatusBadge status={status} />}
        <div role="status">
          {isUndone ? (
            <Badge>
              <Undo2 />
              {RECENT_COPY.undone}
            </Badge>
          ) : null}
          {isRejected && !isUndone ? (
            <Badge tone="danger">
              <OctagonX />
              {RECENT_COPY.notCounted}
            </Badge>
          ) : null}
        </div>
        {canUndo ? (
          <Button
            variant="ghost"
            className="px-3"
            aria-label={undoOf(name, status === "left")}
            onClick={({ currentTarget }) => {
              currentTarget.closest("li")?.focus({ preventScroll: true });
              onUndo(key);
            }}
          >
            {RECENT_COPY.undo}
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
  const { Icon, tone, word } = SCAN_STATUS[status];
  return (
    <Badge tone={tone}>
      <Icon />
      {word}
    </Badge>
  );
}

interface ScanLogProps {
  lists: readonly CheckInList[];
  guestsToCheck: readonly ContradictedGuest[];
  door: Pick<Door, "recent" | "party">;
  isSignedIn: boolean;
  act: Pick<ReturnType<typeof useDoor>, "dismissAgain" | "undo">;
  onOpen: (what: { guest: string }) => void;
}

export function ScanLog({ lists, guestsToCheck, door, isSignedIn, act, onOpen }: ScanLogProps) {
  return (
    <>
      <PartBoundary>
        <CheckAgainCards guests={guestsToCheck} onDismiss={act.dismissAgain} />
      </PartBoundary>
      <PartBoundary>
        <RecentScansList
          scans={door.recent}
          lists={lists}
          party={door.party}
          isSignedIn={isSignedIn}
          onUndo={act.undo}
          onOpen={onOpen}
        />
      </PartBoundary>
    </>
  );
}
