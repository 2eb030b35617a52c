import { useMemo } from "react";
import type { Attendee } from "@/api/types";
import { type EventOnTicket, type TicketFace, ticketFace } from "@/features/tickets/ticket-face";

/** The face of a ticket, the same object while its content is the same: a check-in draws no image again. */
export function useTicketFace(attendee: Attendee, event: EventOnTicket | undefined): TicketFace {
  const content = JSON.stringify(ticketFace(attendee, event));
  return useMemo(() => JSON.parse(content) as TicketFace, [content]);
}
