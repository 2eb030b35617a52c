import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that is true while the component is mounted. A late response still shows its toast, but must not
 * navigate a user who has moved on.
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
