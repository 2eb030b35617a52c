import { ChartColumn, TicketCheck, Tickets, UserPlus } from "lucide-react";
import type { Event } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { actionVariant, EventActions } from "@/features/attendees/event-summary/event-actions";
import { EventSummaryCard } from "@/features/attendees/event-summary/event-summary-card";
import { eventTicketsUrl } from "@/features/attendees/rules";
import { EVENT_HEAD_COPY } from "@/features/events/head-copy";
import { EventImportButton } from "@/features/spreadsheets/event-import";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { useTonight } from "@/hooks/use-tonight";
import { eventPhase } from "@/lib/event-day";

/** The event's evening, and the ways from the event to its other pages (contract 2.edit-event.30, 901, 980). */
export function EventHead({ event }: { event: Event }) {
  const { id: userId, role } = useSignedInUser();
  const isSuperAdmin = role === "super_admin";
  const tonight = useTonight();
  const when = eventPhase(event, tonight);
  const variant = actionVariant(when);
  return (
    <EventSummaryCard event={event} tonight={tonight} wrapsName>
      <EventActions eventId={event.id} when={when} />
      <div className="grid grid-cols-3 gap-3 max-sm:[&_svg]:hidden">
        <ButtonLink
          variant={variant}
          size="tight"
          className={isSuperAdmin ? "col-span-2" : "col-span-full"}
          to={`/add-attendee?eventId=${event.id}`}
        >
          <UserPlus aria-hidden="true" />
          {EVENT_HEAD_COPY.add}
        </ButtonLink>
        <ButtonLink variant={variant} size="tight" to={eventTicketsUrl(event.id)} state={{ fromEvent: true }}>
          <Tickets aria-hidden="true" />
          {EVENT_HEAD_COPY.tickets}
        </ButtonLink>
        <EventImportButton event={event} userId={userId} mayBringBack={isSuperAdmin} variant={variant} />
        <ButtonLink variant={variant} size="tight" to={`/doors?eventId=${event.id}#passes`}>
          <TicketCheck aria-hidden="true" />
          {EVENT_HEAD_COPY.passes}
        </ButtonLink>
        {isSuperAdmin ? (
          <ButtonLink variant={variant} size="tight" to={`/analytics?eventId=${event.id}`}>
            <ChartColumn aria-hidden="true" />
            {EVENT_HEAD_COPY.figures}
          </ButtonLink>
        ) : null}
      </div>
    </EventSummaryCard>
  );
}
