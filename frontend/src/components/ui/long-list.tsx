import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { ListRest, type Rest } from "@/components/ui/list-rest";
import { classes } from "@/lib/classes";

interface Drawn {
  key: number;
  index: number;
}

/** Where the list begins on the page, and the height of its rows, in pixels. */
interface Place {
  top: number;
  rowHeight: number;
}

interface Anchored extends Place {
  keys: readonly number[];
  drawn: readonly Drawn[];
  /** The rows were replaced on purpose: no anchor. */
  released: boolean;
}

/**
 * Keeps the rows on the screen in place while rows come and go above them. A list at its top stays there
 * and shows new rows.
 */
function useScrollAnchor({ keys, drawn, top, rowHeight, released }: Anchored): void {
  const held = useRef<{ keys: readonly number[]; drawn: readonly Drawn[] }>({ keys, drawn: [] });
  useLayoutEffect(() => {
    const before = held.current;
    held.current = { keys, drawn: released ? [] : drawn };
    if (before.keys === keys || window.scrollY <= top) return;
    const inView = Math.floor((window.scrollY - top) / rowHeight);
    for (const { key, index } of before.drawn) {
      const now = index < inView ? -1 : keys.indexOf(key);
      if (now < 0) continue;
      if (now !== index) window.scrollBy(0, (now - index) * rowHeight);
      return;
    }
  });
}

/** Rows drawn beyond the screen on either side. */
const OVERSCAN = 8;
/** The drawn range moves in steps of this many rows, to redraw less often. */
const STEP = 4;

function onMove(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  window.addEventListener("resize", listener);
  return () => {
    window.removeEventListener("scroll", listener);
    window.removeEventListener("resize", listener);
  };
}

/** Returns the range of rows to draw, from `first` up to before `end`, for a list that scrolls with the page. */
function useRowsInView({ count, top, rowHeight }: Place & { count: number }): { first: number; end: number } {
  const stepNow = useCallback(
    () => Math.max(0, Math.floor((window.scrollY - top) / rowHeight / STEP)) * STEP,
    [top, rowHeight],
  );
  const onScreenNow = useCallback(() => Math.ceil(window.innerHeight / rowHeight), [rowHeight]);
  const step = useSyncExternalStore(onMove, stepNow);
  const onScreen = useSyncExternalStore(onMove, onScreenNow);
  return { first: Math.max(0, step - OVERSCAN), end: Math.min(count, step + STEP + onScreen + OVERSCAN) };
}

/** Loads the next page this many rows before the end. */
const ASK_AHEAD = 40;

interface LongListProps<Row> {
  label: string;
  rows: readonly Row[];
  /** Height of each row in pixels. */
  rowHeight: number;
  rest: Rest;
  /** The rows are still the previous filters' rows. */
  outdated: boolean;
  /** Draws one row; `offset` is its distance from the top of the list, in pixels. */
  children: (row: Row, place: { index: number; offset: number }) => ReactNode;
}

/**
 * Draws only the rows near the screen, so that a long list stays fast. Rows added or removed above do not move the
 * others, and the next page loads before the end is visible.
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
