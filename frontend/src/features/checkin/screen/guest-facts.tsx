import { Banknote } from "lucide-react";
import type { Attendee } from "@/api/types";
import { checkedInBy, owes, tableText } from "@/features/checkin/copy";
import { momentOf } from "@/features/checkin/screen/guest-moment";
import { classes } from "@/lib/classes";
import { formatAud } from "@/lib/money";

/** Longer names are set at 32 px, so that they keep to a phone's width; shorter ones at 40 px. */
const LONG_NAME = 18;

interface GuestFactsProps {
  attendee: Attendee;
  namesEvent: boolean;
  /** The guest was in before: when, and who let them in. */
  again: boolean;
}

/** Who stands at the door: name, table, and what the person at the door has to do about them. */
export function GuestFacts({ attendee, namesEvent, again }: GuestFactsProps) {
  const { fullName, tableNumber, event, attendedAt, scanner, paymentGroup, paymentStatus, owedCents } =
    attendee;
  return (
    <>
      <p
        className={classes(
          "wrap-anywhere line-clamp-4 max-w-full font-semibold leading-tight",
          fullName.length > LONG_NAME ? "text-verdict-long" : "text-verdict",
        )}
        dir="auto"
      >
        {fullName}
      </p>
      <p className="font-bold text-verdict tabular-nums">{tableText(tableNumber)}</p>
      {again && attendedAt ? (
        <p className="max-w-xl text-balance font-medium text-lg">
          {checkedInBy(momentOf(attendedAt), scanner?.fullName ?? null)}
        </p>
      ) : null}
      {paymentGroup === "owed" ? (
        <div className="flex items-center gap-4 rounded-md border-2 border-current bg-surface px-5 py-3 text-left text-text">
          <Banknote aria-hidden="true" className="size-9 shrink-0" />
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium text-lg">{paymentStatus}</p>
            <p className="font-semibold text-xl tabular-nums">
              {owes(owedCents === null ? null : formatAud(owedCents))}
            </p>
          </div>
        </div>
      ) : null}
      {namesEvent ? (
        <p className="wrap-anywhere line-clamp-2 max-w-xl text-lg" dir="auto">
          {event.name}
        </p>
      ) : null}
    </>
  );
}
