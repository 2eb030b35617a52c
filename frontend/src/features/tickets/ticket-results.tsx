import { Printer, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { openPictureOf, RESULT_COPY, ticketAltText } from "@/features/tickets/copy";
import { useTicketPictures } from "@/features/tickets/picture/use-ticket-picture";
import { TICKET_SIZES } from "@/features/tickets/rules";
import { ShareButtons } from "@/features/tickets/share-buttons";
import { useShareTickets } from "@/features/tickets/share-tickets";
import { TicketExitLinks } from "@/features/tickets/ticket-exit-links";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { useResultHeading } from "@/features/tickets/use-result-heading";
import type { Origin } from "@/hooks/origin";

interface TicketResultsProps {
  /** Must be stable while the same tickets are shown. */
  faces: readonly TicketFace[];
  printAddress: string;
  /** The amount that is still owed, as text; null for nothing. */
  owed: string | null;
  sending: ReactNode;
  onAddAnother: () => void;
}

/** Several tickets of one buyer, with actions for all and the next steps (contract 2). */
export function TicketResults({ faces, printAddress, owed, sending, onAddAnother }: TicketResultsProps) {
  const { drawn, drawAgain } = useTicketPictures(faces);
  const heading = useResultHeading();
  const isReady = drawn.length === faces.length;
  const files = isReady ? drawn.map(({ file }) => file) : null;
  const [first] = faces;
  const { share, download } = useShareTickets(files, { title: first?.eventName ?? "" }, faces);

  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-10">
      <div className="flex flex-col gap-3 md:sticky md:top-6 md:order-last">
        <div className="mb-2 flex flex-col gap-1">
          <h2 ref={heading} tabIndex={-1} data-key-text className="font-semibold text-xl outline-none">
            {RESULT_COPY.severalHeading(faces.length)}
          </h2>
          <p className="wrap-anywhere text-text-muted" dir="auto">
            {first?.fullName}
          </p>
          {owed ? <p className="font-medium text-on-warning-soft">{owed}</p> : null}
        </div>
        <ShareButtons
          file={files?.[0] ?? null}
          onShare={share}
          onDownload={download}
          qrCodes={faces.map(({ qrCodeData }) => qrCodeData)}
          className="md:flex-col"
        />
        <ButtonLink variant="secondary" to={printAddress} state={{ fromForm: true } satisfies Origin}>
          <Printer />
          {RESULT_COPY.print}
        </ButtonLink>
        {sending}
        <Button variant="secondary" onClick={onAddAnother}>
          <UserPlus />
          {RESULT_COPY.addAnother}
        </Button>
        <TicketExitLinks className="md:flex-col" />
      </div>
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
