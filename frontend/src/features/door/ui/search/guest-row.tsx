import { useQuery } from "@tanstack/react-query";
import { CircleCheck, LogOut, UserPlus, UserRoundX } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { PaymentBadge } from "@/components/ui/payment-badge";
import { EmptyState, LoadingState } from "@/components/ui/states";
import { TypeMark } from "@/components/ui/type-mark";
import { leftAtText, NOT_ARRIVED, owes, tableText } from "@/features/door/copy";
import { owesMoney } from "@/features/door/core/verdict";
import { RECENT_COPY } from "@/features/door/ui/copy";
import { similarGuestsQuery } from "@/features/door/ui/search/api";
import { checkInOf, checkOutOf, inSince, SEARCH_COPY } from "@/features/door/ui/search/copy";
import type { GuestSearchResult } from "@/features/door/ui/search/use-found-guests";
import { formatEventDate, formatMoment } from "@/lib/event-date";
import { formatMoney } from "@/lib/money";
import { phoneEnd } from "@/lib/phone-end";

interface GuestRowProps {
  guest: GuestSearchResult;
  /** With 'All Events' each guest has its event. */
  namesEvent: boolean;
  /** At an exit, guests who are inside are picked; else the others. */
  isExit: boolean;
  onPick: () => void;
}

/** A search result, with one tap to check in (contract 2.scan.45), or out (contract 2.exit). */
export function GuestRow({ guest, namesEvent, isExit, onPick }: GuestRowProps) {
  const { fullName, tableNumber, event, phone, invoiceNumber, notes, owedCents, ticketType } = guest;
  const whose = [
    invoiceNumber,
    phone && phoneEnd(phone),
    namesEvent && event && `${event.name}, ${formatEventDate(event.date)}`,
  ];
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere line-clamp-2 font-semibold leading-tight" dir="auto">
          {fullName}
        </p>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm tabular-nums">
          {ticketType ? <TypeMark type={ticketType} /> : null}
          <PaymentBadge attendee={guest} />
          {owesMoney(guest) ? (
            <span className="font-medium">{owes(owedCents === null ? null : formatMoney(owedCents))}</span>
          ) : null}
          <span className="text-text-muted">{tableText(tableNumber)}</span>
        </div>
        <p className="truncate text-sm text-text-muted tabular-nums">{whose.filter(Boolean).join(" · ")}</p>
        {notes ? (
          <p className="wrap-anywhere line-clamp-1 text-sm" dir="auto">
            {notes}
          </p>
        ) : null}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <Presence guest={guest} isExit={isExit} />
        {guest.inside === isExit ? (
          <Button
            className="whitespace-nowrap"
            aria-label={isExit ? checkOutOf(fullName) : checkInOf(fullName)}
            onClick={onPick}
          >
            {isExit ? SEARCH_COPY.checkOut : SEARCH_COPY.checkIn}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function presenceText({ attended, attendedAt, leftAt }: GuestSearchResult): string {
  if (leftAt) return leftAtText(formatMoment(leftAt));
  if (!attended) return NOT_ARRIVED;
  return attendedAt ? inSince(formatMoment(attendedAt)) : RECENT_COPY.success;
}

/** Shows nothing for a guest who is expected at this door. */
function Presence({ guest, isExit }: Pick<GuestRowProps, "guest" | "isExit">) {
  const { attended, inside, leftAt } = guest;
  if (isExit ? inside : !attended) return null;
  return (
    <p className="flex max-w-28 items-center gap-1.5 font-medium text-sm tabular-nums [&_svg]:size-5 [&_svg]:shrink-0">
      {inside ? <CircleCheck className="text-success" /> : null}
      {leftAt ? <LogOut className="text-accent" /> : null}
      {presenceText(guest)}
    </p>
  );
}

interface NobodyFoundProps {
  text: string;
  eventId: number | null;
  /** The server answered, so it can suggest similar names. */
  isOnline: boolean;
  rowOf: (guest: Attendee) => ReactNode;
  /** Null without permission. */
  onAdd: (() => void) | null;
}

/** Suggests guests with similar names (contract 2.similar). */
export function NobodyFound({ text, eventId, isOnline, rowOf, onAdd }: NobodyFoundProps) {
  const headingId = useId();
  const similar = useQuery({ ...similarGuestsQuery(text, eventId), enabled: isOnline });
  const add = onAdd ? (
    <Button variant="secondary" onClick={onAdd}>
      <UserPlus />
      {SEARCH_COPY.add}
    </Button>
  ) : null;
  if (similar.isLoading) return <LoadingState text={SEARCH_COPY.searching} />;
  if (!similar.data?.length) {
    return (
      <EmptyState
        icon={<UserRoundX />}
        title={SEARCH_COPY.nobody}
        description={eventId === null ? SEARCH_COPY.nobodyHint : SEARCH_COPY.nobodyOfEvent}
        action={add}
      />
    );
  }
  return (
    <>
      <h3 id={headingId} className="font-medium text-sm text-text-muted">
        {SEARCH_COPY.didYouMean}
      </h3>
      <ul aria-labelledby={headingId} className="divide-y">
        {similar.data.map(rowOf)}
      </ul>
      {add ? <div className="flex justify-center py-3">{add}</div> : null}
    </>
  );
}
