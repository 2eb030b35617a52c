import { ImageOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { LoadingState } from "@/components/ui/states";
import { RESULT_COPY, ticketAltText } from "@/features/tickets/copy";
import type { Picture } from "@/features/tickets/picture/use-ticket-picture";
import { TICKET_SIZES, type TicketFormat } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { classes } from "@/lib/classes";

/** Aspect ratios, so that nothing moves when an image loads. */
const SHAPE: Record<TicketFormat, string> = { large: "aspect-2/3", small: "aspect-3/4" };

interface TicketFrameProps {
  face: TicketFace;
  picture: Picture;
  format: TicketFormat;
}

/** A ticket image: loading, shown or failed. */
export function TicketFrame({ face, picture, format }: TicketFrameProps) {
  if (picture.kind === "failed") {
    return (
      <div
        className={classes(
          "flex flex-col items-center justify-center gap-4 rounded-md border p-6",
          SHAPE[format],
        )}
      >
        {/* The toast gives the reason, once (contract 8). */}
        <ImageOff className="size-8 text-text-muted" />
        <Button variant="secondary" onClick={picture.drawAgain}>
          {RESULT_COPY.drawAgain}
        </Button>
      </div>
    );
  }
  if (picture.kind === "drawing") {
    return (
      <LoadingState text={RESULT_COPY.drawing} className={classes("rounded-md border", SHAPE[format])} />
    );
  }
  return (
    <a
      href={picture.url}
      target="_blank"
      rel="noreferrer"
      aria-label={RESULT_COPY.openPicture}
      className="relative block overflow-hidden rounded-md border"
    >
      <img
        src={picture.url}
        alt={ticketAltText(face)}
        {...TICKET_SIZES[format]}
        className="block h-auto w-full animate-fade"
      />
      {/* A toast may cover the event's name above, never the guest and the QR code. */}
      <span data-key-text className="absolute inset-x-0 top-1/4 bottom-0" />
    </a>
  );
}
