import type { Attendee, Event } from "@/api/types";
import { DescriptionItem } from "@/components/ui/description-item";
import { PaymentBadge } from "@/components/ui/payment-badge";
import { PersonHeading } from "@/components/ui/person-heading";
import { TextLink } from "@/components/ui/text-link";
import { TypeMark } from "@/components/ui/type-mark";
import { AttendanceBadge } from "@/features/attendees/attendance-badge";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { DETAILS_COPY } from "@/features/attendees/details/copy";
import { formatTable } from "@/features/attendees/row-copy";
import { formatEventMoment, formatMoment } from "@/lib/event-date";
import { formatOwed } from "@/lib/money";

interface TicketFactsProps {
  attendee: Attendee;
  /** Undefined while loading: the event's time and venue are left out. */
  event: Pick<Event, "time" | "venue" | "countsExits"> | undefined;
}

/** The guest and the event of a ticket, beside its QR code. The name leads to the details. */
export function TicketHeading({ attendee, event }: TicketFactsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 text-center sm:text-left">
      <div>
        <TextLink to={`/attendee-details/${attendee.id}`}>
          <PersonHeading fullName={attendee.fullName} />
        </TextLink>
        <p className="mt-1 text-text-muted tabular-nums">{attendee.invoiceNumber}</p>
      </div>
      <div>
        <p className="wrap-anywhere font-medium" dir="auto">
          {attendee.event.name}
        </p>
        <p className="text-text-muted">{formatEventMoment(attendee.event.date, event?.time ?? null)}</p>
        {event?.venue ? (
          <p className="wrap-anywhere text-text-muted" dir="auto">
            {event.venue}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Table, ticket type, payment and attendance of a ticket (contract 2.qr-review.1080). */
export function TicketFacts({ attendee, event }: TicketFactsProps) {
  const { attended, attendedAt, owedCents, ticketType } = attendee;
  const presence = DETAILS_COPY.presence(attendee, event?.countsExits ?? false);
  const since = attended && attendedAt ? formatMoment(attendedAt) : null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-t pt-4 sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none">
      <DescriptionItem label={DETAILS_COPY.table}>{formatTable(attendee.tableNumber)}</DescriptionItem>
      {ticketType ? (
        <DescriptionItem label={FIELD_LABEL.ticketType}>
          <TypeMark type={ticketType} wraps />
        </DescriptionItem>
      ) : null}
      <DescriptionItem label={DETAILS_COPY.payment}>
        <PaymentBadge attendee={attendee} />
        {owedCents ? <p className="mt-1 text-on-warning-soft">{formatOwed(owedCents)}</p> : null}
      </DescriptionItem>
      <DescriptionItem label={DETAILS_COPY.attendance}>
        <AttendanceBadge attended={attended} />
        {(presence ?? since) ? (
          <p className="mt-1 font-normal text-sm text-text-muted">{presence ?? since}</p>
        ) : null}
      </DescriptionItem>
    </dl>
  );
}
