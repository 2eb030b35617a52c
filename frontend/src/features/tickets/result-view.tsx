import { type ReactNode, useState } from "react";
import type { Attendee, Event } from "@/api/types";
import { ticketFace } from "@/features/tickets/ticket-face";
import { TicketResult } from "@/features/tickets/ticket-result";
import { TicketResults } from "@/features/tickets/ticket-results";
import { formatOwed } from "@/lib/money";

interface ResultViewProps {
  attendees: readonly Attendee[];
  event: Event | undefined;
  /** URL of the page that prints these tickets. */
  printAddress: string;
  /** Sending by the server. */
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
