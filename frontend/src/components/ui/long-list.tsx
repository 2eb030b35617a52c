import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ListRest, type Rest } from "@/components/ui/list-rest";
import { useRowsInView } from "@/hooks/use-rows-in-view";
import { useScrollAnchor } from "@/hooks/use-scroll-anchor";
import { classes } from "@/lib/classes";

/** How near the end the next page is asked for. */
const ASK_AHEAD = 40;

interface LongListProps<Row> {
  label: string;
  rows: readonly Row[];
  /** In pixels, of each row. */
  rowHeight: number;
  rest: Rest;
  /** The filters have changed, and these are still the rows of before. */
  outdated: boolean;
  /** Draws one row; `offset` is its distance from the top of the list, in pixels. */
  children: (row: Row, place: { index: number; offset: number }) => ReactNode;
}

/**
 * Draws only the rows near the screen, so that a long list stays fast. Rows that come and go above do not move the
 * others, and the next page is loaded before the end is in view.
 */
export function LongList<Row extends { id: number }>({
  label,
  rows,
  rowHeight,
  rest,
  outdated,
  children,
}: LongListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
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
  const load = rest.kind === "more" && end >= rows.length - ASK_AHEAD && !outdated ? rest.load : null;
  useEffect(() => load?.());
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        aria-busy={outdated || undefined}
        className={classes("relative transition-opacity", outdated && "opacity-60")}
        style={{ height: rows.length * rowHeight }}
      >
        {drawn.map((row, at) => children(row, { index: first + at, offset: (first + at) * rowHeight }))}
      </ul>
      <ListRest rest={rest} />
    </>
  );
}
