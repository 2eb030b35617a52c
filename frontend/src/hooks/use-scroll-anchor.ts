import { useLayoutEffect, useRef } from "react";

interface Drawn {
  key: number;
  index: number;
}

interface List {
  keys: readonly number[];
  drawn: readonly Drawn[];
  /** Where the list begins on the page, and how high a row is. */
  top: number;
  rowHeight: number;
  /** Other rows than before, on purpose: nothing to hold on to. */
  released: boolean;
}

/**
 * Keeps the rows on the screen in place while rows come and go above them. A list that stands at its top stays there
 * and shows new rows.
 */
export function useScrollAnchor({ keys, drawn, top, rowHeight, released }: List): void {
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
