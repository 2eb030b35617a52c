import type { Attendee, TicketTypeRef } from "@/api/types";

/** The fields printed on a ticket. The event's time is not part of an attendee, so the caller passes it. */
export type TicketFace = {
  eventName: string;
  eventDate: string;
  eventTime: string | null;
  fullName: string;
  tableNumber: number;
  invoiceNumber: string;
  qrCodeData: string;
  ticketType?: Pick<TicketTypeRef, "name" | "color"> | null;
};

export function ticketFace(attendee: Attendee, eventTime: string | null): TicketFace {
  const { event, fullName, tableNumber, invoiceNumber, qrCodeData, ticketType } = attendee;
  return {
    eventName: event.name,
    eventDate: event.date,
    eventTime,
    fullName,
    tableNumber,
    invoiceNumber,
    qrCodeData,
    ticketType: ticketType && { name: ticketType.name, color: ticketType.color },
  };
}
