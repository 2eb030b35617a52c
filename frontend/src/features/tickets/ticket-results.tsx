import { Printer, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { useTicketPictures } from "@/features/tickets/picture/use-ticket-picture";
import { ShareButtons } from "@/features/tickets/share-buttons";
import { useShareTickets } from "@/features/tickets/share-tickets";
import { TicketExitLinks } from "@/features/tickets/ticket-exit-links";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { TicketGrid } from "@/features/tickets/ticket-grid";
import { useResultHeading } from "@/features/tickets/use-result-heading";
import type { Origin } from "@/hooks/origin";

interface TicketResultsProps {
  /** Must be stable while the same tickets are shown. */
  faces: readonly TicketFace[];
  /** URL of the page that prints these tickets. */
  printAddress: string;
  /** The amount that is still owed, as text; null for nothing. */
  owed: string | null;
  /** Sending by the server. */
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
