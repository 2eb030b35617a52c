import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import type { Event } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { eventFiguresQuery } from "@/features/attendees/api";
import { EDIT_EVENT_COPY } from "@/features/events/copy";
import { EditEventForm } from "@/features/events/edit-event-form";
import { EventById } from "@/features/events/event-by-id";
import { ticketTypesQuery } from "@/features/ticket-types/api";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { useTonight } from "@/hooks/use-tonight";
import { eventPhase } from "@/lib/event-day";
import { parseRouteId } from "@/lib/url";

/** The event's evening, and the ways from the event to its other pages (contract 2.edit-event.30). */
const EventHead = lazyComponent(
  async () => {
    const [{ actionVariant, EventActions }, { EventLinks }, { EventSummaryCard }] = await Promise.all([
      import("@/features/attendees/event-summary/event-actions"),
      import("@/features/attendees/event-summary/event-links"),
      import("@/features/attendees/event-summary/event-summary-card"),
    ]);
    return function EventHead({ event }: { event: Event }) {
      const { id: userId, role } = useSignedInUser();
      const isSuperAdmin = role === "super_admin";
      const tonight = useTonight();
      const when = eventPhase(event, tonight);
      return (
        <EventSummaryCard event={event} tonight={tonight} wrapsName>
          <EventActions eventId={event.id} when={when} />
          <EventLinks eventId={event.id} when={when} isSuperAdmin={isSuperAdmin}>
            <EventImportButton
              event={event}
              userId={userId}
              mayBringBack={isSuperAdmin}
              variant={actionVariant(when)}
            />
          </EventLinks>
        </EventSummaryCard>
      );
    };
  },
  <Card className="min-h-60">{null}</Card>,
);
const EventImportButton = lazyComponent(
  async () => (await import("@/features/spreadsheets/event-import")).EventImportButton,
  <span />,
);
const Announcements = lazyComponent(
  async () => (await import("@/features/ticket-types/announcements")).Announcements,
);
const ListsCard = lazyComponent(
  async () => (await import("@/features/check-in-lists/lists-card")).ListsCard,
  <Card className="min-h-36">{null}</Card>,
);
const TypesCard = lazyComponent(
  async () => (await import("@/features/ticket-types/types-card")).TypesCard,
  <Card className="min-h-36">{null}</Card>,
);
const DuplicateCard = lazyComponent(
  async () => (await import("@/features/events/duplicate-card")).DuplicateCard,
  <Card className="min-h-36">{null}</Card>,
);
const DangerZone = lazyComponent(
  async () => (await import("@/features/events/danger-zone")).DangerZone,
  <Card className="min-h-36">{null}</Card>,
);
const EventImportPanel = lazyComponent(
  async () => (await import("@/features/spreadsheets/event-import")).EventImportPanel,
);
const EventMailCard = lazyComponent(
  async () => (await import("@/features/mail/event-mail-card")).EventMailCard,
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
  const { id: userId } = useSignedInUser();
  const types = useQuery(ticketTypesQuery(event.id));
  const figures = useQuery(eventFiguresQuery(event.id));
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
      <div className="flex flex-col gap-6 lg:col-span-3">
        <Announcements eventId={event.id} />
        <EventHead event={event} />
        <EventImportPanel userId={userId} />
      </div>
      <div className="flex flex-col gap-6 lg:col-span-2">
        <Card className="flex flex-col gap-4">
          <CardTitle>{EDIT_EVENT_COPY.details}</CardTitle>
          <EditEventForm
            event={event}
            guests={{
              inside: figures.data?.inside ?? figures.data?.attended,
              registered: figures.data?.tickets,
              owing: figures.data?.unpaidTickets,
              hasTypePrices: types.data?.some(({ priceCents }) => priceCents !== null),
            }}
            onSaved={() => navigate("/")}
          />
        </Card>
        <EventMailCard eventId={event.id} />
      </div>
      <div className="flex flex-col gap-6">
        <TypesCard eventId={event.id} />
        <ListsCard eventId={event.id} types={types} />
        <DuplicateCard eventId={event.id} />
        <DangerZone event={event} onDeleted={() => navigate("/")} />
      </div>
    </div>
  );
}
