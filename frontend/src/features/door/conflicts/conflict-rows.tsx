import { memo } from "react";
import type { Conflict } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import type { Rest } from "@/components/ui/list-rest";
import { LongList } from "@/components/ui/long-list";
import {
  CONFLICTS_COPY,
  doorLabel,
  eventLabel,
  kindLabel,
  moreRows,
  nameOf,
  stateLabel,
} from "@/features/door/conflicts/copy";
import { pixelsOf, useIsWide } from "@/hooks/row-size";
import { useStable } from "@/hooks/use-latest";
import { classes } from "@/lib/classes";
import { formatTimeOfDay } from "@/lib/event-date";

/** Row height; two lines in columns. */
const ROW_REM = { wide: 5, narrow: 8.5 };

interface ConflictRowsProps {
  rows: readonly Conflict[];
  rest: Rest;
  selected: ReadonlySet<number>;
  onToggle: (conflict: Conflict) => void;
  onOpen: (conflict: Conflict) => void;
  /** Rows of the previous filters. */
  outdated: boolean;
}

export function ConflictRows({ selected, onToggle, onOpen, ...list }: ConflictRowsProps) {
  const rowHeight = pixelsOf(useIsWide() ? ROW_REM.wide : ROW_REM.narrow);
  // Stable, so that unchanged rows are not rendered again.
  const toggle = useStable(onToggle);
  const open = useStable(onOpen);
  return (
    <LongList {...list} label={CONFLICTS_COPY.list} rowHeight={rowHeight}>
      {(conflict, place) => (
        <ConflictRow
          key={conflict.id}
          conflict={conflict}
          {...place}
          count={list.rows.length}
          height={rowHeight}
          selected={selected.has(conflict.id)}
          onToggle={toggle}
          onOpen={open}
        />
      )}
    </LongList>
  );
}

interface ConflictRowProps {
  conflict: Conflict;
  /** Position in the list from 0, number of rows, and offset and height in pixels. */
  index: number;
  count: number;
  offset: number;
  height: number;
  selected: boolean;
  onToggle: (conflict: Conflict) => void;
  onOpen: (conflict: Conflict) => void;
}

/** The guest, the conflict, and both doors with people and times (contract 2.conflicts). */
export const ConflictRow = memo(function ConflictRow({
  conflict,
  index,
  count,
  offset,
  height,
  selected,
  onToggle,
  onOpen,
}: ConflictRowProps) {
  const name = nameOf(conflict);
  const closed = stateLabel(conflict);
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes(
        "absolute inset-x-0 top-0 flex items-stretch contain-strict",
        index === 0 ? null : "border-t",
        selected && "bg-accent-soft",
      )}
      style={{ height, transform: `translateY(${offset}px)` }}
    >
      {closed === null ? (
        <Checkbox
          label={CONFLICTS_COPY.select(name)}
          labelHidden
          checked={selected}
          onChange={() => onToggle(conflict)}
          className="shrink-0 max-md:items-start max-md:pt-4.5 sm:pl-2"
        />
      ) : (
        <span className="w-11 shrink-0 sm:w-13" />
      )}
      <button
        type="button"
        onClick={() => onOpen(conflict)}
        className={classes(
          "grid min-w-0 flex-1 cursor-pointer items-center gap-x-4 gap-y-1 pr-4 text-left max-md:content-start max-md:pt-4 md:content-center focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,11rem)]",
          selected ? null : "hover:bg-surface-muted",
          closed === null ? null : "text-text-muted",
        )}
      >
        <span className="flex min-w-0 flex-col gap-1">
          <span className="truncate font-medium" dir="auto">
            {name}
          </span>
          <span className="truncate text-sm">
            {kindLabel(conflict)}
            <span className="text-text-muted"> · {eventLabel(conflict)}</span>
          </span>
        </span>
        <Doors conflict={conflict} />
        <span className="flex min-w-0 md:justify-end">
          {closed === null ? null : <Badge tone="quiet">{closed}</Badge>}
        </span>
      </button>
    </li>
  );
});

function Doors({ conflict }: { conflict: Conflict }) {
  const causes = conflict.timeline.filter(({ isCause }) => isCause);
  const shown = causes.slice(0, causes.length > 2 ? 1 : 2);
  const more = causes.length - shown.length + conflict.stepsLeftOff;
  if (causes.length === 0) return <span className="truncate text-sm">{doorLabel(conflict)}</span>;
  return (
    <span className="flex min-w-0 flex-col gap-1 text-sm tabular-nums">
      {shown.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows of the log may be alike in everything
        <span key={index} className="truncate">
          <span className="mr-2">{formatTimeOfDay(step.at)}</span>
          {step.attendee?.fullName ?? doorLabel(step)}
        </span>
      ))}
      {more > 0 ? <span className="text-text-muted">{moreRows(more)}</span> : null}
    </span>
  );
}
