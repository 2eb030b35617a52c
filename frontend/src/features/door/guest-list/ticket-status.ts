import { decideLocally, findOn, withoutTakenBack } from "@/features/door/core/decide-locally";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { ListedTicket } from "@/features/door/guest-list/tickets";
import type { TicketName } from "@/features/door/outbox/record";
import { ownLetIn, ownUndo } from "@/features/door/outbox/record-cache";

/** A listed ticket as a door has it: its list, and what this device decided since. */
export interface Standing {
  ticket: ListedTicket;
  /** Since when the guest is in; null where they are out. */
  since: number | null;
}

/** Null where the list has no such ticket. */
export function standingOf(
  list: DoorList,
  { hash, attendeeId }: Pick<TicketName, "hash" | "attendeeId">,
): Standing | null {
  const { identity, listed } = findOn(list, { hash, attendeeId, qrData: null, text: null });
  if (!listed || listed === "cancelled") return null;
  const name = { ...identity, text: null };
  const eventId = list.event.id;
  const { verdict } = decideLocally(identity, {
    // It makes the age of the list alone.
    now: list.asOf,
    eventId,
    list,
    listed: withoutTakenBack(listed, list.asOf, ownUndo(name)),
    own: ownLetIn(eventId, name),
  });
  return { ticket: listed, since: verdict.kind === "already" ? (verdict.since ?? list.asOf) : null };
}
