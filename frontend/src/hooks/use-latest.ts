import { useCallback, useLayoutEffect, useRef } from "react";

/** The latest value, for callbacks that must keep their identity. */
export function useLatest<T>(value: T) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Returns a stable function that calls the latest `act`, so that memoised rows are not rendered again. */
export function useStable<Args extends unknown[], Result>(act: (...args: Args) => Result) {
  const latest = useLatest(act);
  return useCallback((...args: Args): Result => latest.current(...args), [latest]);
}
