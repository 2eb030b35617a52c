import { useQuery } from "@tanstack/react-query";
import { Megaphone, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { serverNow } from "@/api/live/server-clock";
import type { Attendee } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { TypeMark } from "@/components/ui/type-mark";
import { arrivalOf, shownArrivals } from "@/features/ticket-types/announced";
import { announcementsQuery } from "@/features/ticket-types/api";
import { ANNOUNCEMENT_COPY } from "@/features/ticket-types/copy";
import { ringQuietly, wakeOnTap } from "@/features/ticket-types/quiet-bell";
import { formatTimeOfDay } from "@/lib/event-date";
import { readStored, writeStored } from "@/lib/storage";

const DISMISSED = "doorlist.dismissed-arrivals";
const MOST_DISMISSED = 50;
const TICK_MS = 10_000;

/** Dismissed on this tab, whichever screen shows next. */
function useDismissed() {
  const [dismissed, setDismissed] = useState(() => {
    const stored = readStored("session", DISMISSED);
    return Array.isArray(stored) ? stored.map(String) : [];
  });
  const dismiss = (arrival: string) => {
    const next = [arrival, ...dismissed].slice(0, MOST_DISMISSED);
    setDismissed(next);
    writeStored("session", DISMISSED, next);
  };
  return [dismissed, dismiss] as const;
}

/** The server's time, as long as something depends on it. */
function useNow(isNeeded: boolean): number {
  const [at, setAt] = useState(serverNow);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setAt(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return at;
}

/** Rings once for each arrival that comes while the screen is open, if it is shown. */
function useRing(announced: readonly Attendee[] | undefined, dismissed: readonly string[]): void {
  // All of them, because an undone check-in brings an older arrival back into the list.
  const seen = useRef<Set<string> | null>(null);
  useEffect(wakeOnTap, []);
  useEffect(() => {
    if (!announced) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...announced.map(arrivalOf)]);
    const news = before ? announced.filter((guest) => !before.has(arrivalOf(guest))) : [];
    if (shownArrivals(news, dismissed, serverNow()).length > 0) ringQuietly();
  }, [announced, dismissed]);
}

/** Arrivals of guests with an announced ticket type, of one event or, with null, of all (contract 2.announcement). */
export function Announcements({ eventId }: { eventId: number | null }) {
  const { data: announced } = useQuery(announcementsQuery(eventId));
  const [dismissed, dismiss] = useDismissed();
  const at = useNow(Boolean(announced?.length));
  useRing(announced, dismissed);
  const region = useRef<HTMLDivElement>(null);
  const shown = shownArrivals(announced ?? [], dismissed, at);
  function close(guest: Attendee) {
    // The button is removed with its card; without this the focus is lost.
    const buttons = region.current?.querySelectorAll("button");
    (buttons?.[shown.indexOf(guest) + 1] ?? region.current)?.focus();
    dismiss(arrivalOf(guest));
  }
  return (
    <div
      ref={region}
      role="status"
      aria-atomic="false"
      tabIndex={-1}
      className="grid grid-cols-1 gap-2 empty:absolute empty:outline-none sm:has-[>:nth-child(2)]:grid-cols-2 xl:has-[>:nth-child(3)]:grid-cols-3"
    >
      {shown.map((guest) => (
        <Arrival key={arrivalOf(guest)} guest={guest} onDismiss={() => close(guest)} />
      ))}
    </div>
  );
}

/** 'Table 7 · Gate B · 19:42'. */
const whereOf = ({ tableNumber, checkInDoor, attendedAt }: Attendee): string =>
  [
    ANNOUNCEMENT_COPY.table(tableNumber),
    checkInDoor?.door,
    attendedAt === null ? null : formatTimeOfDay(attendedAt),
  ]
    .filter(Boolean)
    .join(" · ");

function Arrival({ guest, onDismiss }: { guest: Attendee; onDismiss: () => void }) {
  const { fullName, ticketType } = guest;
  return (
    <div className="flex items-center gap-3 rounded-md border bg-accent-soft px-4 py-2 text-on-accent-soft">
      <Megaphone className="size-6 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-lg">{ANNOUNCEMENT_COPY.arrived(fullName)}</p>
        <p className="flex flex-wrap gap-x-3 tabular-nums">
          {ticketType ? <TypeMark type={ticketType} /> : null}
          {whereOf(guest)}
        </p>
      </div>
      <IconButton label={ANNOUNCEMENT_COPY.dismiss(fullName)} icon={<X />} onClick={onDismiss} />
    </div>
  );
}

/** The latest ten announced arrivals of an event. */
export function LatestAnnounced({ eventId }: { eventId: number }) {
  const { data: announced } = useQuery(announcementsQuery(eventId));
  if (!announced?.length) return null;
  return (
    <Card className="flex flex-col gap-3">
      <CardTitle>{ANNOUNCEMENT_COPY.latest}</CardTitle>
      <ul className="divide-y">
        {announced.slice(0, 10).map((guest) => (
          <li key={arrivalOf(guest)} className="flex flex-wrap items-center gap-x-4 py-2">
            <span className="wrap-anywhere font-medium" dir="auto">
              {guest.fullName}
            </span>
            {guest.ticketType ? <TypeMark type={guest.ticketType} className="text-sm" /> : null}
            <span className="text-sm text-text-muted tabular-nums">{whereOf(guest)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
