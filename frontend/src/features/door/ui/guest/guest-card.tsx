import { CircleCheck, LogOut, Undo2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { DescriptionItem } from "@/components/ui/description-item";
import { PaymentBadge } from "@/components/ui/payment-badge";
import { TypeMark } from "@/components/ui/type-mark";
import { tableText } from "@/features/door/copy";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { letInBy } from "@/features/door/outbox/result";
import { RECENT_COPY } from "@/features/door/ui/copy";
import { GUEST_COPY } from "@/features/door/ui/guest/copy";
import type { GuestDetails } from "@/features/door/ui/guest/use-guest";
import { formatMoment, formatTimeOfDay } from "@/lib/event-date";
import { formatMoney } from "@/lib/money";

interface GuestCardProps {
  scan: RecentScan;
  known: GuestDetails;
}

/** Name, table, payment, notes and times of one guest (contract 2.scan.40). */
export function GuestCard({
  scan,
  known: { guest, invoiceNumber, inSince, leftAt, isByList },
}: GuestCardProps) {
  const letIn = guest && inSince === guest.attendedAt ? letInBy(guest) : null;
  const by = letIn === null ? "" : `, ${letIn}`;
  const owed = guest?.paymentGroup === "owed" ? guest.owedCents : 0;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Badge>{tableText(guest?.tableNumber ?? scan.table)}</Badge>
        {guest?.ticketType ? (
          <Badge>
            <TypeMark type={guest.ticketType} />
          </Badge>
        ) : null}
        {leftAt !== null ? (
          <Badge tone="accent">
            <LogOut />
            {GUEST_COPY.left}
          </Badge>
        ) : inSince !== null ? (
          <Badge tone="success">
            <CircleCheck />
            {GUEST_COPY.in}
          </Badge>
        ) : (
          <Badge>
            <Undo2 />
            {scan.isUndone ? RECENT_COPY.undone : GUEST_COPY.notIn}
          </Badge>
        )}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        {guest ? (
          <DescriptionItem label={GUEST_COPY.payment}>
            <PaymentBadge attendee={guest} />
          </DescriptionItem>
        ) : null}
        {owed === 0 ? null : (
          <DescriptionItem label={GUEST_COPY.owes}>
            <span className="font-semibold text-xl">
              {owed === null ? GUEST_COPY.unknownAmount : formatMoney(owed)}
            </span>
          </DescriptionItem>
        )}
        {inSince !== null ? (
          <DescriptionItem label={GUEST_COPY.in}>
            {formatMoment(inSince)}
            {by}
          </DescriptionItem>
        ) : null}
        {leftAt !== null ? (
          <DescriptionItem label={GUEST_COPY.left}>{formatMoment(leftAt)}</DescriptionItem>
        ) : null}
        <DescriptionItem label={GUEST_COPY.scanned}>{formatTimeOfDay(scan.time)}</DescriptionItem>
        {invoiceNumber ? <DescriptionItem label={GUEST_COPY.invoice}>{invoiceNumber}</DescriptionItem> : null}
        {guest?.notes ? (
          <DescriptionItem label={GUEST_COPY.notes} wide>
            <span className="whitespace-pre-line" dir="auto">
              {guest.notes}
            </span>
          </DescriptionItem>
        ) : null}
      </dl>
      {isByList ? <p className="text-sm text-text-muted">{GUEST_COPY.byList}</p> : null}
    </>
  );
}
