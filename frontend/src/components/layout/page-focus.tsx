import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Path of the previous page; null before the first. */
const LastPath = createContext<RefObject<string | null>>({ current: null });

/** Wraps all pages and stores the previous path. */
export function PageFocus({ children }: { children: ReactNode }) {
  return <LastPath value={useRef<string | null>(null)}>{children}</LastPath>;
}

/**
 * Returns the ref of a page's heading. It gets the focus after a navigation, so that screen readers and Tab continue
 * there. A first load, or a page that has focused something itself, is left alone.
 */
export function usePageHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useContext(LastPath);
  const { pathname } = useLocation();
  useEffect(() => {
    const isNext = last.current !== null && last.current !== pathname;
    last.current = pathname;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isNext && isFree) heading.current?.focus({ preventScroll: true });
  }, [last, pathname]);
  return heading;
}
