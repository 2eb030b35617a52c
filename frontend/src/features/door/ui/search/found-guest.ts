import type { Attendee } from "@/api/types";
import type { Standing } from "@/features/door/guest-list/ticket-status";

/** A guest as a search shows them, by the server or by the list on this device, which has no phone. */
export interface FoundGuest
  extends Pick<
    Attendee,
    | "id"
    | "fullName"
    | "tableNumber"
    | "invoiceNumber"
    | "paymentGroup"
    | "paymentStatus"
    | "owedCents"
    | "notes"
    | "attended"
    | "attendedAt"
  > {
  ticketType?: Attendee["ticketType"];
  phone: string | null;
  event: Attendee["event"] | null;
  ticket: PickedTicket;
}

/** What a guest is checked in by: the text of the ticket, which the server alone knows, or else the attendee's id. */
export type PickedTicket = { qrData: string } | { attendeeId: number };

export function foundOnline(attendee: Attendee): FoundGuest {
  return { ...attendee, ticket: { qrData: attendee.qrCodeData } };
}

/** With what this device decided since the list was read. */
export function foundOnList({ ticket, since }: Standing): FoundGuest {
  return {
    ...ticket,
    phone: null,
    event: null,
    attended: since !== null,
    attendedAt: since === null ? null : new Date(since).toISOString(),
    ticket: { attendeeId: ticket.id },
  };
}

/** Who is outside comes first: that is whom a door looks for. */
export const outsideFirst = (guests: readonly FoundGuest[]): FoundGuest[] => [
  ...guests.filter(({ attended }) => !attended),
  ...guests.filter(({ attended }) => attended),
];
