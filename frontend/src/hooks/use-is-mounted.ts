import { useCallback, useEffect, useRef } from "react";

/**
 * Tells whether the component is still on the screen. A late answer still shows its toast, but it must not take a user
 * who has moved on to another page.
 */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}
