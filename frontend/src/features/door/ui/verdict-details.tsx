import { Banknote, CloudOff, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { TypeMark } from "@/components/ui/type-mark";
import { CHECK_AGAIN, listFrom, NOT_CONFIRMED, OFFLINE_COPY, owes, tableText } from "@/features/door/copy";
import { COOLDOWN_MS } from "@/features/door/core/rules";
import { owesMoney, unconfirmedOf, type Verdict, type VerdictGuest } from "@/features/door/core/verdict";
import { classes } from "@/lib/classes";
import { steadyNow } from "@/lib/clock";
import { formatMoney } from "@/lib/money";

/** Longer names are set smaller. */
const NAME_LINES = 2.5;

/** Beside many other facts the name is as large as the table. */
const LETTERS_WHEN_FULL = 13;

/** Letters that a line must hold: at least the longest word. */
const lettersOf = (fullName: string, isFull: boolean) =>
  Math.max(
    ...fullName.split(/[\s-]/).map(({ length }) => length),
    Math.ceil(fullName.length / NAME_LINES),
    isFull ? LETTERS_WHEN_FULL : 1,
  );

interface GuestFactsProps {
  attendee: VerdictGuest;
  namesEvent: boolean;
  since: string | null;
  isFull: boolean;
  /** Below name and table, which come first on a small phone. */
  certainty: ReactNode;
}

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
          <TypeMark type={ticketType} wraps className="[&>:first-child]:h-6 [&>:first-child]:w-4" />
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-center gap-3 empty:hidden">
        {tableNumber > 0 ? (
          <p className="rounded-md border-2 border-current px-6 py-1 font-bold text-verdict tabular-nums">
            {tableText(tableNumber)}
          </p>
        ) : null}
        {paymentGroup === "owed" && !owesMoney(attendee) ? (
          <p className="wrap-anywhere font-medium text-lg">{paymentStatus}</p>
        ) : null}
        {owesMoney(attendee) ? (
          <div className="flex items-center gap-4 rounded-md border-2 border-current bg-surface px-5 py-3 text-left text-text max-[22rem]:px-4 max-[22rem]:py-1">
            <Banknote className="size-9 shrink-0" />
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium text-lg">{paymentStatus}</p>
              <p className="whitespace-nowrap font-semibold text-xl tabular-nums">
                {owes(owedCents === null ? null : formatMoney(owedCents))}
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

const RADIUS = 46;
const LENGTH = 2 * Math.PI * RADIUS;

const wantsCalm = () => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;

interface CooldownRingProps {
  until: number | null;
  className: string;
  children: ReactNode;
}

/** A ring that shrinks during the cooldown, except with reduced motion. */
export function CooldownRing({ until, className, children }: CooldownRingProps) {
  const ring = useRef<SVGCircleElement>(null);
  useEffect(() => {
    if (until === null || wantsCalm()) return;
    const left = Math.max(0, until - steadyNow());
    const from = LENGTH * (1 - Math.min(1, left / COOLDOWN_MS));
    const shrinking = ring.current?.animate?.(
      [{ strokeDashoffset: `${from}` }, { strokeDashoffset: `${LENGTH}` }],
      { duration: left, fill: "forwards" },
    );
    return () => shrinking?.cancel();
  }, [until]);

  return (
    <div className={classes("relative grid shrink-0 place-items-center", className)}>
      <svg viewBox="0 0 100 100" aria-hidden="true" className="-rotate-90 absolute inset-0">
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="currentColor" strokeWidth="4" opacity="0.25" />
        {until === null ? null : (
          <circle
            ref={ring}
            cx="50"
            cy="50"
            r={RADIUS}
            fill="none"
            stroke="currentColor"
            strokeWidth="5"
            strokeLinecap="round"
            strokeDasharray={LENGTH}
          />
        )}
      </svg>
      {children}
    </div>
  );
}

interface CertaintyNoteProps {
  verdict: Verdict;
  again: string | null;
}

/** Contrasts with the verdict's colour. */
function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 rounded-md border-2 border-current bg-surface px-4 py-2 text-left text-text">
      <TriangleAlert className="size-7 shrink-0" />
      <p className="wrap-anywhere min-w-0 font-semibold text-lg sm:text-xl">{children}</p>
    </div>
  );
}

/** The certainty of a local verdict; nothing once the server has confirmed it (contract 4.offline.2). */
export function CertaintyNote({ verdict, again }: CertaintyNoteProps) {
  const unconfirmed = unconfirmedOf(verdict);
  if (again) {
    return (
      <Warning>
        {CHECK_AGAIN.title}: {again}
      </Warning>
    );
  }
  if (!unconfirmed) return null;
  return (
    <>
      {verdict.kind === "admitted" && !unconfirmed.isSaved ? (
        <Warning>{OFFLINE_COPY.notSaved}</Warning>
      ) : null}
      <p className="max-w-xl text-lg sm:max-w-2xl">
        <span className="inline-block font-semibold">
          <CloudOff className="-mt-1 mr-2 inline size-5" />
          {NOT_CONFIRMED}
        </span>{" "}
        {unconfirmed.age === null ? null : (
          <span className="inline-block text-balance">{listFrom(unconfirmed.age)}</span>
        )}
      </p>
    </>
  );
}
