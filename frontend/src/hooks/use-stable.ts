import { useCallback, useLayoutEffect, useRef } from "react";

/** A function with a stable identity that calls the latest `act`, so that memoised rows are not drawn again. */
export function useStable<Args extends unknown[], Result>(act: (...args: Args) => Result) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}
