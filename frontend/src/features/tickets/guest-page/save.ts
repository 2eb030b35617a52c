import { calendarFile } from "@/features/tickets/guest-page/calendar-file";
import type { Ticket } from "@/features/tickets/guest-page/read-ticket";
import { drawTicket } from "@/features/tickets/picture/draw-ticket";
import { TICKET_SIZES } from "@/features/tickets/rules";
import { now } from "@/lib/clock";
import { saveFile } from "@/lib/save-file";

/** Names of files carry the event and its date; what a file name cannot hold becomes a hyphen. */
function fileName({ event }: Ticket, ending: string): string {
  const name = event.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${name || "ticket"}-${event.date}.${ending}`;
}

export function saveCalendar(qrData: string, ticket: Ticket): void {
  const [, eventId = ""] = qrData.split(".");
  const text = calendarFile(ticket, { eventId, host: window.location.hostname, now: now() });
  saveFile(new File([text], fileName(ticket, "ics"), { type: "text/calendar;charset=utf-8" }));
}

export async function savePicture(qrData: string, ticket: Ticket): Promise<void> {
  const face = {
    eventName: ticket.event.name,
    eventDate: ticket.event.date,
    eventTime: ticket.event.time,
    fullName: ticket.fullName,
    tableNumber: ticket.tableNumber,
    invoiceNumber: null,
    qrCodeData: qrData,
  };
  const picture = await drawTicket(face, TICKET_SIZES.large);
  saveFile(new File([picture], fileName(ticket, "png"), { type: "image/png" }));
}
