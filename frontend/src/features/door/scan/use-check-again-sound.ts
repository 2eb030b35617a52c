import { useEffect, useRef } from "react";
import type { GuestToCheck } from "@/features/door/core/guests-to-check";
import { CHECK_AGAIN_SOUNDS_MS } from "@/features/door/core/rules";
import type { DoorBell } from "@/features/door/scan/door-bell";
import { steadyNow } from "@/lib/clock";

/** Calls by sound for a look at a guest of whom the server said otherwise, while they may still be near (contract 4.offline.7). */
export function useCheckAgainSound(guests: readonly GuestToCheck[], bell: DoorBell): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    const isNear = ({ shownAt }: GuestToCheck) =>
      shownAt !== null && steadyNow() - shownAt <= CHECK_AGAIN_SOUNDS_MS;
    const fresh = guests.filter(({ key }) => !told.current.has(key));
    for (const { key } of fresh) told.current.add(key);
    if (fresh.some(isNear)) bell.ring("already");
  }, [guests, bell]);
}
