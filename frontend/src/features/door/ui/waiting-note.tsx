import { waitingScans } from "@/features/door/copy";

/** Scans that were read while the door was not free: how many guests still wait for their verdict (contract 2.scan.23). */
export function WaitingNote({ count }: { count: number }) {
  return (
    <p role="status" className="mt-2">
      {count === 0 ? null : (
        <span className="inline-flex min-h-9 animate-fade items-center rounded-full border bg-surface px-4 font-medium text-sm text-text tabular-nums">
          {waitingScans(count)}
        </span>
      )}
    </p>
  );
}
