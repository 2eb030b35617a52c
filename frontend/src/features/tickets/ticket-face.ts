import type { Attendee, Event, TicketTypeRef } from "@/api/types";

/** The fields of an event on its tickets, besides name and date, which an attendee has. */
export type EventOnTicket = Pick<Event, "time" | "endTime" | "venue" | "address" | "ticketText">;

/** The fields printed on a ticket. Absent ones are not on it. */
export type TicketFace = {
  eventName: string;
  eventDate: string;
  eventTime: string | null;
  endTime?: string | null;
  venue?: string | null;
  address?: string | null;
  /** The event's own text; the installation's without one. */
  ticketText?: string | null;
  fullName: string;
  tableNumber: number;
  invoiceNumber: string;
  qrCodeData: string;
  ticketType?: Pick<TicketTypeRef, "name" | "color"> | null;
};

/** `of` is undefined while the event is not known. */
export function ticketFace(attendee: Attendee, of: EventOnTicket | undefined): TicketFace {
  const { event, fullName, tableNumber, invoiceNumber, qrCodeData, ticketType } = attendee;
  return {
    eventName: event.name,
    eventDate: event.date,
    eventTime: of?.time ?? null,
    endTime: of?.endTime ?? null,
    venue: of?.venue ?? null,
    address: of?.address ?? null,
    ticketText: of?.ticketText ?? null,
    fullName,
    tableNumber,
    invoiceNumber,
    qrCodeData,
    ticketType: ticketType && { name: ticketType.name, color: ticketType.color },
  };
}
