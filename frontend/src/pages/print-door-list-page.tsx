import { useQuery } from "@tanstack/react-query";
import { CalendarSearch, CalendarX, FileWarning, Users } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { Event } from "@/api/types";
import { PrintBar, PrintButton } from "@/components/print/print-bar";
import { Card } from "@/components/ui/card";
import { EmptyState, QueryView } from "@/components/ui/states";
import { BackToList } from "@/features/attendees/details/back-to-list";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { NoEvents } from "@/features/attendees/no-events";
import { DOOR_LIST_COPY } from "@/features/attendees/print/copy";
import { DoorList } from "@/features/attendees/print/door-list";
import { OrderField } from "@/features/attendees/print/order-field";
import type { PrintOrder } from "@/features/attendees/print/print-order";
import type { PrintSource } from "@/features/attendees/print/print-source";
import { PrintedEventField } from "@/features/attendees/print/printed-event-field";
import { ReadingAttendees } from "@/features/attendees/print/reading-attendees";
import { usePrintParams } from "@/features/attendees/print/use-print-params";
import { type PrintedAttendees, usePrintedAttendees } from "@/features/attendees/print/use-printed-attendees";
import { DOOR_LIST_MAX } from "@/features/attendees/rules";
import { eventListQuery } from "@/features/events/api";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

export function PrintDoorListPage() {
  const {
    filters: { eventId },
    order,
    chooseOrder,
    chooseEvent,
  } = usePrintParams();
  const events = useQuery(eventListQuery());
  const event = events.data?.find(({ id }) => id === eventId);
  const everybody = useMemo<PrintSource | null>(
    () =>
      eventId === null
        ? null
        : { kind: "matching", filters: { ...NO_FILTERS, eventId }, newestId: null, except: [] },
    [eventId],
  );
  const printed = usePrintedAttendees(everybody, DOOR_LIST_MAX);
  const isReady = event !== undefined && printed.kind === "ready" && printed.attendees.length > 0;

  function body(): ReactNode {
    if (event) return <ListOf event={event} printed={printed} order={order} />;
    if (!events.isSuccess)
      return (
        <QueryView
          query={events}
          loading={DOOR_LIST_COPY.loadingEvents}
          failed={DOOR_LIST_COPY.eventsFailed}
        />
      );
    if (events.data.length === 0) return <NoEvents />;
    return eventId === null ? (
      <EmptyState
        icon={<CalendarSearch aria-hidden="true" />}
        title={DOOR_LIST_COPY.chooseEvent}
        description={DOOR_LIST_COPY.chooseEventHint}
      />
    ) : (
      <EmptyState
        icon={<CalendarX aria-hidden="true" />}
        title={DOOR_LIST_COPY.eventNotFound}
        description={DOOR_LIST_COPY.eventNotFoundHint}
      />
    );
  }

  return (
    <StaffFrame title={DOOR_LIST_COPY.title}>
      <PrintBar back={<BackToList filters={{ ...NO_FILTERS, eventId }} />}>
        {events.isError ? null : (
          <PrintedEventField
            events={events.data}
            eventId={eventId}
            onChoose={chooseEvent}
            none={DOOR_LIST_COPY.chooseEvent}
          />
        )}
        <OrderField order={order} onChange={chooseOrder} />
        <PrintButton
          fileName={event ? DOOR_LIST_COPY.fileName(event.name, event.date) : DOOR_LIST_COPY.title}
          disabled={!isReady}
        />
      </PrintBar>
      {event ? body() : <Card>{body()}</Card>}
    </StaffFrame>
  );
}

interface ListOfProps {
  event: Event;
  printed: PrintedAttendees;
  order: PrintOrder;
}

function ListOf({ event, printed, order }: ListOfProps) {
  return (
    <ReadingAttendees
      printed={printed}
      tooMany={(total) => (
        <EmptyState
          icon={<FileWarning aria-hidden="true" />}
          title={DOOR_LIST_COPY.tooMany(total)}
          description={DOOR_LIST_COPY.tooManyHint(DOOR_LIST_MAX)}
        />
      )}
    >
      {({ attendees, readAt }) =>
        attendees.length > 0 ? (
          <DoorList event={event} attendees={attendees} order={order} readAt={readAt} />
        ) : (
          <Card>
            <EmptyState
              icon={<Users aria-hidden="true" />}
              title={DOOR_LIST_COPY.none}
              description={DOOR_LIST_COPY.noneHint}
            />
          </Card>
        )
      }
    </ReadingAttendees>
  );
}
