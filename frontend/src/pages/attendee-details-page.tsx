import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, QrCode } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useParams } from "react-router";
import type { Attendee, AttendeeDetails, Event } from "@/api/types";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState } from "@/components/ui/states";
import { useHasKeptEdit } from "@/features/attendees/api";
import { AttendeeById } from "@/features/attendees/attendee-by-id";
import { ATTENDEE_COPY } from "@/features/attendees/copy";
import { AttendanceCard } from "@/features/attendees/details/attendance-card";
import { AttendeeFacts } from "@/features/attendees/details/attendee-facts";
import { BackToList } from "@/features/attendees/details/back-to-list";
import { DETAILS_COPY } from "@/features/attendees/details/copy";
import { hasTicket } from "@/features/attendees/rules";
import { eventListQuery } from "@/features/events/api";
import { TicketPrice, TicketTypeField, useTypeName } from "@/features/ticket-types/ticket-type-field";
import { TicketExport } from "@/features/tickets/ticket-export";
import { useTicketFace } from "@/features/tickets/use-ticket-face";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { type Origin, useOrigin } from "@/hooks/origin";
import { parseRouteId } from "@/lib/url";

const AmountNote = lazyComponent(async () => (await import("@/features/attendees/amount-note")).AmountNote);
const AttendeeHistory = lazyComponent(
  async () => (await import("@/features/activity/attendee-history")).AttendeeHistory,
);
const CheckInsCard = lazyComponent(
  async () => (await import("@/features/check-in-lists/check-ins-card")).CheckInsCard,
);
const EditAttendeeForm = lazyComponent(
  async () => (await import("@/features/attendees/details/edit-attendee-form")).EditAttendeeForm,
  <Card>
    <LoadingState text={ATTENDEE_COPY.loading} />
  </Card>,
);
const PrivacyCard = lazyComponent(
  async () => (await import("@/features/attendees/erase/privacy-card")).PrivacyCard,
);

const NeighbourLinks = lazyComponent(
  async () => (await import("@/features/attendees/list/neighbour-links")).NeighbourLinks,
  <div className="h-11" />,
);
const TicketMailLine = lazyComponent(
  async () => (await import("@/features/mail/ticket-mail-line")).TicketMailLine,
);

const urlOf = (id: number) => `/attendee-details/${id}`;

export function AttendeeDetailsPage() {
  const id = parseRouteId(useParams().id);
  const { listSearch } = useOrigin();
  const [isEdited, setEdited] = useState(false);
  return (
    <StaffFrame title={DETAILS_COPY.title}>
      <div className="flex flex-col gap-4">
        {id === null || listSearch === undefined || isEdited ? null : (
          <NeighbourLinks id={id} urlOf={urlOf} />
        )}
        <AttendeeById id={id}>
          {(attendee) => <DetailsOf attendee={attendee} onEdited={setEdited} />}
        </AttendeeById>
      </div>
    </StaffFrame>
  );
}

type Mode = "view" | "edit" | "view after edit";

interface DetailsOfProps {
  attendee: AttendeeDetails;
  onEdited: (isEdited: boolean) => void;
}

function DetailsOf({ attendee, onEdited }: DetailsOfProps) {
  const { id: userId, role } = useSignedInUser();
  const isSuperAdmin = role === "super_admin";
  const [mode, setMode] = useState<Mode>(useHasKeptEdit(attendee.id) ? "edit" : "view");
  const isErased = !hasTicket(attendee);
  const isEdited = mode === "edit" && !isErased;
  useEffect(() => {
    onEdited(isEdited);
    return () => onEdited(false);
  }, [isEdited, onEdited]);
  const typeName = useTypeName(isEdited ? attendee.eventId : null);
  const queryClient = useQueryClient();
  const events = useQuery(eventListQuery());
  const ofAttendee = (list: Event[]) => list.find(({ id }) => id === attendee.eventId);
  const event = events.data && ofAttendee(events.data);
  const attendance = (
    <>
      <AttendanceCard
        attendee={attendee}
        userId={userId}
        event={event}
        readEvent={() => queryClient.ensureQueryData(eventListQuery()).then(ofAttendee, () => undefined)}
      />
      {attendee.checkIns?.length ? <CheckInsCard checkIns={attendee.checkIns} /> : null}
    </>
  );
  return (
    <div className="flex flex-col gap-4">
      <BackToList />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr]">
        {isEdited ? (
          <EditAttendeeForm
            attendee={attendee}
            typeField={(field) => <TicketTypeField {...field} />}
            typeName={typeName}
            amountNote={(payment) =>
              event && (
                <TicketPrice event={event} typeId={payment.ticketTypeId}>
                  {(priceCents) => <AmountNote {...payment} priceCents={priceCents} />}
                </TicketPrice>
              )
            }
            onDone={() => setMode("view after edit")}
          />
        ) : (
          <div className="flex flex-col gap-6">
            <AttendeeFacts
              attendee={attendee}
              focusEdit={mode === "view after edit"}
              onEdit={() => setMode("edit")}
            />
            {isErased ? null : attendance}
          </div>
        )}
        {isErased ? (
          <div className="flex flex-col gap-6">{attendance}</div>
        ) : (
          <TicketCard attendee={attendee} />
        )}
        {isEdited ? null : (
          <div className="flex flex-col gap-6">
            <AttendeeHistory attendee={attendee} isSuperAdmin={isSuperAdmin} />
            {isSuperAdmin ? <PrivacyCard attendee={attendee} /> : null}
          </div>
        )}
      </div>
    </div>
  );
}

function TicketCard({ attendee }: { attendee: Attendee }) {
  const { fromList, listSearch, steps = 1 } = useOrigin();
  const hintId = useId();
  return (
    <Card className="flex flex-col gap-3 lg:row-span-2">
      <TicketOf attendee={attendee} />
      <ButtonLink
        variant="secondary"
        aria-describedby={hintId}
        to={`/qr-review/${attendee.id}`}
        state={
          {
            fromDetails: urlOf(attendee.id),
            ...(fromList && { fromList, listSearch, steps: steps + 1 }),
          } satisfies Origin
        }
      >
        <QrCode />
        {DETAILS_COPY.sendTicket}
        <ChevronRight />
      </ButtonLink>
      <p id={hintId} className="-mt-1 text-center text-sm text-text-muted">
        {DETAILS_COPY.sendTicketHint}
      </p>
      <TicketMailLine attendee={attendee} />
    </Card>
  );
}

function TicketOf({ attendee }: { attendee: Attendee }) {
  // An attendee has only the event's name and date; without the rest these are shown alone.
  const events = useQuery(eventListQuery());
  const event = events.data?.find(({ id }) => id === attendee.eventId);
  const face = useTicketFace(attendee, event);
  return events.isPending ? <LoadingState text={ATTENDEE_COPY.loading} /> : <TicketExport face={face} />;
}
