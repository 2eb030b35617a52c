import { MESSAGE_COPY, ownTextOf, termsOf } from "@/features/tickets/copy";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { formatEventSpan } from "@/lib/exact-date";
import { placeOf } from "@/lib/place";

/** An own ticket text replaces the standard terms here too. */
const closing = (face: TicketFace): string[] =>
  ownTextOf(face) ? [MESSAGE_COPY.ownClosing, ...termsOf(face)] : [MESSAGE_COPY.closing];

/** The message to a guest, one fact per line, with the link to the ticket page or a note about the image. */
export function ticketMessage(face: TicketFace, link: string | null): string {
  const place = placeOf(face);
  return [
    MESSAGE_COPY.greeting(face.fullName),
    MESSAGE_COPY.opening(face.eventName),
    "",
    `${MESSAGE_COPY.date}: ${formatEventSpan(face.eventDate, face.eventTime, face.endTime)}`,
    ...(place ? [`${MESSAGE_COPY.place}: ${place}`] : []),
    `${MESSAGE_COPY.name}: ${face.fullName}`,
    ...(face.tableNumber > 0 ? [`${MESSAGE_COPY.table}: ${face.tableNumber}`] : []),
    `${MESSAGE_COPY.invoice}: ${face.invoiceNumber}`,
    "",
    link ? MESSAGE_COPY.link(link) : MESSAGE_COPY.attached,
    ...closing(face),
  ].join("\n");
}

/** Lines of a mail end in CR LF, in a mailto: URL too (RFC 6068). */
const escaped = (text: string) => encodeURIComponent(text.replaceAll("\n", "\r\n"));

/** Opens the mail program with the message to the guest's address; without one the sender fills it in. */
export function mailUrl(face: TicketFace, link: string | null, email: string | null): string {
  const subject = escaped(MESSAGE_COPY.subject(face.eventName));
  return `mailto:${encodeURIComponent(email ?? "")}?subject=${subject}&body=${escaped(ticketMessage(face, link))}`;
}

/** Opens the messages app with the guest's number and the message; null without a number. */
export function smsUrl(face: TicketFace, link: string | null, phone: string): string | null {
  // A phone is free text. Take the first run of digits: `0400 123 456 (after six)`.
  const number = /\+?\d[\d\s().\-/]*/.exec(phone)?.[0].replace(/[^+\d]/g, "");
  if (!number) return null;
  // Some phones look for `&body`, hence `?&`; the others ignore the ampersand.
  return `sms:${number}?&body=${encodeURIComponent(ticketMessage(face, link))}`;
}
