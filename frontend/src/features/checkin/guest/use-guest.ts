import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { useIsOffline } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import { isRejected } from "@/features/checkin/decision/contradiction";
import { CLOCK_SLACK_MS, listedAs } from "@/features/checkin/door/decide-locally";
import type { RecentScan } from "@/features/checkin/door/recent-scans";
import { useHeldList } from "@/features/checkin/door/use-held-list";
import { guestQuery } from "@/features/checkin/guest/api";
import { lastLetIn, recordWith } from "@/features/checkin/outbox/held";
import { doorTime } from "@/features/checkin/outbox/record";
import { guestOf } from "@/features/checkin/verdict/local-verdict";
import type { Guest } from "@/features/checkin/verdict/verdict";

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
