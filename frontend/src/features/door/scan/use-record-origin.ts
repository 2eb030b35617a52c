import { useDoorName, useLiveGrant } from "@/features/door/access/current-grant";
import type { Maker } from "@/features/door/scan/scan-outbox";

/** Who makes the check-ins of this door, on which device (contract 4.offline.5). */
export function useMaker(userId: number, eventId: number | null): Maker {
  const grant = useLiveGrant();
  const device = useDoorName().trim();
  const isOfDoor = grant !== null && grant.eventId === eventId && grant.userId === userId;
  return { userId, grantId: isOfDoor ? grant.id : null, device: device || null };
}
