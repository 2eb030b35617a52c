import { type Dispatch, useEffect } from "react";
import type { DoorEvent } from "@/features/door/core/door-action";
import type { ListOf } from "@/features/door/guest-list/use-loaded-list";
import { openOutbox } from "@/features/door/outbox/outbox";
import { allRecords, isTakenBack } from "@/features/door/outbox/record-cache";
import { now } from "@/lib/clock";

interface Door {
  userId: number;
  eventId: number | null;
  /** The list of the event, which has the names, is on this page. */
  isListed: boolean;
  listOf: ListOf;
}

/** Fills Recent Scans with what was scanned before this page was loaded (contract 4.offline.12). */
export function useEarlierScans(
  dispatch: Dispatch<DoorEvent>,
  { userId, eventId, isListed, listOf }: Door,
): void {
  useEffect(() => {
    if (!isListed) return;
    let isOver = false;
    // Its code comes after the page (decision 0025): nobody waits for it.
    Promise.all([import("@/features/door/core/earlier-scans"), openOutbox()])
      .then(([{ earlierScans }]) => {
        const list = listOf(eventId);
        if (isOver || !list) return;
        const recent = earlierScans(allRecords(), { userId, list, now: now(), isTakenBack });
        dispatch({ type: "earlierFound", recent });
      })
      .catch((error: unknown) => console.error("Recent Scans could not be read", error));
    return () => {
      isOver = true;
    };
  }, [dispatch, userId, eventId, isListed, listOf]);
}
