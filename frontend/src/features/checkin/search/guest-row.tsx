import { CircleCheck, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { owes, SCANNER_COPY, tableText } from "@/features/checkin/copy";
import { momentOf } from "@/features/checkin/screen/guest-moment";
import { checkInOf, inSince, SEARCH_COPY } from "@/features/checkin/search/copy";
import type { FoundGuest } from "@/features/checkin/search/found-guest";
import { formatEventDate } from "@/lib/event-date";
import { formatAud } from "@/lib/money";

interface GuestRowProps {
  guest: FoundGuest;
  /** Where one event is chosen, every guest is of that one. */
  namesEvent: boolean;
  payment: ReactNode;
  onPick: () => void;
}

/** One guest that was found: enough to be sure who it is, and one tap to let them in. */
export function GuestRow({ guest, namesEvent, payment, onPick }: GuestRowProps) {
  const { fullName, tableNumber, event, attended, attendedAt, phone, invoiceNumber, notes, owedCents } =
    guest;
  const where = [tableText(tableNumber), phone, invoiceNumber].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex items-center gap-3">
        <p className="wrap-anywhere line-clamp-2 flex-1 font-semibold" dir="auto">
          {fullName}
        </p>
        <Button
          variant={attended ? "ghost" : "primary"}
          className="shrink-0"
          aria-label={checkInOf(fullName)}
          onClick={onPick}
        >
          <UserCheck aria-hidden="true" />
          {SEARCH_COPY.checkIn}
        </Button>
      </div>
      <p className="wrap-anywhere line-clamp-2 text-sm text-text-muted tabular-nums">{where}</p>
      {namesEvent && event ? (
        <p className="wrap-anywhere line-clamp-2 text-sm text-text-muted tabular-nums">
          {event.name}, {formatEventDate(event.date)}
        </p>
      ) : null}
      {notes ? (
        <p className="wrap-anywhere line-clamp-2 text-sm" dir="auto">
          {notes}
        </p>
      ) : null}
      <div className="flex min-w-0 flex-wrap items-center gap-2 pt-1">
        {payment}
        {guest.paymentGroup === "owed" ? (
          <span className="font-medium text-sm tabular-nums">
            {owes(owedCents === null ? null : formatAud(owedCents))}
          </span>
        ) : null}
        {attended ? (
          <Badge tone="success">
            <CircleCheck aria-hidden="true" />
            {attendedAt ? inSince(momentOf(attendedAt)) : SCANNER_COPY.success}
          </Badge>
        ) : (
          <Badge>{SEARCH_COPY.notIn}</Badge>
        )}
      </div>
    </li>
  );
}
