import { ChartColumn, TicketCheck, Tickets, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EVENING_COPY } from "@/features/attendees/event-summary/copy";
import { actionVariant } from "@/features/attendees/event-summary/event-actions";
import { eventTicketsUrl } from "@/features/attendees/rules";
import type { EventPhase } from "@/lib/event-day";
import { addGuestUrl } from "@/lib/url";

interface EventLinksProps {
  eventId: number;
  when: EventPhase;
  isSuperAdmin: boolean;
  children: ReactNode;
}

/** Further ways from the event to its other pages (contract 2.edit-event.30, 901, 980). */
export function EventLinks({ eventId, when, isSuperAdmin, children }: EventLinksProps) {
  const variant = actionVariant(when);
  return (
    <div className="grid grid-cols-3 gap-3 max-sm:[&_svg]:hidden">
      <ButtonLink
        variant={variant}
        size="tight"
        className={isSuperAdmin ? "col-span-2" : "col-span-full"}
        to={addGuestUrl(eventId)}
      >
        <UserPlus />
        {EVENING_COPY.add}
      </ButtonLink>
      <ButtonLink variant={variant} size="tight" to={eventTicketsUrl(eventId)} state={{ fromEvent: true }}>
        <Tickets />
        {EVENING_COPY.tickets}
      </ButtonLink>
      {children}
      <ButtonLink variant={variant} size="tight" to={`/doors?eventId=${eventId}#passes`}>
        <TicketCheck />
        {EVENING_COPY.passes}
      </ButtonLink>
      {isSuperAdmin ? (
        <ButtonLink variant={variant} size="tight" to={`/analytics?eventId=${eventId}`}>
          <ChartColumn />
          {EVENING_COPY.figures}
        </ButtonLink>
      ) : null}
    </div>
  );
}
