import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useParams } from "react-router";
import type { Attendee } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { EmptyState } from "@/components/ui/states";
import { AttendeeById } from "@/features/attendees/attendee-by-id";
import { ERASED_COPY } from "@/features/attendees/erase/copy";
import { NeighbourLinks } from "@/features/attendees/list/neighbour-links";
import { urlOfTickets } from "@/features/attendees/print/print-source";
import { hasTicket, NOT_GIVEN } from "@/features/attendees/rules";
import { TicketFacts, TicketHeading } from "@/features/attendees/ticket-facts";
import { eventListQuery } from "@/features/events/api";
import { sendingQuery } from "@/features/mail/api";
import { QR_REVIEW_COPY } from "@/features/tickets/copy";
import { QrReview } from "@/features/tickets/qr-review";
import { useTicketFace } from "@/features/tickets/use-ticket-face";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/url";

const TicketMailLine = lazyComponent(
  async () => (await import("@/features/mail/ticket-mail-line")).TicketMailLine,
);

const urlOf = (id: number) => `/qr-review/${id}`;

export function QrReviewPage() {
  const id = parseRouteId(useParams().id);
  return (
    <StaffFrame title={QR_REVIEW_COPY.title} width="narrow">
      <div className="flex flex-col gap-4">
        {id === null ? null : <NeighbourLinks id={id} urlOf={urlOf} />}
        <AttendeeById id={id}>
          {(attendee) =>
            hasTicket(attendee) ? <ReviewOf attendee={attendee} /> : <NoTicket id={attendee.id} />
          }
        </AttendeeById>
      </div>
    </StaffFrame>
  );
}

function ReviewOf({ attendee }: { attendee: Attendee }) {
  // An attendee has only the event's name and date; without the rest these are shown alone.
  const events = useQuery(eventListQuery());
  const event = events.data?.find(({ id }) => id === attendee.eventId);
  const face = useTicketFace(attendee, event);
  const mail = useQuery(sendingQuery());
  return (
    <QrReview
      face={face}
      heading={<TicketHeading attendee={attendee} event={event} />}
      facts={<TicketFacts attendee={attendee} event={event} />}
      isComplete={!events.isPending}
      phone={attendee.phone === NOT_GIVEN ? null : attendee.phone}
      email={attendee.email}
      printAddress={urlOfTickets([attendee.id])}
      sendsEmails={mail.data?.mail.isSetUp ?? false}
      sending={(isPrimary) => <TicketMailLine attendee={attendee} isPrimary={isPrimary} />}
    />
  );
}

/** Replaces the ticket of an erased guest (contract 2.erase). */
function NoTicket({ id }: { id: number }) {
  return (
    <Card>
      <EmptyState
        icon={<UserX />}
        title={ERASED_COPY.noTicket}
        description={ERASED_COPY.noTicketText}
        action={
          <ButtonLink variant="secondary" to={`/attendee-details/${id}`}>
            {ERASED_COPY.toDetails}
          </ButtonLink>
        }
      />
    </Card>
  );
}
