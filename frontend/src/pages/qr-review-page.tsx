import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useMemo } from "react";
import { useParams } from "react-router";
import type { Attendee } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { AttendeeById } from "@/features/attendees/attendee-by-id";
import { ERASED_COPY } from "@/features/attendees/erase/copy";
import { hasTicket } from "@/features/attendees/rules";
import { eventListQuery } from "@/features/events/api";
import { QR_REVIEW_COPY } from "@/features/tickets/copy";
import { QrReview } from "@/features/tickets/qr-review";
import { ticketFace } from "@/features/tickets/ticket-face";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/url";

export function QrReviewPage() {
  return (
    <StaffFrame title={QR_REVIEW_COPY.title} width="narrow">
      <AttendeeById id={parseRouteId(useParams().id)}>
        {(attendee) =>
          hasTicket(attendee) ? <ReviewOf attendee={attendee} /> : <NoTicket id={attendee.id} />
        }
      </AttendeeById>
    </StaffFrame>
  );
}

function ReviewOf({ attendee }: { attendee: Attendee }) {
  // An attendee has only the event's name and date; without the rest these are shown alone.
  const events = useQuery(eventListQuery());
  const event = events.data?.find(({ id }) => id === attendee.eventId);
  const face = useMemo(() => ticketFace(attendee, event), [attendee, event]);
  return <QrReview face={face} phone={attendee.phone} email={attendee.email} />;
}

/** Replaces the ticket of an erased guest (contract 2.erase). */
function NoTicket({ id }: { id: number }) {
  return (
    <Card>
      <EmptyState
        icon={<UserX aria-hidden="true" />}
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
