import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { Attendee, Event } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState, QueryView } from "@/components/ui/states";
import { REGISTER_COPY } from "@/features/attendees/copy";
import { registeredQuery } from "@/features/attendees/register/api";
import { RegisterForm, type RegisterFormProps } from "@/features/attendees/register/register-form";
import { eventListQuery } from "@/features/events/api";
import { TicketPrice, TicketTypeField } from "@/features/ticket-types/ticket-type-field";
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
    const { TicketMailLine } = await import("@/features/mail/ticket-mail-line");
    const { EmailTickets } = await import("@/features/mail/email-tickets");
    return function RegisteredTickets(props: RegisteredTicketsProps) {
      const ids = props.attendees.map(({ id }) => id);
      const [first] = props.attendees;
      const sending =
        ids.length > 1 ? (
          <EmailTickets attendees={props.attendees} />
        ) : (
          first && <TicketMailLine attendee={first} />
        );
      return (
        <ResultView {...props} printAddress={urlOfTickets(ids)} sending={first?.email ? sending : null} />
      );
    };
  },
  <LoadingState text={REGISTER_COPY.loadingTicket} />,
);

/** Only before the first event. */
const NoEvents = lazyComponent(async () => (await import("@/features/attendees/no-events")).NoEvents);

const AmountNote = lazyComponent(async () => (await import("@/features/attendees/amount-note")).AmountNote);

function Registration(form: Omit<RegisterFormProps, "userId" | "typeField" | "amountNote">) {
  const user = useSignedInUser();
  if (form.events.length === 0) return <NoEvents />;
  return (
    <>
      <CardTitle>{REGISTER_COPY.heading}</CardTitle>
      <RegisterForm
        {...form}
        userId={user.id}
        typeField={(field) => <TicketTypeField {...field} />}
        amountNote={(payment) => (
          <TicketPrice event={payment.event} typeId={payment.ticketTypeId}>
            {(priceCents) => <AmountNote {...payment} priceCents={priceCents} />}
          </TicketPrice>
        )}
      />
    </>
  );
}

/** The ids of the registered attendees, in the page's entry of the history: a reload shows their tickets again. */
function useRegistered() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [ids, setIds] = useState<readonly number[] | null>(() => state?.registered ?? null);
  const keep = (registered: readonly number[] | null) => {
    setIds(registered);
    navigate({ search }, { replace: true, state: { ...state, registered } });
  };
  const { data, ...query } = useQuery({ ...registeredQuery(ids ?? []), enabled: ids !== null });
  return {
    /** Null while the form is shown; undefined while they are read. */
    attendees: ids === null || data?.length === 0 ? null : data,
    query,
    show: (attendees: Attendee[]) => {
      const registered = attendees.map(({ id }) => id);
      queryClient.setQueryData(registeredQuery(registered).queryKey, attendees);
      keep(registered);
    },
    clear: () => keep(null),
  };
}

/** /add-attendee: the form, then its result (contract 2). */
export function AddAttendeePage() {
  const events = useQuery(eventListQuery());
  const [params] = useSearchParams();
  const [linkedEventId] = useState(() => eventIdOf(params));
  const { attendees, query, show, clear } = useRegistered();
  // The next attendee starts with the event of the previous one.
  const [previous, setPrevious] = useState<Attendee | null>(null);

  return (
    <StaffFrame title={REGISTER_COPY.title} width={attendees ? "wide" : "narrow"}>
      {attendees && !events.isPending ? (
        <RegisteredTickets
          attendees={attendees}
          event={events.data?.find(({ id }) => id === attendees[0]?.eventId)}
          onAddAnother={() => {
            setPrevious(attendees[0] ?? null);
            clear();
          }}
        />
      ) : (
        <Card className="flex flex-col gap-6">
          {attendees === undefined ? (
            <QueryView
              query={query}
              loading={REGISTER_COPY.loadingTicket}
              failed={REGISTER_COPY.ticketFailed}
            />
          ) : events.isSuccess ? null : (
            <QueryView
              query={events}
              loading={REGISTER_COPY.loadingEvents}
              failed={REGISTER_COPY.eventsFailed}
            />
          )}
          {attendees === null && events.data ? (
            <Registration
              events={events.data}
              // A draft for another event must not fill the form that a link opens for this one.
              draftName={`register-attendee ${linkedEventId ?? ""}`}
              askedEventId={previous?.eventId ?? linkedEventId}
              previous={previous}
              onRegistered={show}
            />
          ) : null}
        </Card>
      )}
    </StaffFrame>
  );
}
