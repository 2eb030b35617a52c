import type { DoorList } from "@/features/checkin/door-list/list-store";
import { decodeHash } from "@/features/checkin/door-list/qr-hash";
import type { Listed } from "@/features/checkin/door-list/tickets";

/** A ticket by the hash of its QR text (`qrHashes`: either of them), or else by the attendee's id. */
export type TicketName = { hash: string | null; attendeeId: number | null };

/** What a list says of a ticket: `list` of the facts that a door decides by, with the guest where there is one. */
export function listed(
  { asOf, tickets }: Pick<DoorList, "asOf" | "tickets">,
  { hash, attendeeId }: TicketName,
): { asOf: number; ticket: Listed | null } {
  if (hash !== null) return { asOf, ticket: tickets.find(decodeHash(hash)) };
  return { asOf, ticket: attendeeId === null ? null : tickets.findId(attendeeId) };
}
