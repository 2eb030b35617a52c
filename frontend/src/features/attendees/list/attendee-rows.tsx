import { useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Attendee } from "@/api/types";
import type { Rest } from "@/components/ui/list-rest";
import { LongList } from "@/components/ui/long-list";
import { AttendeeRow } from "@/features/attendees/list/attendee-row";
import { ROWS } from "@/features/attendees/list/columns";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { isSelected, type Selection } from "@/features/attendees/list/selection";
import { useListPosition } from "@/hooks/list-position";
import { pixelsOf, useRowShape } from "@/hooks/row-size";
import { useStable } from "@/hooks/use-latest";

interface AttendeeRowsProps {
  rows: Attendee[];
  /** Number of matches on the server; `rows` are the loaded ones. */
  matches: number;
  rest: Rest;
  selection: Selection;
  onToggle: (attendee: Attendee, isRange: boolean) => void;
  /** The rows are still the previous filters' rows. */
  outdated: boolean;
  /** The list shows only guests who owe money, each with the amount. */
  showsOwed: boolean;
}

export function AttendeeRows({ matches, selection, onToggle, showsOwed, ...list }: AttendeeRowsProps) {
  const shape = useRowShape();
  const [rowHeight, setRowHeight] = useState(() => pixelsOf(ROWS[shape].rem));
  useLayoutEffect(() => setRowHeight(pixelsOf(ROWS[shape].rem)));
  // Rows that stay are not rendered again when others change.
  const toggle = useStable(onToggle);
  const open = useStable(useListPosition());
  const { search } = useLocation();
  return (
    <LongList {...list} label={MANAGE_COPY.list} rowHeight={rowHeight}>
      {(attendee, place) => (
        <AttendeeRow
          key={attendee.id}
          attendee={attendee}
          {...place}
          matches={matches}
          selected={isSelected(selection, attendee.id)}
          shape={shape}
          showsOwed={showsOwed}
          listSearch={search}
          onToggle={toggle}
          onOpen={open}
        />
      )}
    </LongList>
  );
}
