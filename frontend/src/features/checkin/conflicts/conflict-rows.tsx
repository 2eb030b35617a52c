import { useCallback, useLayoutEffect, useRef } from "react";
import type { Conflict } from "@/api/types";
import { ListRest, type Rest } from "@/components/ui/list-rest";
import { useLongList } from "@/components/ui/use-long-list";
import { ConflictRow } from "@/features/checkin/conflicts/conflict-row";
import { CONFLICTS_COPY } from "@/features/checkin/conflicts/copy";
import { pixelsOf, useIsWide } from "@/hooks/row-size";
import { classes } from "@/lib/classes";

/** The height of a row, which is two lines where there is room for columns. */
const ROW_REM = { wide: 5, narrow: 8.5 };

interface ConflictRowsProps {
  rows: readonly Conflict[];
  rest: Rest;
  selected: ReadonlySet<number>;
  onToggle: (conflict: Conflict) => void;
  onOpen: (conflict: Conflict) => void;
  /** The filters have changed, and these are still the rows of before. */
  outdated: boolean;
}

/** Draws only the rows near the screen, so that a long list stays fast. */
export function ConflictRows({ rows, rest, selected, onToggle, onOpen, outdated }: ConflictRowsProps) {
  const rowHeight = pixelsOf(useIsWide() ? ROW_REM.wide : ROW_REM.narrow);
  const { list, first, drawn } = useLongList({ rows, rowHeight, rest, outdated });
  // The rows that stay are not drawn again while others come and go.
  const act = useRef({ onToggle, onOpen });
  useLayoutEffect(() => {
    act.current = { onToggle, onOpen };
  });
  const toggle = useCallback((conflict: Conflict) => act.current.onToggle(conflict), []);
  const open = useCallback((conflict: Conflict) => act.current.onOpen(conflict), []);

  return (
    <>
      <ul
        ref={list}
        aria-label={CONFLICTS_COPY.list}
        aria-busy={outdated || undefined}
        className={classes("relative transition-opacity", outdated && "opacity-60")}
        style={{ height: rows.length * rowHeight }}
      >
        {drawn.map((conflict, at) => (
          <ConflictRow
            key={conflict.id}
            conflict={conflict}
            index={first + at}
            count={rows.length}
            offset={(first + at) * rowHeight}
            height={rowHeight}
            selected={selected.has(conflict.id)}
            onToggle={toggle}
            onOpen={open}
          />
        ))}
      </ul>
      <ListRest rest={rest} />
    </>
  );
}
