import { toIsoDate } from "@/lib/event-date";

/** contract 9: the names of exported files carry the date. Characters that a file name cannot hold become hyphens. */
function pictureName(kind: string, invoiceNumber: string, day: Date): string {
  const invoice = invoiceNumber.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${kind}-${invoice || "attendee"}-${toIsoDate(day)}.png`;
}

export const ticketFileName = (invoiceNumber: string, day: Date) => pictureName("ticket", invoiceNumber, day);
export const qrFileName = (invoiceNumber: string, day: Date) => pictureName("qr", invoiceNumber, day);
