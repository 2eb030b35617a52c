import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Path of the previous page; null before the first. */
const LastPath = createContext<RefObject<string | null>>({ current: null });

/** Wraps all pages and stores the previous path. */
export function PageFocus({ children }: { children: ReactNode }) {
  return <LastPath value={useRef<string | null>(null)}>{children}</LastPath>;
}

/**
 * Returns the ref of a page's heading. After a navigation the page is at its top, and the heading gets the focus, so that
 * screen readers and Tab continue there; a page that has focused something itself keeps its focus. A first load is at its
 * top already, and scrolling would cost a layout.
 */
export function usePageHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useContext(LastPath);
  const { pathname } = useLocation();
  useEffect(() => {
    const isNext = last.current !== null && last.current !== pathname;
    last.current = pathname;
    if (!isNext) return;
    document.documentElement.scrollTop = 0;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) heading.current?.focus({ preventScroll: true });
  }, [last, pathname]);
  return heading;
}
