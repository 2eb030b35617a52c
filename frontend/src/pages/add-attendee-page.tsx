import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Attendee, Event } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState, QueryView } from "@/components/ui/states";
import { REGISTER_COPY } from "@/features/attendees/copy";
import { RegisterForm } from "@/features/attendees/register/register-form";
import { eventListQuery } from "@/features/events/api";
import { TicketTypeField } from "@/features/ticket-types/ticket-type-field";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { eventIdOf } from "@/lib/url";

interface RegisteredTicketsProps {
  attendees: readonly Attendee[];
  event: Event | undefined;
  onAddAnother: () => void;
}

const RegisteredTickets = lazyComponent(
  async () => {
    const { ResultView } = await import("@/features/tickets/result-view");
    const { urlOfTickets } = await import("@/features/attendees/print/print-source");
    return function RegisteredTickets(props: RegisteredTicketsProps) {
      return <ResultView {...props} printAddress={urlOfTickets(props.attendees.map(({ id }) => id))} />;
    };
  },
  <LoadingState text={REGISTER_COPY.loadingTicket} />,
);

/** Only before the first event. */
const NoEvents = lazyComponent(async () => (await import("@/features/attendees/no-events")).NoEvents);

interface RegistrationProps {
  events: Pick<Event, "id" | "name" | "date">[];
  draftName: string;
  askedEventId: number | null;
  onRegistered: (attendees: Attendee[]) => void;
}

function Registration({ events, onRegistered, ...asked }: RegistrationProps) {
  const user = useSignedInUser();
  if (events.length === 0) return <NoEvents />;
  return (
    <>
      <CardTitle>{REGISTER_COPY.heading}</CardTitle>
      <RegisterForm
        events={events}
        {...asked}
        userId={user.id}
        typeField={(field) => <TicketTypeField {...field} />}
        onRegistered={onRegistered}
      />
    </>
  );
}

/** /add-attendee: the form, then its result (contract 2). */
export function AddAttendeePage() {
  const events = useQuery(eventListQuery());
  const [params] = useSearchParams();
  const [linkedEventId] = useState(() => eventIdOf(params));
  // The next attendee starts with the event of the previous one.
  const [askedEventId, setAskedEventId] = useState(linkedEventId);
  const [shown, setShown] = useState<Attendee[] | null>(null);

  const eventOf = (eventId: number | undefined) => events.data?.find(({ id }) => id === eventId);
  const showTickets = (attendees: Attendee[]) => {
    setAskedEventId(attendees[0]?.eventId ?? null);
    setShown(attendees);
  };

  return (
    <StaffFrame title={REGISTER_COPY.title} width={shown ? "wide" : "narrow"}>
      {shown ? (
        <RegisteredTickets
          attendees={shown}
          event={eventOf(shown[0]?.eventId)}
          onAddAnother={() => setShown(null)}
        />
      ) : (
        <Card className="flex flex-col gap-6">
          {events.isSuccess ? null : (
            <QueryView
              query={events}
              loading={REGISTER_COPY.loadingEvents}
              failed={REGISTER_COPY.eventsFailed}
            />
          )}
          {events.data ? (
            <Registration
              events={events.data}
              // A draft for another event must not fill the form that a link opens for this one.
              draftName={`register-attendee ${linkedEventId ?? ""}`}
              askedEventId={askedEventId}
              onRegistered={showTickets}
            />
          ) : null}
        </Card>
      )}
    </StaffFrame>
  );
}
