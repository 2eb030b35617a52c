import { Banknote } from "lucide-react";
import type { ReactNode } from "react";
import { TypeMark } from "@/components/ui/type-mark";
import { owes, tableText } from "@/features/door/copy";
import type { Guest } from "@/features/door/core/verdict";
import { formatAud } from "@/lib/money";

/** No name takes more lines than this before it is set smaller. */
const NAME_LINES = 2.5;

/** With much beside it a name is about as large on a phone as the table. */
const LETTERS_WHEN_FULL = 13;

/** How many letters a line of the name has to hold: its longest word, so that none breaks. */
const lettersOf = (fullName: string, isFull: boolean) =>
  Math.max(
    ...fullName.split(/[\s-]/).map(({ length }) => length),
    Math.ceil(fullName.length / NAME_LINES),
    isFull ? LETTERS_WHEN_FULL : 1,
  );

interface GuestFactsProps {
  attendee: Guest;
  namesEvent: boolean;
  /** The guest was in before: when, and who let them in. */
  since: string | null;
  /** There is much to say beside the name. */
  isFull: boolean;
  /** How sure the verdict is. Name and table come first: on a small phone the rest is below them. */
  certainty: ReactNode;
}

/** Who stands at the door: name, table, and what the person at the door has to do about them. */
export function GuestFacts({ attendee, namesEvent, since, isFull, certainty }: GuestFactsProps) {
  const { fullName, tableNumber, event, paymentGroup, paymentStatus, owedCents, notes, ticketType } =
    attendee;
  return (
    <>
      <p
        className="wrap-anywhere line-clamp-5 max-w-full text-balance font-semibold text-verdict-name"
        style={{ "--letters": lettersOf(fullName, isFull) } as Record<string, number>}
        dir="auto"
      >
        {fullName}
      </p>
      {ticketType ? (
        <p className="max-w-full rounded-md border-2 border-current bg-surface px-4 py-1 font-semibold text-text text-xl">
          <TypeMark type={ticketType} className="[&>:first-child]:h-6 [&>:first-child]:w-4" />
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-center gap-3">
        <p className="rounded-md border-2 border-current px-6 py-1 font-bold text-verdict tabular-nums">
          {tableText(tableNumber)}
        </p>
        {paymentGroup === "owed" ? (
          <div className="flex items-center gap-4 rounded-md border-2 border-current bg-surface px-5 py-3 text-left text-text max-[22rem]:px-4 max-[22rem]:py-1">
            <Banknote aria-hidden="true" className="size-9 shrink-0" />
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium text-lg">{paymentStatus}</p>
              <p className="whitespace-nowrap font-semibold text-xl tabular-nums">
                {owes(owedCents === null ? null : formatAud(owedCents))}
              </p>
            </div>
          </div>
        ) : null}
      </div>
      {since ? <p className="max-w-xl text-balance font-medium text-lg">{since}</p> : null}
      {certainty}
      {notes ? (
        <p className="wrap-anywhere max-w-2xl whitespace-pre-line font-medium text-lg" dir="auto">
          {notes}
        </p>
      ) : null}
      {namesEvent ? (
        <p className="wrap-anywhere line-clamp-2 max-w-xl text-lg" dir="auto">
          {event.name}
        </p>
      ) : null}
    </>
  );
}
