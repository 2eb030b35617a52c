import { toIsoDate } from "@/lib/event-date";

/** contract 9: names of exported files carry the date. Whatever a file name cannot hold is left out. */
export function ticketFileName(invoiceNumber: string, day: Date): string {
  const invoice = invoiceNumber.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "");
  return `ticket-${invoice || "attendee"}-${toIsoDate(day)}.png`;
}
