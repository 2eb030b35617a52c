import type { Conflict } from "@/api/types";
import type { Rest } from "@/components/ui/list-rest";
import { LongList } from "@/components/ui/long-list";
import { ConflictRow } from "@/features/door/conflicts/conflict-row";
import { CONFLICTS_COPY } from "@/features/door/conflicts/copy";
import { pixelsOf, useIsWide } from "@/hooks/row-size";
import { useStable } from "@/hooks/use-stable";

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

export function ConflictRows({ selected, onToggle, onOpen, ...list }: ConflictRowsProps) {
  const rowHeight = pixelsOf(useIsWide() ? ROW_REM.wide : ROW_REM.narrow);
  // The rows that stay are not drawn again while others come and go.
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
