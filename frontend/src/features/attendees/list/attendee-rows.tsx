import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Attendee } from "@/api/types";
import { ListRest, type Rest } from "@/components/ui/list-rest";
import { useLongList } from "@/components/ui/use-long-list";
import { AttendeeRow } from "@/features/attendees/list/attendee-row";
import { ROWS } from "@/features/attendees/list/columns";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { isSelected, type Selection } from "@/features/attendees/list/selection";
import { useListPosition } from "@/hooks/list-position";
import { pixelsOf, useRowShape } from "@/hooks/row-size";
import { classes } from "@/lib/classes";

interface AttendeeRowsProps {
  rows: Attendee[];
  /** How many match on the server; `rows` are those that have been loaded. */
  matches: number;
  rest: Rest;
  selection: Selection;
  onToggle: (attendee: Attendee) => void;
  /** The filters have changed, and these are still the rows of before. */
  outdated: boolean;
  /** Only guests who owe are listed, each with the amount. */
  showsOwed: boolean;
}

/** Draws only the rows near the screen, so that a long list stays fast. */
export function AttendeeRows({
  rows,
  matches,
  rest,
  selection,
  onToggle,
  outdated,
  showsOwed,
}: AttendeeRowsProps) {
  const shape = useRowShape();
  const [rowHeight, setRowHeight] = useState(() => pixelsOf(ROWS[shape].rem));
  useLayoutEffect(() => setRowHeight(pixelsOf(ROWS[shape].rem)));
  const { list, first, drawn } = useLongList({ rows, rowHeight, rest, outdated });
  const rememberPosition = useListPosition();
  // The rows that stay are not drawn again while others come and go.
  const act = useRef({ onToggle, rememberPosition });
  useLayoutEffect(() => {
    act.current = { onToggle, rememberPosition };
  });
  const toggle = useCallback((attendee: Attendee) => act.current.onToggle(attendee), []);
  const open = useCallback(() => act.current.rememberPosition(), []);

  return (
    <>
      <ul
        ref={list}
        aria-label={MANAGE_COPY.list}
        aria-busy={outdated || undefined}
        className={classes("relative transition-opacity", outdated && "opacity-60")}
        style={{ height: rows.length * rowHeight }}
      >
        {drawn.map((attendee, at) => (
          <AttendeeRow
            key={attendee.id}
            attendee={attendee}
            index={first + at}
            matches={matches}
            offset={(first + at) * rowHeight}
            selected={isSelected(selection, attendee.id)}
            shape={shape}
            showsOwed={showsOwed}
            onToggle={toggle}
            onOpen={open}
          />
        ))}
      </ul>
      <ListRest rest={rest} />
    </>
  );
}
