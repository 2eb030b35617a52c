import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import type { Attendee } from "@/api/types";
import { AttendeeById } from "@/features/attendees/attendee-by-id";
import { NoTicket } from "@/features/attendees/erase/no-ticket";
import { hasTicket } from "@/features/attendees/rules";
import { eventListQuery } from "@/features/events/api";
import { QR_REVIEW_COPY } from "@/features/tickets/copy";
import { QrReview } from "@/features/tickets/qr-review";
import { ticketFace } from "@/features/tickets/ticket-face";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/route-id";

/** contract 2: /qr-review/{id}. */
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
  // Only for the time of the event, which an attendee does not carry; without the list the date stands alone.
  const events = useQuery(eventListQuery());
  const time = events.data?.find(({ id }) => id === attendee.eventId)?.time ?? null;
  const face = useMemo(() => ticketFace(attendee, time), [attendee, time]);
  return <QrReview face={face} phone={attendee.phone} />;
}
