import { useEffect, useEffectEvent, useRef } from "react";
import { type Fullness, fullnessOf } from "@/lib/capacity";

/** Calls `onFull` once when the event fills up while the screen shows; not if it was full already. */
export function useOnFull(
  people: number | undefined,
  capacity: number | null,
  onFull: () => void,
): Fullness | null {
  const fullness = people === undefined || capacity === null ? null : fullnessOf(people, capacity);
  const before = useRef<Fullness | null>(null);
  const hasCalled = useRef(false);
  const tell = useEffectEvent(onFull);
  useEffect(() => {
    const fills = fullness === "full" && before.current !== null && before.current !== "full";
    before.current = fullness;
    if (!fills || hasCalled.current) return;
    hasCalled.current = true;
    tell();
  }, [fullness]);
  return fullness;
}
