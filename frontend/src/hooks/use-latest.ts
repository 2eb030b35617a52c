import { useEffect, useRef } from "react";

/** The latest value, for callbacks that must keep their identity. */
export function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
