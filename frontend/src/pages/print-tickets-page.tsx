import { useQuery } from "@tanstack/react-query";
import { Tickets } from "lucide-react";
import { useMemo } from "react";
import type { Attendee, Event } from "@/api/types";
import { PrintBar, PrintButton } from "@/components/print/print-bar";
import { Card } from "@/components/ui/card";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { BackToList } from "@/features/attendees/details/back-to-list";
import { ERASED_COPY } from "@/features/attendees/erase/copy";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { FiltersInForce } from "@/features/attendees/print/filters-in-force";
import { OrderField, PrintedEventField } from "@/features/attendees/print/print-fields";
import { inTicketOrder, type PrintOrder } from "@/features/attendees/print/print-order";
import { isPart, type PrintSource } from "@/features/attendees/print/print-source";
import { ReadingAttendees } from "@/features/attendees/print/reading-attendees";
import { useLikelyPrintParams } from "@/features/attendees/print/use-print-params";
import { usePrintedAttendees } from "@/features/attendees/print/use-printed-attendees";
import { hasTicket } from "@/features/attendees/rules";
import { eventListQuery } from "@/features/events/api";
import { FILTER_COPY } from "@/features/mail/copy";
import { ticketTypesQuery } from "@/features/ticket-types/api";
import { TYPE_FIELD_COPY } from "@/features/ticket-types/copy";
import { PRINT_TICKETS_COPY } from "@/features/tickets/copy";
import { TicketFileButtons } from "@/features/tickets/files/ticket-file-buttons";
import { sheetCount, TicketSheets } from "@/features/tickets/print/ticket-sheets";
import { PRINTED_TICKETS_MAX } from "@/features/tickets/rules";
import { ticketFace } from "@/features/tickets/ticket-face";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";

export function PrintTicketsPage() {
  // An attendee does not carry the event's time.
  const events = useQuery(eventListQuery());
  const { source, filters, order, chooseOrder, chooseEvent } = useLikelyPrintParams(events.data);
  const printed = usePrintedAttendees(source, PRINTED_TICKETS_MAX);
  const count = printed.kind === "ready" ? printed.attendees.filter(hasTicket).length : 0;
  const eventsFailed = events.isError ? (
    <Card>
      <ErrorState title={PRINT_TICKETS_COPY.eventsFailed} query={events} />
    </Card>
  ) : null;
  return (
    <StaffFrame title={PRINT_TICKETS_COPY.title}>
      <PrintBar back={<BackToList filters={filters} />}>
        {source?.kind === "chosen" || events.isError ? null : (
          <PrintedEventField events={events.data} eventId={filters.eventId} onChoose={chooseEvent} />
        )}
        <OrderField order={order} onChange={chooseOrder} />
        <p role="status" className="text-text-muted tabular-nums max-sm:order-last max-sm:basis-full sm:py-3">
          {count > 0 ? PRINT_TICKETS_COPY.count(count, sheetCount(count)) : null}
        </p>
        <PrintButton
          fileName={
            printed.kind === "ready" ? fileNameOf(printed.attendees, source) : PRINT_TICKETS_COPY.title
          }
          disabled={count === 0 || !events.data}
        />
        {source ? <Filters source={source} /> : null}
      </PrintBar>
      {source === null && eventsFailed ? (
        eventsFailed
      ) : (
        <ReadingAttendees
          printed={printed}
          tooMany={(total) => (
            <EmptyState
              icon={<Tickets />}
              title={PRINT_TICKETS_COPY.tooMany(total)}
              description={PRINT_TICKETS_COPY.tooManyHint(PRINTED_TICKETS_MAX)}
            />
          )}
        >
          {({ attendees, gone }) => (
            <>
              {gone > 0 ? <p className="mb-6 print:hidden">{PRINT_TICKETS_COPY.gone(gone)}</p> : null}
              {attendees.length > count ? (
                <p className="mb-6 print:hidden">{ERASED_COPY.notPrinted(attendees.length - count)}</p>
              ) : null}
              {count === 0 ? <NoTickets /> : null}
              {count > 0 && events.data ? (
                <TicketsOf
                  attendees={attendees}
                  fileName={fileNameOf(attendees, source)}
                  order={order}
                  events={events.data}
                />
              ) : null}
              {count > 0 ? eventsFailed : null}
            </>
          )}
        </ReadingAttendees>
      )}
    </StaffFrame>
  );
}

function Filters({ source }: { source: PrintSource }) {
  const { eventId, ticketTypeId, ticketMail } = source.kind === "matching" ? source.filters : NO_FILTERS;
  const types = useQuery({ ...ticketTypesQuery(eventId ?? 0), enabled: ticketTypeId !== null });
  const type = types.data?.find(({ id }) => id === ticketTypeId);
  return (
    <FiltersInForce
      source={source}
      typeName={types.data && (type?.name ?? TYPE_FIELD_COPY.deleted)}
      mailLabel={ticketMail === null ? undefined : FILTER_COPY.options[ticketMail]}
    />
  );
}

interface TicketsOfProps {
  attendees: Attendee[];
  fileName: string;
  order: PrintOrder;
  events: readonly Event[];
}

function TicketsOf({ attendees, fileName, order, events }: TicketsOfProps) {
  const faces = useMemo(() => {
    const byId = new Map(events.map((event) => [event.id, event]));
    return inTicketOrder(attendees.filter(hasTicket), order).map((attendee) =>
      ticketFace(attendee, byId.get(attendee.eventId)),
    );
  }, [attendees, order, events]);
  return (
    <>
      <TicketFileButtons faces={faces} fileName={fileName} />
      <TicketSheets faces={faces} />
    </>
  );
}

function NoTickets() {
  return (
    <Card>
      <EmptyState
        icon={<Tickets />}
        title={PRINT_TICKETS_COPY.none}
        description={PRINT_TICKETS_COPY.noneHint}
      />
    </Card>
  );
}

function partOf(source: PrintSource, count: number): string {
  if (source.kind === "chosen") return PRINT_TICKETS_COPY.selected(count);
  return isPart(source) ? PRINT_TICKETS_COPY.filtered : "";
}

function fileNameOf(attendees: readonly Attendee[], source: PrintSource | null): string {
  const part = source ? partOf(source, attendees.length) : "";
  const [first, ...others] = attendees;
  const isOneEvent = first && others.every(({ eventId }) => eventId === first.eventId);
  return isOneEvent
    ? PRINT_TICKETS_COPY.fileName(first.event.name, first.event.date, part)
    : PRINT_TICKETS_COPY.fileName(PRINT_TICKETS_COPY.severalEvents, toIsoDate(today()), part);
}
