import { Printer, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Attendee, Event } from "@/api/types";
import { Button, ButtonLink } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { useTicketPicture } from "@/features/tickets/picture/use-ticket-picture";
import { ShareButtons } from "@/features/tickets/share-buttons";
import { useShareTickets } from "@/features/tickets/share-tickets";
import { TicketExitLinks } from "@/features/tickets/ticket-exit-links";
import { type TicketFace, ticketFace } from "@/features/tickets/ticket-face";
import { TicketFrame } from "@/features/tickets/ticket-frame";
import { TicketResults } from "@/features/tickets/ticket-results";
import { useResultHeading } from "@/features/tickets/use-result-heading";
import type { Origin } from "@/hooks/origin";
import { formatOwed } from "@/lib/money";

interface ResultViewProps {
  attendees: readonly Attendee[];
  event: Event | undefined;
  printAddress: string;
  sending: ReactNode;
  onAddAnother: () => void;
}

/** The registered tickets, one or several (contract 2). */
export function ResultView({ attendees, event, onAddAnother, ...actions }: ResultViewProps) {
  // Stable while the same tickets are shown.
  const [faces] = useState(() => attendees.map((attendee) => ticketFace(attendee, event)));
  const [first] = faces;
  const owedCents = attendees.reduce((sum, attendee) => sum + (attendee.owedCents ?? 0), 0);
  const shared = {
    ...actions,
    owed: owedCents > 0 ? formatOwed(owedCents) : null,
    onAddAnother,
  };
  return first && faces.length === 1 ? (
    <TicketResult face={first} {...shared} />
  ) : (
    <TicketResults faces={faces} {...shared} />
  );
}

interface TicketResultProps {
  /** Must be stable while the same ticket is shown. */
  face: TicketFace;
  printAddress: string;
  /** The amount that is still owed, as text; null for nothing. */
  owed: string | null;
  sending: ReactNode;
  onAddAnother: () => void;
}

/** contract 2: the ticket of a new attendee, and the next steps. */
export function TicketResult({ face, printAddress, owed, sending, onAddAnother }: TicketResultProps) {
  const picture = useTicketPicture(face, "large");
  const heading = useResultHeading();
  const file = picture.kind === "ready" ? picture.file : null;

  const { share, download } = useShareTickets(file, { title: face.eventName });

  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] md:gap-10">
      {/* Small enough on a phone that Share is in view without scrolling. */}
      <div className="mx-auto w-full max-w-72 md:max-w-none">
        <TicketFrame face={face} picture={picture} format="large" />
      </div>
      <div className="flex flex-col gap-3 md:max-w-sm">
        <div className="mb-2 flex flex-col gap-1">
          <h2 ref={heading} tabIndex={-1} data-key-text className="font-semibold text-xl outline-none">
            {RESULT_COPY.heading}
          </h2>
          <p className="wrap-anywhere text-text-muted">
            <span dir="auto">{face.fullName}</span> ·{" "}
            <span className="tabular-nums">{face.invoiceNumber}</span>
          </p>
          {owed ? <p className="font-medium text-on-warning-soft">{owed}</p> : null}
        </div>
        <ShareButtons
          file={file}
          onShare={share}
          onDownload={download}
          qrCodes={[face.qrCodeData]}
          className="md:flex-col"
        />
        <ButtonLink
          variant="secondary"
          to={printAddress}
          state={{ fromTicket: "/add-attendee" } satisfies Origin}
        >
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
    </div>
  );
}
