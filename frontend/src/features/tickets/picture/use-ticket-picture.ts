import { useCallback } from "react";
import { DRAW_FAILURE } from "@/features/tickets/copy";
import { drawQr } from "@/features/tickets/picture/draw-qr";
import { drawTicket } from "@/features/tickets/picture/draw-ticket";
import { qrFileName, ticketFileName } from "@/features/tickets/picture/ticket-file";
import { type Picture, usePicture } from "@/features/tickets/picture/use-picture";
import { TICKET_SIZES, type TicketFormat } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { today } from "@/lib/clock";

const png = (picture: Blob, name: string) => new File([picture], name, { type: "image/png" });

/** The picture of a ticket, drawn once for each face. `face` must be stable. */
export function useTicketPicture(face: TicketFace, format: TicketFormat): Picture {
  const draw = useCallback(
    async () =>
      png(await drawTicket(face, TICKET_SIZES[format]), ticketFileName(face.invoiceNumber, today())),
    [face, format],
  );
  return usePicture(draw, DRAW_FAILURE[format]);
}

/** The picture of a ticket's QR code alone. */
export function useQrPicture({ qrCodeData, invoiceNumber }: TicketFace): Picture {
  const draw = useCallback(
    async () => png(await drawQr(qrCodeData), qrFileName(invoiceNumber, today())),
    [qrCodeData, invoiceNumber],
  );
  return usePicture(draw, DRAW_FAILURE.small);
}
