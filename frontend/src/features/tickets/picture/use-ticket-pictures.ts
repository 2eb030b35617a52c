import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { DRAW_FAILURE, RESULT_COPY } from "@/features/tickets/copy";
import { drawTicket } from "@/features/tickets/picture/draw-ticket";
import { ticketFileName } from "@/features/tickets/picture/ticket-file";
import { TICKET_SIZES } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { today } from "@/lib/clock";

interface DrawnTicket {
  file: File;
  url: string;
}

export interface TicketPictures {
  /** As many as are drawn so far, in the order of the faces. */
  drawn: readonly DrawnTicket[];
  /** One could not be drawn; those before it stay. */
  drawAgain: (() => void) | null;
}

/** The large pictures of several tickets, drawn one after the other. `faces` must be stable. */
export function useTicketPictures(faces: readonly TicketFace[]): TicketPictures {
  const [drawn, setDrawn] = useState<DrawnTicket[]>([]);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    const made: DrawnTicket[] = [];
    async function drawAll() {
      for (const face of faces) {
        const picture = await drawTicket(face, TICKET_SIZES.large);
        if (left) return;
        const file = new File([picture], ticketFileName(face.invoiceNumber, today()), { type: "image/png" });
        made.push({ file, url: URL.createObjectURL(file) });
        setDrawn([...made]);
      }
    }
    setDrawn([]);
    drawAll().catch((error: unknown) => {
      if (left) return;
      console.error(`A picture could not be drawn (attempt ${attempt})`, error);
      setFailedAttempt(attempt);
      toast({ title: RESULT_COPY.failed, description: DRAW_FAILURE.large, variant: "destructive" });
    });
    return () => {
      left = true;
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [faces, attempt]);
  return { drawn, drawAgain: failedAttempt === attempt ? () => setAttempt(attempt + 1) : null };
}
