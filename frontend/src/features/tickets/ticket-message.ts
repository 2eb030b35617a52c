import { MESSAGE_COPY, TICKET_COPY } from "@/features/tickets/copy";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { formatEventMoment } from "@/lib/event-date";

/** What a guest is told about the ticket, a fact a line. */
export function ticketMessage(face: TicketFace): string {
  const table = face.tableNumber > 0 ? String(face.tableNumber) : TICKET_COPY.noTable;
  return [
    MESSAGE_COPY.greeting(face.fullName),
    MESSAGE_COPY.opening(face.eventName),
    "",
    `${MESSAGE_COPY.date}: ${formatEventMoment(face.eventDate, face.eventTime)}`,
    `${MESSAGE_COPY.name}: ${face.fullName}`,
    `${MESSAGE_COPY.table}: ${table}`,
    `${MESSAGE_COPY.invoice}: ${face.invoiceNumber}`,
    "",
    MESSAGE_COPY.closing,
  ].join("\n");
}

/** Lines of a mail end in CR LF, in its address too (RFC 6068). */
const escaped = (text: string) => encodeURIComponent(text.replaceAll("\n", "\r\n"));

/** Opens the mail program with the message; an attendee has no mail address, so the sender fills that in. */
export function mailAddress(face: TicketFace): string {
  const subject = escaped(MESSAGE_COPY.subject(face.eventName));
  return `mailto:?subject=${subject}&body=${escaped(ticketMessage(face))}`;
}

/** Opens the messages with the guest's number and the message. */
export function smsAddress(face: TicketFace, phone: string): string {
  // A phone is free text: `0400 123 456 (after six)` is called by its first run of digits.
  const number = /\+?\d[\d\s().\-/]*/.exec(phone)?.[0].replace(/[^+\d]/g, "") ?? "";
  // The ampersand after the question mark is for phones that look for `&body`; the others pass over it.
  return `sms:${number}?&body=${encodeURIComponent(ticketMessage(face))}`;
}
