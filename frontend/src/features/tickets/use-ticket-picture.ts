import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { DRAW_FAILURE, RESULT_COPY } from "@/features/tickets/copy";
import { drawTicket } from "@/features/tickets/draw-ticket";
import { TICKET_SIZES, type TicketFormat } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { ticketFileName } from "@/features/tickets/ticket-file";
import { today } from "@/lib/clock";

export type TicketPicture =
  | { kind: "drawing" }
  | { kind: "ready"; file: File; address: string }
  | { kind: "failed" };

/** The picture of a ticket, drawn once for each face. `face` must be stable. */
export function useTicketPicture(face: TicketFace, format: TicketFormat): TicketPicture {
  const [picture, setPicture] = useState<TicketPicture>({ kind: "drawing" });
  useEffect(() => {
    let left = false;
    let address: string | null = null;
    setPicture({ kind: "drawing" });
    drawTicket(face, TICKET_SIZES[format]).then(
      (png) => {
        if (left) return;
        const file = new File([png], ticketFileName(face.invoiceNumber, today()), { type: "image/png" });
        address = URL.createObjectURL(file);
        setPicture({ kind: "ready", file, address });
      },
      (error: unknown) => {
        if (left) return;
        console.error("The ticket could not be drawn", error);
        setPicture({ kind: "failed" });
        toast({ title: RESULT_COPY.failed, description: DRAW_FAILURE[format], variant: "destructive" });
      },
    );
    return () => {
      left = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [face, format]);
  return picture;
}
