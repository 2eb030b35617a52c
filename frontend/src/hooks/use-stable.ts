import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a stable function that calls the latest `act`, so that memoised rows are not rendered again. */
export function useStable<Args extends unknown[], Result>(act: (...args: Args) => Result) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}
