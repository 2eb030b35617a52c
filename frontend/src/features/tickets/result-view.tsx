import { useState } from "react";
import type { Attendee, Event } from "@/api/types";
import { RESULT_COPY } from "@/features/tickets/copy";
import { useTicketPicture } from "@/features/tickets/picture/use-ticket-picture";
import { type ResultActions, ResultPanel } from "@/features/tickets/result-panel";
import { useShareTickets } from "@/features/tickets/share-tickets";
import { type TicketFace, ticketFace } from "@/features/tickets/ticket-face";
import { TicketFrame } from "@/features/tickets/ticket-frame";
import { TicketResults } from "@/features/tickets/ticket-results";
import { formatOwed } from "@/lib/money";

interface ResultViewProps extends Omit<ResultActions, "owed"> {
  attendees: readonly Attendee[];
  event: Event | undefined;
}

/** The registered tickets, one or several (contract 2). */
export function ResultView({ attendees, event, ...actions }: ResultViewProps) {
  // Stable while the same tickets are shown.
  const [faces] = useState(() => attendees.map((attendee) => ticketFace(attendee, event)));
  const [first] = faces;
  const owedCents = attendees.reduce((sum, attendee) => sum + (attendee.owedCents ?? 0), 0);
  const shared = { ...actions, owed: owedCents > 0 ? formatOwed(owedCents) : null };
  return first && faces.length === 1 ? (
    <TicketResult face={first} {...shared} />
  ) : (
    <TicketResults faces={faces} {...shared} />
  );
}

interface TicketResultProps extends ResultActions {
  /** Must be stable while the same ticket is shown. */
  face: TicketFace;
}

/** contract 2: the ticket of a new attendee, and the next steps. */
export function TicketResult({ face, ...actions }: TicketResultProps) {
  const picture = useTicketPicture(face, "large");
  const file = picture.kind === "ready" ? picture.file : null;
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] md:gap-10">
      {/* Small enough on a phone that Share is in view without scrolling. */}
      <div className="mx-auto w-full max-w-72 md:max-w-none">
        <TicketFrame face={face} picture={picture} format="large" />
      </div>
      <ResultPanel
        {...actions}
        heading={RESULT_COPY.heading}
        file={file}
        exits={useShareTickets(file, { title: face.eventName })}
        qrCodes={[face.qrCodeData]}
        origin={{ fromTicket: "/add-attendee" }}
        className="md:max-w-sm"
      >
        <p className="wrap-anywhere text-text-muted">
          <span dir="auto">{face.fullName}</span> · <span className="tabular-nums">{face.invoiceNumber}</span>
        </p>
      </ResultPanel>
    </div>
  );
}
