import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same one and does what `act` last was, for what is not to be drawn again with each `act`. */
export function useStable<Args extends unknown[], Result>(act: (...args: Args) => Result) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}
