import { useEffect, useMemo, useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { DRAW_FAILURE, RESULT_COPY } from "@/features/tickets/copy";
import { drawQr } from "@/features/tickets/picture/draw-qr";
import { drawTicket } from "@/features/tickets/picture/draw-ticket";
import { TICKET_SIZES, type TicketFormat } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { useSettings } from "@/hooks/use-settings";
import { today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";
import { inFileName } from "@/lib/file-name";

type Named = Pick<TicketFace, "eventName" | "invoiceNumber">;

/** `ticket-Midwinter-Gala-INV-7K3M9-2026-11-21.png`: exported files have the date in their name (contract 9). */
function pictureName(kind: string, { eventName, invoiceNumber }: Named, day: Date): string {
  const ticket = inFileName(invoiceNumber, "-") || "attendee";
  return [kind, inFileName(eventName, "-"), ticket, toIsoDate(day)].filter(Boolean).join("-").concat(".png");
}

export const ticketFileName = (face: Named, day: Date) => pictureName("ticket", face, day);
export const qrFileName = (face: Named, day: Date) => pictureName("qr", face, day);

interface Drawn {
  file: File;
  url: string;
}

interface Pictures {
  /** The images drawn so far, in order. */
  drawn: readonly Drawn[];
  /** Set if an image could not be drawn; earlier ones stay. */
  drawAgain: (() => void) | null;
}

export type Picture =
  | { kind: "drawing" }
  | ({ kind: "ready" } & Drawn)
  | { kind: "failed"; drawAgain: () => void };

/** Draws images one after another, once per `draws`, which must be stable. Shows `failure` if one cannot be drawn. */
function usePictures(draws: readonly (() => Promise<File>)[], failure: string): Pictures {
  const [drawn, setDrawn] = useState<Drawn[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let left = false;
    const made: Drawn[] = [];
    async function drawAll() {
      for (const draw of draws) {
        const file = await draw();
        if (left) return;
        made.push({ file, url: URL.createObjectURL(file) });
        setDrawn([...made]);
      }
    }
    setDrawn([]);
    setHasFailed(false);
    drawAll().catch((error: unknown) => {
      if (left) return;
      console.error(`A picture could not be drawn (attempt ${attempt})`, error);
      setHasFailed(true);
      toast({ title: RESULT_COPY.failed, description: failure, variant: "destructive" });
    });
    return () => {
      left = true;
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [draws, failure, attempt]);
  return { drawn, drawAgain: hasFailed ? () => setAttempt(attempt + 1) : null };
}

function pictureOf({ drawn: [picture], drawAgain }: Pictures): Picture {
  if (picture) return { kind: "ready", ...picture };
  return drawAgain ? { kind: "failed", drawAgain } : { kind: "drawing" };
}

const png = (picture: Blob, name: string) => new File([picture], name, { type: "image/png" });

const drawingOf = (face: TicketFace, format: TicketFormat) => async () =>
  png(await drawTicket(face, TICKET_SIZES[format]), ticketFileName(face, today()));

/** Large images of several tickets. `faces` must be stable. */
export function useTicketPictures(faces: readonly TicketFace[]): Pictures {
  const settings = useSettings();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing reads the settings
  const draws = useMemo(() => faces.map((face) => drawingOf(face, "large")), [faces, settings]);
  return usePictures(draws, DRAW_FAILURE.large);
}

/** Image of a ticket. `face` must be stable. */
export function useTicketPicture(face: TicketFace, format: TicketFormat): Picture {
  const settings = useSettings();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing reads the settings
  const draws = useMemo(() => [drawingOf(face, format)], [face, format, settings]);
  return pictureOf(usePictures(draws, DRAW_FAILURE[format]));
}

export function useQrPicture({ qrCodeData, eventName, invoiceNumber }: TicketFace): Picture {
  const draws = useMemo(
    () => [async () => png(await drawQr(qrCodeData), qrFileName({ eventName, invoiceNumber }, today()))],
    [qrCodeData, eventName, invoiceNumber],
  );
  return pictureOf(usePictures(draws, DRAW_FAILURE.small));
}
