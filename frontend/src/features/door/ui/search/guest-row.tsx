import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { TypeMark } from "@/components/ui/type-mark";
import { owes, SCANNER_COPY, tableText } from "@/features/door/copy";
import { momentOf } from "@/features/door/ui/guest-moment";
import { checkInOf, inSince, SEARCH_COPY } from "@/features/door/ui/search/copy";
import type { FoundGuest } from "@/features/door/ui/search/found-guest";
import { formatEventDate } from "@/lib/event-date";
import { formatAud } from "@/lib/money";

interface GuestRowProps {
  guest: FoundGuest;
  /** Where one event is chosen, every guest is of that one. */
  namesEvent: boolean;
  payment: ReactNode;
  onPick: () => void;
}

/** One guest that was found: enough to be sure who it is, and one tap to let in who is outside (contract 2.scan.45). */
export function GuestRow({ guest, namesEvent, payment, onPick }: GuestRowProps) {
  const {
    fullName,
    tableNumber,
    event,
    attended,
    attendedAt,
    phone,
    invoiceNumber,
    notes,
    owedCents,
    ticketType,
  } = guest;
  const whose = [
    tableText(tableNumber),
    namesEvent && event && `${event.name}, ${formatEventDate(event.date)}`,
    phone,
    invoiceNumber,
  ];
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere line-clamp-2 font-semibold leading-tight" dir="auto">
          {fullName}
        </p>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm tabular-nums">
          {ticketType ? <TypeMark type={ticketType} /> : null}
          {payment}
          {guest.paymentGroup === "owed" ? (
            <span className="font-medium">{owes(owedCents === null ? null : formatAud(owedCents))}</span>
          ) : null}
        </div>
        <p className="truncate text-sm text-text-muted tabular-nums">{whose.filter(Boolean).join(" · ")}</p>
        {notes ? (
          <p className="wrap-anywhere line-clamp-1 text-sm" dir="auto">
            {notes}
          </p>
        ) : null}
      </div>
      {attended ? (
        <p className="flex max-w-28 shrink-0 items-center gap-1.5 font-medium text-sm tabular-nums [&_svg]:size-5 [&_svg]:shrink-0">
          <CircleCheck aria-hidden="true" className="text-success" />
          {attendedAt ? inSince(momentOf(attendedAt)) : SCANNER_COPY.success}
        </p>
      ) : (
        <Button className="shrink-0" aria-label={checkInOf(fullName)} onClick={onPick}>
          {SEARCH_COPY.checkIn}
        </Button>
      )}
    </li>
  );
}
