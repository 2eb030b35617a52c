import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { useIsOffline } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import { isRejected } from "@/features/door/core/contradiction";
import { CLOCK_SLACK_MS, listedAs } from "@/features/door/core/decide-locally";
import { guestOf } from "@/features/door/core/local-verdict";
import type { RecentScan } from "@/features/door/core/recent-scans";
import type { Guest } from "@/features/door/core/verdict";
import { useHeldList } from "@/features/door/guest-list/use-loaded-list";
import { doorTime } from "@/features/door/outbox/record";
import { lastLetIn, recordWith } from "@/features/door/outbox/record-cache";
import { guestQuery } from "@/features/door/ui/guest/api";

/** The guest of a recent scan, as far as is known here, and what can be done about them. */
export interface OpenGuest {
  /** Null where only the ticket is known. */
  guest: Guest | null;
  invoiceNumber: string | null;
  /** As the server has them; null while it has not answered, and without a session. */
  current: Attendee | null;
  isDeleted: boolean;
  /** No answer of the server stands behind it. */
  isByList: boolean;
  /** When they came in; null where they are out. */
  inSince: string | null;
  /** The check-in of this device that still stands, which it can take back by itself. */
  ownKey: string | null;
  isOffline: boolean;
}

export function useGuest(scan: RecentScan, eventId: number | null, isSignedIn: boolean): OpenGuest {
  const isOffline = useIsOffline();
  const id = scan.guest?.id ?? 0;
  const read = useQuery({ ...guestQuery(id), enabled: isSignedIn && !isOffline && id > 0 });
  const current = read.data ?? null;
  const list = useHeldList(eventId);
  const listed = list && id > 0 ? listedAs(list, { hash: null, attendeeId: id }) : null;
  const guest = current ?? (list && guestOf(listed, list.event)) ?? scan.guest;

  const record = recordWith(scan.key);
  const own = lastLetIn(eventId, { hash: record?.hash ?? null, attendeeId: id || null, text: null });
  // A check-in that the server took, and that was undone elsewhere since, is none to take back: nor if another followed.
  const isLater = own !== null && Date.parse(guest?.attendedAt ?? "") > doorTime(own) + CLOCK_SLACK_MS;
  const isOver = own?.result != null && (isLater || (current !== null && !current.attended));
  const ownKey = own && !isOver && !isRejected(own) ? own.key : null;
  const inSince = guest?.attendedAt ?? (own && ownKey ? new Date(own.at).toISOString() : null);
  return {
    guest,
    invoiceNumber: current?.invoiceNumber ?? (listed && listed !== "cancelled" ? listed.invoiceNumber : null),
    current,
    isDeleted: (read.error instanceof ApiError && read.error.status === 404) || listed === "cancelled",
    isByList: current === null && (isOffline || !isSignedIn),
    inSince: scan.isTakenBack && ownKey === null && current === null ? null : inSince,
    ownKey,
    isOffline,
  };
}
