import type { CheckInList, DoorList } from "@/features/door/guest-list/list-store";
import { lateModule } from "@/lib/late-module";

type People = typeof import("@/features/door/guest-list/people");

let people: People | null = null;
const loadPeople = lateModule(async () => {
  people = await import("@/features/door/guest-list/people");
});

/** True if the event stops at its capacity, which is reached. False until the counts are loaded, after the page. */
export function isFull(list: DoorList, checkInList: CheckInList | null): boolean {
  if (!list.event.stopsAtCapacity) return false;
  if (!people) loadPeople().catch(() => {}); // the next scan loads it again
  return people?.isCapacityReached(list, checkInList) ?? false;
}
