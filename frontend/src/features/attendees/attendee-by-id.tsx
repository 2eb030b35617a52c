import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { ApiError } from "@/api/api-error";
import type { AttendeeDetails } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState, QueryView } from "@/components/ui/states";
import { attendeeQuery, editDraftName } from "@/features/attendees/api";
import { ATTENDEE_COPY } from "@/features/attendees/copy";
import { hasTicket } from "@/features/attendees/rules";
import { dropDraft } from "@/hooks/drafts";

interface AttendeeByIdProps {
  /** Null if the URL has no valid id. */
  id: number | null;
  children: (attendee: AttendeeDetails) => ReactNode;
}

/** Loads one attendee for a screen, with loading, error and not-found states. */
export function AttendeeById({ id, children }: AttendeeByIdProps) {
  return id === null ? (
    <AttendeeNotFound />
  ) : (
    <ReadAttendee key={id} id={id}>
      {children}
    </ReadAttendee>
  );
}

function ReadAttendee({ id, children }: AttendeeByIdProps & { id: number }) {
  const attendee = useQuery(attendeeQuery(id));
  const isUnknown = attendee.error instanceof ApiError && attendee.error.status === 404;
  const isGone = isUnknown || (attendee.isSuccess && !hasTicket(attendee.data));
  useEffect(() => {
    if (isGone) dropDraft(editDraftName(id));
  }, [isGone, id]);
  if (attendee.isSuccess) return children(attendee.data);
  if (isUnknown) return <AttendeeNotFound />;
  return (
    <Card>
      <QueryView query={attendee} loading={ATTENDEE_COPY.loading} failed={ATTENDEE_COPY.fetchFailed} />
    </Card>
  );
}

/** Shown for an unknown id, with a link to the list (contract 2). */
function AttendeeNotFound() {
  return (
    <Card>
      <EmptyState
        icon={<UserX />}
        title={ATTENDEE_COPY.notFound}
        description={ATTENDEE_COPY.notFoundText}
        action={
          <ButtonLink variant="secondary" to="/manage-attendees">
            {ATTENDEE_COPY.back}
          </ButtonLink>
        }
      />
    </Card>
  );
}
