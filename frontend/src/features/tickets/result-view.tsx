import { useState } from "react";
import type { Attendee, Event } from "@/api/types";
import { ticketFace } from "@/features/tickets/ticket-face";
import { TicketResult } from "@/features/tickets/ticket-result";
import { TicketResults } from "@/features/tickets/ticket-results";

interface ResultViewProps {
  attendees: readonly Attendee[];
  event: Event | undefined;
  /** URL of the page that prints these tickets. */
  printAddress: string;
  onAddAnother: () => void;
}

/** The registered tickets, one or several (contract 2). */
export function ResultView({ attendees, event, printAddress, onAddAnother }: ResultViewProps) {
  // Stable while the same tickets are shown.
  const [faces] = useState(() => attendees.map((attendee) => ticketFace(attendee, event)));
  const [first] = faces;
  return first && faces.length === 1 ? (
    <TicketResult face={first} onAddAnother={onAddAnother} />
  ) : (
    <TicketResults faces={faces} printAddress={printAddress} onAddAnother={onAddAnother} />
  );
}
