import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Rest } from "@/components/ui/list-rest";
import { useRowsInView } from "@/hooks/use-rows-in-view";
import { useScrollAnchor } from "@/hooks/use-scroll-anchor";

/** How near the end the next page is asked for. */
const ASK_AHEAD = 40;

interface LongList<Row> {
  rows: readonly Row[];
  /** In pixels, of each row. */
  rowHeight: number;
  rest: Rest;
  /** The filters have changed, and these are still the rows of before. */
  outdated: boolean;
}

interface DrawnPart<Row> {
  /** For the list's own element. */
  list: RefObject<HTMLUListElement | null>;
  /** The index of the first row that is drawn. */
  first: number;
  drawn: readonly Row[];
}

/**
 * Which rows of a long list are drawn: those near the screen, so that it stays fast. Rows that come and go above do not
 * move the others, and the next page is loaded before the end is in view.
 */
export function useLongList<Row extends { id: number }>({
  rows,
  rowHeight,
  rest,
  outdated,
}: LongList<Row>): DrawnPart<Row> {
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
  return { list, first, drawn };
}
