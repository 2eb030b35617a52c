import { useQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError } from "@/api/api-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState, ErrorState, LoadingState } from "@/components/ui/states";
import { DoorListCard } from "@/features/attendees/print/door-list-card";
import { eventQuery } from "@/features/events/api";
import { EDIT_EVENT_COPY } from "@/features/events/copy";
import { DangerZone } from "@/features/events/danger-zone";
import { EditEventForm } from "@/features/events/edit-event-form";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/route-id";

export function EditEventPage() {
  const id = parseRouteId(useParams().id);
  return (
    <StaffFrame title={EDIT_EVENT_COPY.title} width="narrow">
      {id === null ? <EventNotFound /> : <EventEditor key={id} id={id} />}
    </StaffFrame>
  );
}

function EventNotFound() {
  return (
    <Card>
      <EmptyState
        icon={<CalendarX aria-hidden="true" />}
        title={EDIT_EVENT_COPY.notFound}
        description={EDIT_EVENT_COPY.notFoundText}
        action={
          <Button asChild variant="secondary">
            <Link to="/">{EDIT_EVENT_COPY.toDashboard}</Link>
          </Button>
        }
      />
    </Card>
  );
}

function EventEditor({ id }: { id: number }) {
  const navigate = useNavigate();
  const event = useQuery(eventQuery(id));

  if (event.isPending) {
    return (
      <Card>
        <LoadingState text={EDIT_EVENT_COPY.loading} />
      </Card>
    );
  }
  if (event.isError) {
    if (event.error instanceof ApiError && event.error.status === 404) return <EventNotFound />;
    return (
      <Card>
        <ErrorState
          title={EDIT_EVENT_COPY.fetchFailed}
          onRetry={() => event.refetch()}
          retrying={event.isFetching}
        />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <EditEventForm event={event.data} onSaved={() => navigate("/")} />
      </Card>
      <DoorListCard eventId={id} />
      <DangerZone event={event.data} onDeleted={() => navigate("/")} />
    </div>
  );
}
