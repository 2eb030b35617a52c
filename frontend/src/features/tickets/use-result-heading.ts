import { type RefObject, useEffect, useRef } from "react";

/** Returns the ref of the result's heading: the result starts at the top of the page, with the focus on its heading. */
export function useResultHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form before it may have been scrolled; focusing alone would scroll to the middle of the result.
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
