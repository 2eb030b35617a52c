import type { TicketFormat } from "@/features/tickets/rules";
import { counted, formatCount } from "@/lib/count";
import { currentSettings } from "@/lib/settings";

/** Texts on the ticket (contract 9: not refundable, arrive 30 minutes early) and around it. */
export const TICKET_COPY = {
  admit: "ADMIT ONE",
  guest: "GUEST",
  table: "TABLE",
  invoice: "INVOICE",
  terms: ["Tickets are not refundable.", "Please arrive 30 minutes early."],
} as const;

/** The text of the event's tickets or, without one, of all tickets; null for the standard terms. */
export const ownTextOf = ({ ticketText }: { ticketText?: string | null }): string | null =>
  ticketText || currentSettings().ticketText;

/** The lines at the foot of a ticket. */
export const termsOf = (face: { ticketText?: string | null }): readonly string[] =>
  ownTextOf(face)?.split("\n") ?? TICKET_COPY.terms;

export const RESULT_COPY = {
  heading: "The ticket is ready",
  severalHeading: (count: number) => `${count} tickets are ready`,
  severalDrawing: (drawn: number, count: number) => `Drawing ticket ${drawn + 1} of ${count}...`,
  severalTickets: "Tickets",
  print: "Print",
  drawing: "Drawing the ticket...",
  drawAgain: "Try again",
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

/** Message if a ticket image cannot be drawn (contract 8). */
export const DRAW_FAILURE: Record<TicketFormat, string> = {
  large: "Failed to generate professional ticket",
  small: "Failed to generate ticket image",
};

export const QR_REVIEW_COPY = {
  title: "Send ticket",
  send: "Send",
  save: "Save",
  share: "Share",
  copy: "Copy code",
  copyLink: "Copy link",
  copyLinks: (count: number) => `Copy ${formatCount(count)} links`,
  email: "Email app",
  sms: "SMS",
  downloadTicket: "Download ticket",
  download: "Download QR",
  attach: (canShare: boolean) =>
    `Attach the ticket picture to the email or SMS before you send it. Share ${canShare ? "brings it along" : "downloads it"}.`,
  noPhone: "This guest has no phone number for an SMS.",
  otherPhone: (phone: string) => `'${phone}' is not a phone number for an SMS.`,
  copyFailure: "Failed to copy QR code data",
  copyLinkFailure: "The link could not be copied. Select the address on the guest's ticket page instead.",
} as const;

export const SUCCESS_COPY = {
  title: "Registration Complete",
  heading: "Registration Complete!",
  text: "Loading the QR code...",
  goOn: "View the QR code",
} as const;

/**
 * Message to the guest by email or SMS. The link to the ticket page holds the text of the QR code; nothing else does.
 */
export const MESSAGE_COPY = {
  subject: (eventName: string) => `Your ticket for ${eventName}`,
  greeting: (fullName: string) => `Hello ${fullName},`,
  opening: (eventName: string) => `here are the details of your ticket for ${eventName}.`,
  date: "Date",
  place: "Place",
  name: "Name",
  table: "Table",
  invoice: "Invoice",
  link: (url: string) => `Your ticket with its QR code: ${url}`,
  attached: "Your ticket is the attached picture.",
  closing: "Please have the QR code of your ticket ready at the door, and arrive 30 minutes early.",
  ownClosing: "Please have the QR code of your ticket ready at the door.",
} as const;

export const PRINT_TICKETS_COPY = {
  title: "Print Tickets",
  preview: "Tickets",
  sheet: (sheet: number, sheets: number) => `Sheet ${formatCount(sheet)} of ${formatCount(sheets)}`,
  count: (tickets: number, sheets: number) =>
    `${counted(tickets, "ticket", "tickets")} on ${counted(sheets, "sheet", "sheets")}`,
  eventsFailed: "The events could not be loaded",
  none: "There are no tickets to print",
  noneHint: "No attendees match this selection. Choose attendees in the list, then print.",
  gone: (count: number) =>
    count === 1
      ? "One attendee you chose was deleted and has no ticket here."
      : `${formatCount(count)} attendees you chose were deleted and have no ticket here.`,
  tooMany: (tickets: number) => `${counted(tickets, "ticket is", "tickets are")} too many to print at once`,
  tooManyHint: (most: number) =>
    `At most ${formatCount(most)} at a time. Select fewer, or narrow the filters, and print again.`,
  /** `part` is blank for all tickets of an event. */
  fileName: (what: string, date: string, part = "") => `Tickets ${what}${part} ${date}`,
  selected: (count: number) => ` selected ${count}`,
  filtered: " filtered",
  severalEvents: "several events",
} as const;

export const TICKET_FILES_COPY = {
  pdf: "Save as PDF",
  zip: "Save images (ZIP)",
  what: (count: number, fileName: string, isPdfAlone: boolean) =>
    `${isPdfAlone ? "The PDF" : "Each"} holds the ${count === 1 ? "ticket" : `${formatCount(count)} tickets`} below: ${fileName}`,
  stop: "Stop",
  progress: {
    pdf: (done: number, total: number) => `Making the PDF: ${formatCount(done)} of ${formatCount(total)}`,
    zip: (done: number, total: number) => `Drawing ticket ${formatCount(done)} of ${formatCount(total)}`,
  },
  tooMany: (most: string) => `A ZIP file holds at most ${most} images. Select fewer, or save them as a PDF.`,
  failure: { title: "Error", fallback: "The file could not be made. Please try again." },
} as const;

/** Label of one ticket's image among several. */
export const openPictureOf = (face: { fullName: string }) => `${RESULT_COPY.openPicture} of ${face.fullName}`;

export const qrAltText = (face: { fullName: string; invoiceNumber: string }) =>
  `QR code of ${face.fullName}, invoice ${face.invoiceNumber}`;

export const ticketAltText = (face: { fullName: string; eventName: string; invoiceNumber: string }) =>
  `Ticket of ${face.fullName} for ${face.eventName}, invoice ${face.invoiceNumber}`;
