import type { Progress } from "@/features/tickets/files/ticket-pdf";
import { ZipFile } from "@/features/tickets/files/zip-file";
import { drawTicket } from "@/features/tickets/picture/draw-ticket";
import { ticketFileName } from "@/features/tickets/picture/use-ticket-picture";
import { TICKET_SIZES } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";

/** The large images of the tickets in one file. */
export async function ticketZip(
  faces: readonly TicketFace[],
  day: Date,
  onProgress: Progress,
): Promise<Blob> {
  const zip = new ZipFile(day);
  const used = new Set<string>();
  for (const [index, face] of faces.entries()) {
    let name = ticketFileName(face.invoiceNumber, day);
    // Other tools' numbers may differ in characters that no file name may have.
    if (used.has(name)) name = name.replace(/\.png$/, `-${index + 1}.png`);
    used.add(name);
    await zip.add(name, await drawTicket(face, TICKET_SIZES.large));
    onProgress(index + 1);
  }
  return zip.finish();
}
