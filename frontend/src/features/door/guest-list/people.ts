import { unsentLeavers } from "@/features/door/figures/leavers";
import { arrivalsAt } from "@/features/door/guest-list/arrivals";
import { countsEach, countsExits } from "@/features/door/guest-list/check-in-list";
import type { CheckInList, DoorList } from "@/features/door/guest-list/list-store";

/** People at a place, by the guest list and by this device's records. */
export interface People {
  arrived: number;
  /** Without people who left unscanned; null where exits are not counted. */
  inside: number | null;
  capacity: number | null;
}

/** People at a check-in list, or with null at the entrance. */
export function peopleAt(list: DoorList, checkInList: CheckInList | null): People {
  const { arrived, inside } = arrivalsAt(list, checkInList?.id ?? null);
  const { id, leavers = 0, capacity = null } = list.event;
  const left = checkInList ? 0 : Math.max(0, leavers + unsentLeavers(id));
  return {
    arrived,
    inside: countsExits(list, checkInList) ? Math.max(0, inside - left) : null,
    capacity: checkInList ? checkInList.capacity : capacity,
  };
}

/** True if the capacity is reached. Lists where each scan counts have no limit (contract 4.full). */
export function isCapacityReached(list: DoorList, checkInList: CheckInList | null): boolean {
  const { arrived, inside, capacity } = peopleAt(list, checkInList);
  return capacity !== null && !countsEach(checkInList) && (inside ?? arrived) >= capacity;
}
