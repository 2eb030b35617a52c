import { useCallback, useEffect, useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { DRAW_FAILURE, RESULT_COPY } from "@/features/tickets/copy";
import { drawQr } from "@/features/tickets/picture/draw-qr";
import { drawTicket } from "@/features/tickets/picture/draw-ticket";
import { qrFileName, ticketFileName } from "@/features/tickets/picture/ticket-file";
import { TICKET_SIZES, type TicketFormat } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { today } from "@/lib/clock";

export type Picture =
  | { kind: "drawing" }
  | { kind: "ready"; file: File; url: string }
  | { kind: "failed"; drawAgain: () => void };

/** A picture, drawn once for each `draw`, which must be stable; `failure` is said where it cannot be drawn. */
function usePicture(draw: () => Promise<File>, failure: string): Picture {
  const [picture, setPicture] = useState<Picture>({ kind: "drawing" });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let left = false;
    let url: string | null = null;
    setPicture({ kind: "drawing" });
    draw().then(
      (file) => {
        if (left) return;
        url = URL.createObjectURL(file);
        setPicture({ kind: "ready", file, url });
      },
      (error: unknown) => {
        if (left) return;
        console.error(`A picture could not be drawn (attempt ${attempt})`, error);
        setPicture({ kind: "failed", drawAgain: () => setAttempt(attempt + 1) });
        toast({ title: RESULT_COPY.failed, description: failure, variant: "destructive" });
      },
    );
    return () => {
      left = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [draw, failure, attempt]);
  return picture;
}

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
