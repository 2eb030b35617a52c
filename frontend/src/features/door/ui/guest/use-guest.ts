import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { useIsOffline } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import { isRejected } from "@/features/door/core/contradiction";
import { isExit } from "@/features/door/core/decide";
import { guestOf, listedAs } from "@/features/door/core/decide-locally";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { CLOCK_TOLERANCE_MS } from "@/features/door/core/rules";
import type { VerdictGuest } from "@/features/door/core/verdict";
import { ticketStatusOf, visitOf } from "@/features/door/guest-list/ticket-status";
import { useLoadedList } from "@/features/door/guest-list/use-door-list";
import { doorTime } from "@/features/door/outbox/record";
import { findRecord, lastEntryOrExit } from "@/features/door/outbox/record-cache";
import { guestQuery } from "@/features/door/ui/guest/api";

/** A recent scan's guest, with the possible actions. */
export interface GuestDetails {
  /** Null if only the ticket is known. */
  guest: VerdictGuest | null;
  invoiceNumber: string | null;
  /** The server's version; null without a response or a session. */
  current: Attendee | null;
  isDeleted: boolean;
  /** Not confirmed by the server. */
  isByList: boolean;
  /** Entry time; null if the guest is out. */
  inSince: string | null;
  leftAt: string | null;
  /** The key of this device's check-in or exit, if its undo is possible. */
  ownKey: string | null;
  isOwnExit: boolean;
  isOffline: boolean;
}

export function useGuest(scan: RecentScan, eventId: number | null, isSignedIn: boolean): GuestDetails {
  const isOffline = useIsOffline();
  const id = scan.guest?.id ?? 0;
  const read = useQuery({ ...guestQuery(id), enabled: isSignedIn && !isOffline && id > 0 });
  const current = read.data ?? null;
  const list = useLoadedList(eventId);
  const listed = list && id > 0 ? listedAs(list, { hash: null, attendeeId: id }) : null;
  const guest = current ?? (list && guestOf(listed, list.event)) ?? scan.guest;

  const record = findRecord(scan.key);
  const ticket = { hash: record?.hash ?? null, attendeeId: id || null, text: null };
  const own = lastEntryOrExit(eventId, ticket, scan.listId ?? null);
  // A check-in or exit that was undone elsewhere, or followed by another, has no undo here.
  const movedAt = Date.parse(guest?.leftAt ?? guest?.attendedAt ?? "");
  const isLater = own !== null && movedAt > doorTime(own) + CLOCK_TOLERANCE_MS;
  const isUndone = own !== null && current !== null && current.inside === isExit(own);
  // The guest's state is that at the entrance.
  const isOver = own?.result != null && !own.listId && (isLater || isUndone);
  const ownKey = own && !isOver && !isRejected(own) ? own.key : null;
  const isOut = own !== null && ownKey !== null && isExit(own);
  const listId = scan.listId ?? null;
  const status = listId === null || !list ? null : ticketStatusOf(list, ticket, listId);
  // The server's guest has the presence at the entrance.
  const seen = listId === null ? guest : status && visitOf(status);
  const inSince = seen?.attendedAt ?? (own && !isOut && ownKey ? new Date(own.at).toISOString() : null);
  return {
    guest,
    invoiceNumber: current?.invoiceNumber ?? (listed && listed !== "cancelled" ? listed.invoiceNumber : null),
    current,
    isDeleted: (read.error instanceof ApiError && read.error.status === 404) || listed === "cancelled",
    isByList: current === null && (isOffline || !isSignedIn),
    leftAt: isOut ? new Date(own.at).toISOString() : (seen?.leftAt ?? null),
    inSince: scan.isUndone && ownKey === null && current === null ? null : inSince,
    ownKey,
    isOwnExit: isOut,
    isOffline,
  };
}
