import type { Progress } from "@/features/tickets/files/ticket-pdf";
import { ZipFile } from "@/features/tickets/files/zip-file";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { inFileName } from "@/lib/file-name";

/** `INV-7K3M9 Ada Byron.png`, as Windows and macOS allow it. */
export const zippedName = ({ invoiceNumber, fullName }: TicketFace): string =>
  `${inFileName(`${inFileName(invoiceNumber)} ${inFileName(fullName)}`) || "ticket"}.png`;

export async function ticketZip(
  faces: readonly TicketFace[],
  {
    day,
    imageOf,
    onProgress,
  }: {
    day: Date;
    imageOf: (face: TicketFace, index: number) => Blob | Promise<Blob>;
    onProgress?: Progress;
  },
): Promise<Blob> {
  const zip = new ZipFile(day);
  const used = new Set<string>();
  for (const [index, face] of faces.entries()) {
    let name = zippedName(face);
    // Other tools' numbers may differ in letter case only, or in characters that no file name may have.
    if (used.has(name.toLowerCase())) name = name.replace(/\.png$/, ` (${index + 1}).png`);
    used.add(name.toLowerCase());
    await zip.add(name, await imageOf(face, index));
    onProgress?.(index + 1);
  }
  return zip.finish();
}
