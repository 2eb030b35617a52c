import { useEffect, useRef } from "react";

/** On a phone the camera has the whole screen while it is in use; a desk has room for everything. */
export function useStageInFront(isInFront: boolean) {
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isPhone = window.matchMedia?.("(max-width: 40rem)").matches;
    if (isInFront && isPhone) stage.current?.scrollIntoView({ block: "start" });
  }, [isInFront]);
  return stage;
}
