import type { Occasion } from "@/features/door/core/door-action";
import { PENDING_SCAN_MS } from "@/features/door/core/rules";

/**
 * What is known of a ticket: the text that was read; the hash of one that was read before this page was loaded; or the
 * id of a guest who was found by name without the server.
 */
export type Ticket =
  | { qrData: string; hash?: undefined; attendeeId?: undefined }
  | { hash: string; qrData?: undefined; attendeeId?: undefined }
  | { attendeeId: number; qrData?: undefined; hash?: undefined };

/** One reading of one code. The key makes sending it again harmless (contract 4.scan.13). */
export type Scan = Ticket & {
  idempotencyKey: string;
  eventId: number | null;
  readAt: number;
  /** The key of the scan after which a person ticked this guest among the others of the party. */
  partyOf?: string;
};

/** What tells one ticket from another on this page: the text itself, so that the camera knows it again. */
export function codeOf({ qrData, hash, attendeeId }: Ticket): string {
  return qrData ?? (hash === undefined ? `attendee ${attendeeId}` : `hash ${hash}`);
}

/** Two scans of one ticket, or the same one: after a reload its key alone tells. */
export const isSameTicket = (one: Scan, other: Scan): boolean =>
  one.idempotencyKey === other.idempotencyKey || codeOf(one) === codeOf(other);

/** For each scan's key another one. */
export type NewKeys = Readonly<Record<string, string>>;

/**
 * The scans that were for an event which is no more are for the one that was chosen instead: new scans, because what the
 * server says of the old ones stays said.
 */
export const movedTo = (
  scans: readonly Scan[],
  { insteadOf, eventId, keys }: { insteadOf: number; eventId: number | null; keys: NewKeys },
): Scan[] =>
  scans.map((scan) =>
    scan.eventId === insteadOf
      ? { ...scan, eventId, idempotencyKey: keys[scan.idempotencyKey] ?? scan.idempotencyKey }
      : scan,
  );

/** Of several codes in view, a ticket of ours goes before a poster's. */
export const oursFirst = (codes: readonly string[]): string[] =>
  [...codes].sort((a, b) => Number(b.startsWith("DL1.")) - Number(a.startsWith("DL1.")));

/** Whether an unanswered scan may still be sent under its own key. */
export const isPendingFresh = (scan: Scan, at: number): boolean => at - scan.readAt < PENDING_SCAN_MS;

/** The unanswered scans with one more, newest first; a code has one scan among them. */
export const withPending = (pending: readonly Scan[], scan: Scan): Scan[] => [
  scan,
  ...pending.filter((other) => !isSameTicket(other, scan)),
];

/** The scan of a ticket: the unanswered one with its key if there is one, else a new one. */
export function scanOf(pending: readonly Scan[], ticket: Ticket, { at, key, eventId }: Occasion): Scan {
  const code = codeOf(ticket);
  const unanswered = pending.find((scan) => codeOf(scan) === code && isPendingFresh(scan, at));
  return unanswered ?? { ...ticket, idempotencyKey: key, eventId, readAt: at };
}
