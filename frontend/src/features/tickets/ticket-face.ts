import type { Attendee } from "@/api/types";

/** What stands on a ticket. The time of the event is not part of an attendee, so it comes along. */
export type TicketFace = {
  eventName: string;
  eventDate: string;
  eventTime: string | null;
  fullName: string;
  tableNumber: number;
  invoiceNumber: string;
  qrCodeData: string;
};

export function ticketFace(attendee: Attendee, eventTime: string | null): TicketFace {
  const { event, fullName, tableNumber, invoiceNumber, qrCodeData } = attendee;
  return {
    eventName: event.name,
    eventDate: event.date,
    eventTime,
    fullName,
    tableNumber,
    invoiceNumber,
    qrCodeData,
  };
}
