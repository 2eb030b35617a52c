import { useCallback, useEffect, useRef } from "react";

/**
 * Tells whether the component is still on the screen. An answer comes when it comes: whoever went on meanwhile must
 * hear of it, but is not taken to another page by it.
 */
export function useIsMounted(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
