import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { HistoryEntry } from "@/api/types";
import { fromAddress } from "@/features/activity/copy";
import { sentenceOf } from "@/features/activity/entry-copy";
import { sentenceOfDeleted } from "@/features/activity/entry-groups";
import { Sentence } from "@/features/activity/sentence";
import { classes } from "@/lib/classes";
import { formatTimeOfDay } from "@/lib/event-date";

const COLUMNS =
  "grid grid-cols-[3.25rem_minmax(0,1fr)] items-baseline gap-x-2 px-4 py-3 md:grid-cols-[4rem_minmax(0,1fr)_11rem] md:gap-x-4";

/** Open groups, by their newest entry, so that a return from a row finds it in its place. */
const opened = new Set<number>();

interface EntryLineProps {
  entry: HistoryEntry;
  /** Called when a link is followed. */
  onOpen: () => void;
  /** The button that undoes it. */
  children?: ReactNode;
}

export function EntryLine({ entry, onOpen, children }: EntryLineProps) {
  return (
    <li tabIndex={-1} className={classes(COLUMNS, "border-b")}>
      <Time at={entry.at} />
      <div id={`entry-${entry.id}`}>
        <Sentence parts={sentenceOf(entry)} onOpen={onOpen} />
      </div>
      <Address address={entry.address} />
      {children}
    </li>
  );
}

interface DeletedLineProps {
  deleted: readonly [HistoryEntry, ...HistoryEntry[]];
  onOpen: () => void;
}

/** Deletions in one line, which opens to each of them. */
export function DeletedLine({ deleted, onOpen }: DeletedLineProps) {
  const [{ id, at, address }] = deleted;
  return (
    <li>
      <details
        open={opened.has(id)}
        onToggle={({ currentTarget }) => (currentTarget.open ? opened.add(id) : opened.delete(id))}
        className="group"
      >
        <summary
          className={classes(
            COLUMNS,
            "min-h-11 cursor-pointer list-none border-b focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden",
          )}
        >
          <Time at={at} />
          <span className="flex items-baseline gap-1">
            <ChevronRight
              aria-hidden="true"
              className="mt-0.5 -ml-1 size-5 self-start shrink-0 text-text-muted transition-transform group-open:rotate-90"
            />
            <Sentence parts={sentenceOfDeleted(deleted)} />
          </span>
          <Address address={deleted.every((entry) => entry.address === address) ? address : null} />
        </summary>
        <ul className="bg-surface-muted">
          {deleted.map((entry) => (
            <EntryLine key={entry.id} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      </details>
    </li>
  );
}

const Time = ({ at }: Pick<HistoryEntry, "at">) => (
  <time dateTime={at} className="text-sm text-text-muted tabular-nums">
    {formatTimeOfDay(at)}
  </time>
);

const Address = ({ address }: Pick<HistoryEntry, "address">) => (
  <span className="text-sm text-text-muted tabular-nums max-md:col-start-2 md:text-right">
    {fromAddress(address)}
  </span>
);
