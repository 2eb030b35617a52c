import { capacityLabel, overbookedBy } from "@/lib/capacity";
import { formatCount } from "@/lib/count";

export const EVENT_IS_OVER = "This event is over.";
export const REFUSES_WHEN_FULL = "The door refuses guests once the event is full.";

/** How far the registered tickets, or these and the new ones, are over the capacity (contract 2.add-attendee.904). */
export function overbookingText(registered: number, added: number, capacity: number): string {
  const now = `${formatCount(registered)} registered`;
  if (registered > capacity)
    return `${now}, ${capacityLabel(capacity)}: ${overbookedBy(registered, capacity)}`;
  const over = formatCount(registered + added - capacity);
  return `${now} and ${formatCount(added)} more: ${over} over the capacity of ${formatCount(capacity)}`;
}
