import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { ApiError } from "@/api/api-error";
import type { Attendee } from "@/api/types";
import { Card } from "@/components/ui/card";
import { ErrorState, LoadingState } from "@/components/ui/states";
import { attendeeQuery } from "@/features/attendees/api";
import { AttendeeNotFound } from "@/features/attendees/attendee-not-found";
import { ATTENDEE_COPY } from "@/features/attendees/copy";
import { eventListQuery } from "@/features/events/api";
import { QR_REVIEW_COPY } from "@/features/tickets/copy";
import { QrReview } from "@/features/tickets/qr-review";
import { ticketFace } from "@/features/tickets/ticket-face";
import { StaffFrame } from "@/features/users/staff-frame";
import { parseRouteId } from "@/lib/route-id";

/** contract 2: /qr-review/{id}. */
export function QrReviewPage() {
  const id = parseRouteId(useParams().id);
  return (
    <StaffFrame title={QR_REVIEW_COPY.title} width="narrow">
      {id === null ? <AttendeeNotFound /> : <AttendeeReview key={id} id={id} />}
    </StaffFrame>
  );
}

function AttendeeReview({ id }: { id: number }) {
  const attendee = useQuery(attendeeQuery(id));
  if (attendee.isPending) {
    return (
      <Card>
        <LoadingState text={ATTENDEE_COPY.loading} />
      </Card>
    );
  }
  if (attendee.isError) {
    if (attendee.error instanceof ApiError && attendee.error.status === 404) return <AttendeeNotFound />;
    return (
      <Card>
        <ErrorState
          title={ATTENDEE_COPY.fetchFailed}
          onRetry={() => attendee.refetch()}
          retrying={attendee.isFetching}
        />
      </Card>
    );
  }
  return <ReviewOf attendee={attendee.data} />;
}

function ReviewOf({ attendee }: { attendee: Attendee }) {
  // Only for the time of the event, which an attendee does not carry; without the list the date stands alone.
  const events = useQuery(eventListQuery());
  const time = events.data?.find(({ id }) => id === attendee.eventId)?.time ?? null;
  const face = useMemo(() => ticketFace(attendee, time), [attendee, time]);
  return <QrReview face={face} phone={attendee.phone} />;
}
