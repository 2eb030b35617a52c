import { Button } from "@/components/ui/button";
import { openPictureOf, RESULT_COPY, ticketAltText } from "@/features/tickets/copy";
import { useTicketPictures } from "@/features/tickets/picture/use-ticket-picture";
import { type ResultActions, ResultPanel } from "@/features/tickets/result-panel";
import { TICKET_SIZES } from "@/features/tickets/rules";
import { useShareTickets } from "@/features/tickets/share-tickets";
import type { TicketFace } from "@/features/tickets/ticket-face";

interface TicketResultsProps extends ResultActions {
  /** Must be stable while the same tickets are shown. */
  faces: readonly TicketFace[];
}

/** Several tickets of one buyer, with actions for all and the next steps (contract 2). */
export function TicketResults({ faces, ...actions }: TicketResultsProps) {
  const { drawn, drawAgain } = useTicketPictures(faces);
  const isReady = drawn.length === faces.length;
  const files = isReady ? drawn.map(({ file }) => file) : null;
  const [first] = faces;
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-10">
      <ResultPanel
        {...actions}
        heading={RESULT_COPY.severalHeading(faces.length)}
        file={files?.[0] ?? null}
        exits={useShareTickets(files, { title: first?.eventName ?? "" }, faces)}
        qrCodes={faces.map(({ qrCodeData }) => qrCodeData)}
        origin={{ fromForm: true }}
        className="md:sticky md:top-6 md:order-last"
      >
        <p className="wrap-anywhere text-text-muted" dir="auto">
          {first?.fullName}
        </p>
      </ResultPanel>
      <div className="flex min-w-0 flex-col gap-4">
        <p role="status" className="text-sm text-text-muted tabular-nums empty:hidden">
          {isReady || drawAgain ? null : RESULT_COPY.severalDrawing(drawn.length, faces.length)}
        </p>
        {drawAgain ? (
          <Button variant="secondary" className="self-start" onClick={drawAgain}>
            {RESULT_COPY.drawAgain}
          </Button>
        ) : null}
        <TicketGrid faces={faces} urls={drawn.map(({ url }) => url)} />
      </div>
    </div>
  );
}

interface TicketGridProps {
  faces: readonly TicketFace[];
  /** The images drawn so far, in the order of the faces. */
  urls: readonly string[];
}

/** Several tickets as small images, which open in full size (contract 2). Nothing moves while they are drawn. */
function TicketGrid({ faces, urls }: TicketGridProps) {
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
