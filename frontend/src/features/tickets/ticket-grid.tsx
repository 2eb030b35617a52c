import { openPictureOf, RESULT_COPY, ticketAltText } from "@/features/tickets/copy";
import { TICKET_SIZES } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";

interface TicketGridProps {
  faces: readonly TicketFace[];
  /** The images drawn so far, in the order of the faces. */
  urls: readonly string[];
}

/** Several tickets as small images, which open in full size (contract 2). Nothing moves while they are drawn. */
export function TicketGrid({ faces, urls }: TicketGridProps) {
  return (
    <ul
      aria-label={RESULT_COPY.severalTickets}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 md:grid-cols-2 lg:grid-cols-3"
    >
      {faces.map((face, index) => {
        const url = urls[index];
        return (
          <li key={face.qrCodeData} className="flex min-w-0 flex-col gap-2">
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={openPictureOf(face)}
                className="block overflow-hidden rounded-md border"
              >
                <img
                  src={url}
                  alt={ticketAltText(face)}
                  {...TICKET_SIZES.large}
                  className="block h-auto w-full animate-fade"
                />
              </a>
            ) : (
              <div className="aspect-2/3 rounded-md border bg-surface-muted" />
            )}
            <p className="wrap-anywhere text-sm">
              <span dir="auto" className="font-medium">
                {face.fullName}
              </span>
              <br />
              <span className="text-text-muted tabular-nums">{face.invoiceNumber}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
