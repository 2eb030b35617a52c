import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The path of the page that was shown last; null before the first. */
const LastPath = createContext<RefObject<string | null>>({ current: null });

/** Around all pages: knows which one was shown before. */
export function PageFocus({ children }: { children: ReactNode }) {
  return <LastPath value={useRef<string | null>(null)}>{children}</LastPath>;
}

/**
 * For a page's heading: the focus goes to it when the page takes another one's place, so that a screen reader reads on
 * there and Tab goes on from there. A page that loads afresh, or has put the focus somewhere itself, is left alone.
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
