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
  drawFailure: { title: "Error", description: "Failed to generate ticket image" },
  shareFailure: { title: "Error", description: "Failed to copy or download ticket" },
} as const;

export const ticketAltText = (face: { fullName: string; eventName: string; invoiceNumber: string }) =>
  `Ticket of ${face.fullName} for ${face.eventName}, invoice ${face.invoiceNumber}`;
