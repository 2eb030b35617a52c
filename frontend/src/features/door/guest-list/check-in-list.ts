import type { CheckInList, DoorList } from "@/features/door/guest-list/list-store";
import type { Listed } from "@/features/door/guest-list/tickets";

/** A check-in list of the event; null for the entrance, undefined if the guest list does not have it. */
export const checkInListOf = ({ event }: DoorList, listId: number | null): CheckInList | null | undefined =>
  listId === null ? null : event.lists?.find(({ id }) => id === listId);

export const countsExits = ({ event }: DoorList, checkInList: CheckInList | null): boolean =>
  checkInList ? checkInList.rule === "reentry" : event.countsExits === true;

/** True if each scan counts, also of a guest who came before. */
export const countsEach = (checkInList: CheckInList | null | undefined): boolean =>
  checkInList?.rule === "every";

export const isTypeAdmitted = (checkInList: CheckInList | null, listed: Listed | null): boolean => {
  const types = checkInList?.ticketTypeIds;
  if (!types || !listed || listed === "cancelled") return true;
  return listed.ticketType !== null && types.includes(listed.ticketType.id);
};

/** The ticket with the check-ins at the list; the ticket itself for the entrance. */
export function listedAt(listed: Listed | null, checkInList: CheckInList | null): Listed | null {
  if (!listed || listed === "cancelled" || !checkInList) return listed;
  const known = listed.checkIns?.find(([id]) => id === checkInList.id);
  const [, firstAt = null, , , leftAt = null] = known ?? [];
  return { ...listed, attendedAt: firstAt, leftAt, checkedInBy: null, markedAbsentAt: null };
}
