import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { AttendeeRow } from "@/features/attendees/list/attendee-row";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { useListPosition } from "@/features/attendees/list/list-position";
import { isSelected, type Selection } from "@/features/attendees/list/selection";
import { useRowsInView } from "@/features/attendees/list/use-rows-in-view";
import { useScrollAnchor } from "@/features/attendees/list/use-scroll-anchor";
import { classes } from "@/lib/classes";

/** The height of a row in the text size that the reader has chosen; the class `h-18` of the rows. */
const ROW_REM = 4.5;
const rowHeightNow = () =>
  ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || "16");
/** Room for columns; where there is no screen to ask about, there is none. */
const WIDE = window.matchMedia?.("(min-width: 48rem)");
const isWideNow = () => WIDE?.matches ?? false;
function onWidth(listener: () => void): () => void {
  WIDE?.addEventListener("change", listener);
  return () => WIDE?.removeEventListener("change", listener);
}
/** How near the end the next page is asked for. */
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

/** Draws only the rows near the screen, so that a long list stays fast. */
export function AttendeeRows({ rows, matches, rest, selection, onToggle, outdated }: AttendeeRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [rowHeight, setRowHeight] = useState(rowHeightNow);
  const isWide = useSyncExternalStore(onWidth, isWideNow);
  const rememberPosition = useListPosition();
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    setRowHeight(rowHeightNow());
  });
  const { first, end } = useRowsInView({ count: rows.length, top, rowHeight });
  const drawn = rows.slice(first, end);
  const keys = useMemo(() => rows.map(({ id }) => id), [rows]);
  useScrollAnchor({
    keys,
    drawn: drawn.map(({ id }, at) => ({ key: id, index: first + at })),
    top,
    rowHeight,
    released: outdated,
  });
  // The rows that stay are not drawn again while others come and go.
  const act = useRef({ onToggle, rememberPosition });
  useLayoutEffect(() => {
    act.current = { onToggle, rememberPosition };
  });
  const toggle = useCallback((attendee: Attendee) => act.current.onToggle(attendee), []);
  const open = useCallback(() => act.current.rememberPosition(), []);
  const isNearEnd = end >= rows.length - ASK_AHEAD;
  const load = rest.kind === "more" && isNearEnd && !outdated ? rest.load : null;
  useEffect(() => load?.());

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
            isWide={isWide}
            onToggle={toggle}
            onOpen={open}
          />
        ))}
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
