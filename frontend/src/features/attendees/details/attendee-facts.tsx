import { Pencil } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DescriptionItem } from "@/components/ui/description-item";
import { EmailText } from "@/components/ui/email-text";
import { PaymentBadge } from "@/components/ui/payment-badge";
import { isLongName, PersonHeading } from "@/components/ui/person-heading";
import { TypeMark } from "@/components/ui/type-mark";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { DETAILS_COPY } from "@/features/attendees/details/copy";
import { ERASED_COPY } from "@/features/attendees/erase/copy";
import { formatPhone, formatTable } from "@/features/attendees/row-copy";
import { classes } from "@/lib/classes";
import { formatEventDate, formatTimestamp } from "@/lib/event-date";
import { formatMoney } from "@/lib/money";

/** A longer text gets a full row, so that it is not cut off. */
const LONG_STATUS = 12;
const LONG_EMAIL = 14;

interface AttendeeFactsProps {
  attendee: Attendee;
  /** True after an edit: the focus returns to Edit. */
  focusEdit: boolean;
  onEdit: () => void;
}

/** The view mode (contract 2). A missing value, such as the seller after an import, has no line. */
export function AttendeeFacts({ attendee, focusEdit, onEdit }: AttendeeFactsProps) {
  const edit = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusEdit) edit.current?.querySelector("button")?.focus();
  }, [focusEdit]);
  const {
    fullName,
    phone,
    event,
    tableNumber,
    invoiceNumber,
    seller,
    amountPaidCents,
    owedCents,
    notes,
    email,
    erasedAt,
    ticketType,
  } = attendee;
  return (
    <Card className="flex flex-col gap-6">
      <div
        className={classes(
          "flex items-start justify-between gap-4",
          isLongName(fullName) && "max-sm:flex-col",
        )}
      >
        <div className="flex min-w-0 flex-col gap-1">
          <PersonHeading fullName={fullName} />
          <p className="wrap-anywhere text-text-muted">
            {event.name}, {formatEventDate(event.date)}
          </p>
          {erasedAt ? <p className="text-text-muted">{ERASED_COPY.on(formatTimestamp(erasedAt))}</p> : null}
        </div>
        {erasedAt ? null : (
          <div ref={edit} className="shrink-0">
            <Button variant="secondary" onClick={onEdit}>
              <Pencil />
              {DETAILS_COPY.edit}
            </Button>
          </div>
        )}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        <DescriptionItem label={DETAILS_COPY.table}>{formatTable(tableNumber)}</DescriptionItem>
        {ticketType ? (
          <DescriptionItem label={FIELD_LABEL.ticketType}>
            <TypeMark type={ticketType} wraps />
          </DescriptionItem>
        ) : null}
        {erasedAt ? null : <DescriptionItem label={DETAILS_COPY.phone}>{formatPhone(phone)}</DescriptionItem>}
        {email ? (
          <DescriptionItem label={FIELD_LABEL.email} wide={email.length > LONG_EMAIL}>
            <EmailText text={email} />
          </DescriptionItem>
        ) : null}
        <DescriptionItem label={DETAILS_COPY.payment} wide={attendee.paymentStatus.length > LONG_STATUS}>
          <PaymentBadge attendee={attendee} />
        </DescriptionItem>
        <DescriptionItem label={DETAILS_COPY.invoice}>{invoiceNumber}</DescriptionItem>
        {amountPaidCents === null ? null : (
          <DescriptionItem label={DETAILS_COPY.amountPaid}>{formatMoney(amountPaidCents)}</DescriptionItem>
        )}
        {owedCents ? (
          <DescriptionItem label={DETAILS_COPY.owed}>{formatMoney(owedCents)}</DescriptionItem>
        ) : null}
        {seller ? <DescriptionItem label={DETAILS_COPY.soldBy}>{seller.fullName}</DescriptionItem> : null}
        {notes ? (
          <DescriptionItem label={FIELD_LABEL.notes} wide>
            <span className="whitespace-pre-line">{notes}</span>
          </DescriptionItem>
        ) : null}
      </dl>
    </Card>
  );
}
