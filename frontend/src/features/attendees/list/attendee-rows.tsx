import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { AttendeeRow } from "@/features/attendees/list/attendee-row";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { useListPosition } from "@/features/attendees/list/list-position";
import { isSelected, type Selection } from "@/features/attendees/list/selection";
import { useHeldPosition } from "@/features/attendees/list/use-held-position";
import { classes } from "@/lib/classes";

/** The height of a row in the text size that the reader has chosen; the class `h-18` of the rows. */
const ROW_REM = 4.5;
const rowHeight = () =>
  ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || "16");
/** Rows drawn beyond the screen on either side, and how near the end the next page is asked for. */
const OVERSCAN = 8;
const ASK_AHEAD = 40;

export type Rest =
  | { kind: "none" }
  | { kind: "more"; load: () => void }
  | { kind: "loading" }
  | { kind: "failed"; retry: () => void };

interface AttendeeRowsProps {
  rows: Attendee[];
  /** How many match on the server; `rows` are those that have been loaded. */
  matches: number;
  rest: Rest;
  selection: Selection;
  onToggle: (attendee: Attendee) => void;
  /** The filters have changed, and these are still the rows of before. */
  outdated: boolean;
}

/** The list itself: however long it is, only what is on the screen is drawn. */
export function AttendeeRows({ rows, matches, rest, selection, onToggle, outdated }: AttendeeRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const rememberPosition = useListPosition();
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const drawn = virtualizer.getVirtualItems();
  const keys = useMemo(() => rows.map(({ id }) => id), [rows]);
  useHeldPosition({
    keys,
    drawn: drawn.map(({ index }) => ({ key: keys[index] ?? 0, index })),
    top,
    rowHeight,
    released: outdated,
  });
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= rows.length - ASK_AHEAD;
  const load = rest.kind === "more" && isNearEnd && !outdated ? rest.load : null;
  useEffect(() => load?.());

  return (
    <>
      <ul
        ref={list}
        aria-label={MANAGE_COPY.list}
        aria-busy={outdated || undefined}
        className={classes("relative transition-opacity", outdated && "opacity-60")}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {drawn.map(({ index, key, start }) => {
          const attendee = rows[index];
          return attendee ? (
            <li
              key={key}
              aria-setsize={matches}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 h-18"
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              <AttendeeRow
                attendee={attendee}
                selected={isSelected(selection, attendee.id)}
                isFirst={index === 0}
                onToggle={onToggle}
                onOpen={rememberPosition}
              />
            </li>
          ) : null;
        })}
      </ul>
      <RestOfTheList rest={rest} />
    </>
  );
}

function RestOfTheList({ rest }: { rest: Rest }) {
  if (rest.kind === "none") return null;
  return (
    <div className="flex min-h-18 items-center justify-center gap-4 border-t p-4 text-sm text-text-muted">
      {rest.kind === "failed" ? (
        <>
          <p role="alert">{MANAGE_COPY.moreFailed}</p>
          <Button variant="secondary" onClick={rest.retry}>
            {MANAGE_COPY.tryAgain}
          </Button>
        </>
      ) : (
        <>
          <Spinner />
          {MANAGE_COPY.loadingMore}
        </>
      )}
    </div>
  );
}
