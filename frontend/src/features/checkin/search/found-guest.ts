import type { Attendee } from "@/api/types";
import type { ListedTicket } from "@/features/checkin/door-list/tickets";

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
  phone: string | null;
  event: Attendee["event"] | null;
  ticket: PickedTicket;
}

/** What a guest is checked in by: the text of the ticket, which the server alone knows, or else the attendee's id. */
export type PickedTicket = { qrData: string } | { attendeeId: number };

export function foundOnline(attendee: Attendee): FoundGuest {
  return { ...attendee, ticket: { qrData: attendee.qrCodeData } };
}

export function foundOnList({ attendedAt, ...ticket }: ListedTicket): FoundGuest {
  return {
    ...ticket,
    notes: null,
    phone: null,
    event: null,
    attended: attendedAt !== null,
    attendedAt: attendedAt === null ? null : new Date(attendedAt).toISOString(),
    ticket: { attendeeId: ticket.id },
  };
}
