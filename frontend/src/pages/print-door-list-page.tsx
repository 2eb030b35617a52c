import { useQuery } from "@tanstack/react-query";
import { CalendarSearch, CalendarX, FileWarning, Users } from "lucide-react";
import { type ComponentProps, type ReactNode, useMemo } from "react";
import type { Attendee, Event } from "@/api/types";
import { PrintBar, PrintButton } from "@/components/print/print-bar";
import { Card } from "@/components/ui/card";
import { EmptyState, QueryView } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import { BackToList } from "@/features/attendees/details/back-to-list";
import { isNarrowed } from "@/features/attendees/list/filters";
import { NoEvents } from "@/features/attendees/no-events";
import { DOOR_LIST_COPY } from "@/features/attendees/print/copy";
import { DoorList } from "@/features/attendees/print/door-list";
import { filterWords } from "@/features/attendees/print/filters-in-force";
import { OrderField, PrintedEventField } from "@/features/attendees/print/print-fields";
import type { PrintOrder } from "@/features/attendees/print/print-order";
import { isPart, type PrintSource } from "@/features/attendees/print/print-source";
import { ReadingAttendees } from "@/features/attendees/print/reading-attendees";
import { usePrintParams } from "@/features/attendees/print/use-print-params";
import { type PrintedAttendees, usePrintedAttendees } from "@/features/attendees/print/use-printed-attendees";
import { DOOR_LIST_MAX, doorListUrl } from "@/features/attendees/rules";
import { eventListQuery } from "@/features/events/api";
import { FILTER_COPY } from "@/features/mail/copy";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

export function PrintDoorListPage() {
  const { source, filters, order, chooseOrder, chooseEvent } = usePrintParams();
  const { eventId } = filters;
  const events = useQuery(eventListQuery());
  const event = events.data?.find(({ id }) => id === eventId);
  const read = usePrintedAttendees(eventId === null ? null : source, DOOR_LIST_MAX);
  const { printed, ofOtherEvents } = useMemo(() => atEvent(eventId, read), [eventId, read]);
  const isReady = event !== undefined && printed.kind === "ready" && printed.attendees.length > 0;

  function body(): ReactNode {
    if (event)
      return (
        <ListOf event={event} printed={printed} order={order} source={source} ofOtherEvents={ofOtherEvents} />
      );
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
        icon={<CalendarSearch />}
        title={DOOR_LIST_COPY.chooseEvent}
        description={DOOR_LIST_COPY.chooseEventHint}
      />
    ) : (
      <EmptyState
        icon={<CalendarX />}
        title={DOOR_LIST_COPY.eventNotFound}
        description={DOOR_LIST_COPY.eventNotFoundHint}
      />
    );
  }

  return (
    <StaffFrame title={DOOR_LIST_COPY.title}>
      <PrintBar back={<BackToList filters={filters} />}>
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
          fileName={event ? fileNameOf(event, source, printed) : DOOR_LIST_COPY.title}
          disabled={!isReady}
        />
        {event && isPart(source) ? (
          <TextLink to={doorListUrl(eventId)} replace className="basis-full self-start">
            {DOOR_LIST_COPY.everyone}
          </TextLink>
        ) : null}
      </PrintBar>
      {event ? body() : <Card>{body()}</Card>}
    </StaffFrame>
  );
}

/** Leaves out the selected attendees of other events, and counts them. */
function atEvent(eventId: number | null, printed: PrintedAttendees) {
  if (printed.kind !== "ready") return { printed, ofOtherEvents: 0 };
  const attendees = printed.attendees.filter((attendee) => attendee.eventId === eventId);
  return { printed: { ...printed, attendees }, ofOtherEvents: printed.attendees.length - attendees.length };
}

interface ListOfProps {
  event: Event;
  printed: PrintedAttendees;
  order: PrintOrder;
  source: PrintSource;
  ofOtherEvents: number;
}

function ListOf({ event, printed, order, source, ofOtherEvents }: ListOfProps) {
  return (
    <ReadingAttendees
      printed={printed}
      tooMany={(total) => (
        <EmptyState
          icon={<FileWarning />}
          title={DOOR_LIST_COPY.tooMany(total)}
          description={DOOR_LIST_COPY.tooManyHint(DOOR_LIST_MAX)}
        />
      )}
    >
      {({ attendees, readAt, gone }) => (
        <>
          {gone > 0 ? <p className="mb-6 print:hidden">{DOOR_LIST_COPY.gone(gone)}</p> : null}
          {ofOtherEvents > 0 ? (
            <p className="mb-6 print:hidden">{DOOR_LIST_COPY.ofOtherEvents(ofOtherEvents)}</p>
          ) : null}
          {attendees.length > 0 ? (
            <DoorList
              event={event}
              attendees={attendees}
              order={order}
              readAt={readAt}
              part={partOf(source, attendees)}
            />
          ) : (
            <Nobody isPart={isPart(source)} />
          )}
        </>
      )}
    </ReadingAttendees>
  );
}

function Nobody({ isPart }: { isPart: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={<Users />}
        title={isPart ? DOOR_LIST_COPY.noneOfPart : DOOR_LIST_COPY.none}
        description={isPart ? DOOR_LIST_COPY.noneOfPartHint : DOOR_LIST_COPY.noneHint}
      />
    </Card>
  );
}

function partOf(
  source: PrintSource,
  attendees: readonly Attendee[],
): ComponentProps<typeof DoorList>["part"] {
  const { partKind, onlySelected, onlyFiltered } = DOOR_LIST_COPY;
  if (!isPart(source)) return null;
  if (source.kind === "chosen") return { kind: partKind.selected, heading: onlySelected(attendees.length) };
  const { ticketMail } = source.filters;
  const words = filterWords(source, {
    typeName: attendees[0]?.ticketType?.name,
    mailLabel: ticketMail === null ? undefined : FILTER_COPY.options[ticketMail],
  });
  return { kind: partKind.filtered, heading: onlyFiltered(words, isNarrowed(source.filters)) };
}

function fileNameOf(event: Event, source: PrintSource, printed: PrintedAttendees): string {
  const { fileName, fileSelected, fileFiltered } = DOOR_LIST_COPY;
  const count = printed.kind === "ready" ? printed.attendees.length : 0;
  const part = source.kind === "chosen" ? fileSelected(count) : fileFiltered;
  return fileName(event.name, event.date, isPart(source) ? part : "");
}
