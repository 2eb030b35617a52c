import { ChevronRight, CloudOff, OctagonX, Undo2 } from "lucide-react";
import { tableText } from "@/features/door/copy";
import type { Door } from "@/features/door/core/door-state";
import { paymentNote, type RecentScan } from "@/features/door/core/recent-scans";
import { isUndecided, toneOf, verdictCopy } from "@/features/door/core/verdict";
import { LAST_RESULT, RECENT_COPY } from "@/features/door/ui/copy";
import { SCAN_STATUS } from "@/features/door/ui/scan-status";
import { formatTimeOfDay } from "@/lib/event-date";

const LOOK =
  "flex min-h-14 w-full min-w-0 items-center gap-3 rounded-md border bg-surface px-3 py-1 text-left text-text [&_svg]:size-6 [&_svg]:shrink-0";

interface LastResultProps {
  door: Pick<Door, "last" | "recent" | "pending">;
  onOpen: (what: { guest: string }) => void;
}

/** The last result between verdicts; a tap opens the guest (contract 2.scan.43). */
export function LastResult({ door: { last, recent, pending }, onOpen }: LastResultProps) {
  const key = last?.scan?.idempotencyKey;
  const scan = recent.find((one) => one.key === key);
  if (scan) return <LastGuest scan={scan} onOpen={onOpen} />;
  // An undecided scan is shown only while it is unanswered.
  const isOver =
    last !== null && isUndecided(last.verdict) && !pending.some((one) => one.idempotencyKey === key);
  if (!last || isOver) return recent[0] ? <LastGuest scan={recent[0]} onOpen={onOpen} /> : null;
  const { title, reason, detail } = verdictCopy(last.verdict);
  const isRefused = toneOf(last.verdict) === "error";
  const Icon = isRefused ? OctagonX : CloudOff;
  return (
    <div className={LOOK}>
      <Icon className={isRefused ? "text-danger-text" : "text-text-muted"} />
      <Lines first={title} second={[reason ?? detail]} />
    </div>
  );
}

function LastGuest({ scan, onOpen }: { scan: RecentScan; onOpen: LastResultProps["onOpen"] }) {
  const { key, name, table, time, status, isUndone, isRejected, guest } = scan;
  const look = SCAN_STATUS[status];
  const [Icon, colour, word] = isUndone
    ? [Undo2, "text-text-muted", RECENT_COPY.undone]
    : isRejected
      ? [OctagonX, "text-danger-text", RECENT_COPY.notCounted]
      : [look.Icon, look.colour, look.word];
  const clock = formatTimeOfDay(time);
  return (
    <button type="button" aria-haspopup="dialog" className={LOOK} onClick={() => onOpen({ guest: key })}>
      <Icon className={colour} />
      <Lines first={name} second={[paymentNote(guest), word, tableText(table), clock]} />
      <ChevronRight className="ml-auto text-text-muted" />
    </button>
  );
}

function Lines({ first, second }: { first: string; second: (string | null)[] }) {
  return (
    <span className="min-w-0">
      <span className="sr-only">{LAST_RESULT}: </span>
      <span className="block truncate font-semibold" dir="auto">
        {first}
      </span>
      <span className="block truncate text-sm text-text-muted tabular-nums">
        {second.filter((part) => part !== null).join(" · ")}
      </span>
    </span>
  );
}
