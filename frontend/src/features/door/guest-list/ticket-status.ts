import { decideLocally, findOn, withoutUndone } from "@/features/door/core/decide-locally";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { ListedTicket } from "@/features/door/guest-list/tickets";
import type { TicketRef } from "@/features/door/outbox/record";
import { localEntry, localUndo } from "@/features/door/outbox/record-cache";

/** A listed ticket with this device's decisions. */
export interface TicketStatus {
  ticket: ListedTicket;
  /** Entry time; null if the guest is out. */
  since: number | null;
}

/** Null if the ticket is not on the list. */
export function ticketStatusOf(
  list: DoorList,
  { hash, attendeeId }: Pick<TicketRef, "hash" | "attendeeId">,
): TicketStatus | null {
  const { identity, listed } = findOn(list, { hash, attendeeId, qrData: null, text: null });
  if (!listed || listed === "cancelled") return null;
  const name = { ...identity, text: null };
  const eventId = list.event.id;
  const { verdict } = decideLocally(identity, {
    // `now` only affects the list's age, which is not used here.
    now: list.asOf,
    eventId,
    list,
    listed: withoutUndone(listed, list.asOf, localUndo(name)),
    own: localEntry(eventId, name),
  });
  return { ticket: listed, since: verdict.kind === "already" ? (verdict.since ?? list.asOf) : null };
}
