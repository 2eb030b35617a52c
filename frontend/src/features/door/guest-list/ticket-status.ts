import { type Presence, presenceOf } from "@/features/door/core/decide";
import { findOn, toIsoOrNull, withoutUndone } from "@/features/door/core/decide-locally";
import { checkInListOf, listedAt } from "@/features/door/guest-list/check-in-list";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { ListedTicket } from "@/features/door/guest-list/tickets";
import type { TicketRef } from "@/features/door/outbox/record";
import { localEntryOrExit, localUndo } from "@/features/door/outbox/record-cache";

/** A listed ticket and its presence at a check-in list, with this device's decisions. */
export interface TicketStatus {
  ticket: ListedTicket;
  presence: Presence;
}

/** Check-in and exit by that presence, in the form of the server. */
export function visitOf({ ticket, presence }: TicketStatus) {
  const { kind } = presence;
  const since = kind === "inside" ? presence.since : ticket.attendedAt;
  return {
    attended: kind !== "absent",
    attendedAt: toIsoOrNull(kind === "absent" ? null : since),
    inside: kind === "inside",
    leftAt: toIsoOrNull(kind === "left" ? presence.at : null),
  };
}

/** Null if the ticket is not on the list. */
export function ticketStatusOf(
  list: DoorList,
  { hash, attendeeId }: Pick<TicketRef, "hash" | "attendeeId">,
  listId: number | null = null,
): TicketStatus | null {
  const { identity, listed } = findOn(list, { hash, attendeeId, qrData: null, text: null });
  if (!listed || listed === "cancelled") return null;
  const name = { ...identity, text: null };
  const there = listedAt(listed, checkInListOf(list, listId) ?? null);
  if (!there || there === "cancelled") return null;
  const ticket = withoutUndone(there, list.asOf, localUndo(name, listId));
  const own = localEntryOrExit(list.event.id, name, listId);
  const presence = presenceOf({ list: { asOf: list.asOf, ticket }, own });
  return presence && { ticket: there, presence };
}
