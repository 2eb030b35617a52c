import { ChartColumn } from "lucide-react";
import { useNavigate, useParams } from "react-router";
import type { Event } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { actionVariant, EventActions } from "@/features/attendees/event-summary/event-actions";
import { EventSummaryCard } from "@/features/attendees/event-summary/event-summary-card";
import { EDIT_EVENT_COPY } from "@/features/events/copy";
import { DangerZone } from "@/features/events/danger-zone";
import { DuplicateCard } from "@/features/events/duplicate-card";
import { EditEventForm } from "@/features/events/edit-event-form";
import { EventById } from "@/features/events/event-by-id";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { useTonight } from "@/hooks/use-tonight";
import { eventPhase } from "@/lib/event-day";
import { parseRouteId } from "@/lib/url";

const Announcements = lazyComponent(
  async () => (await import("@/features/ticket-types/announcements")).Announcements,
);
const TypesCard = lazyComponent(
  async () => (await import("@/features/ticket-types/types-card")).TypesCard,
  <Card className="min-h-36">{null}</Card>,
);

/** /edit-event, with the event's summary at the top (contract 2). */
export function EditEventPage() {
  const id = parseRouteId(useParams().id);
  return (
    <StaffFrame title={EDIT_EVENT_COPY.title}>
      <EventById id={id} otherwise={{ to: "/", label: EDIT_EVENT_COPY.toDashboard }}>
        {(event) => <EventEditor event={event} />}
      </EventById>
    </StaffFrame>
  );
}

function EventEditor({ event }: { event: Event }) {
  const navigate = useNavigate();
  const { role } = useSignedInUser();
  const tonight = useTonight();
  const when = eventPhase(event, tonight);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
      <div className="flex flex-col gap-6 lg:col-span-3">
        <Announcements eventId={event.id} />
        <EventSummaryCard event={event} tonight={tonight}>
          <EventActions eventId={event.id} when={when} />
          {role === "super_admin" ? (
            <ButtonLink variant={actionVariant(when)} to={`/analytics?eventId=${event.id}`}>
              <ChartColumn aria-hidden="true" />
              {EDIT_EVENT_COPY.figures}
            </ButtonLink>
          ) : null}
        </EventSummaryCard>
      </div>
      <Card className="lg:col-span-2">
        <EditEventForm event={event} onSaved={() => navigate("/")} />
      </Card>
      <div className="flex flex-col gap-6">
        <TypesCard eventId={event.id} />
        <DuplicateCard eventId={event.id} />
        <DangerZone event={event} onDeleted={() => navigate("/")} />
      </div>
    </div>
  );
}
