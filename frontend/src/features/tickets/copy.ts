import type { TicketFormat } from "@/features/tickets/rules";

/** The words on the ticket (contract 9: not refundable, arrive 30 minutes early) and around it. */
export const TICKET_COPY = {
  admit: "ADMIT ONE",
  guest: "GUEST",
  table: "TABLE",
  noTable: "No table",
  invoice: "INVOICE",
  terms: "Tickets are not refundable. Please arrive 30 minutes early.",
} as const;

export const RESULT_COPY = {
  heading: "The ticket is ready",
  drawing: "Drawing the ticket...",
  share: "Share",
  download: "View/Download",
  addAnother: "Add Another Attendee",
  backToAttendees: "Back to Attendees",
  done: "Done",
  openPicture: "Open the ticket picture",
  downloaded: { title: "Downloaded!" },
  failed: "Error",
  shareFailure: "Failed to copy or download ticket",
} as const;

/** contract 8: what is said when a picture of a ticket cannot be drawn. */
export const DRAW_FAILURE: Record<TicketFormat, string> = {
  large: "Failed to generate professional ticket",
  small: "Failed to generate ticket image",
};

export const ticketAltText = (face: { fullName: string; eventName: string; invoiceNumber: string }) =>
  `Ticket of ${face.fullName} for ${face.eventName}, invoice ${face.invoiceNumber}`;
