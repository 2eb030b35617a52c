import { type Direction, isSamePlace, placeFields } from "@/features/door/core/decide";
import type { ScanTrigger } from "@/features/door/core/door-state";
import { PENDING_SCAN_EXPIRES_MS } from "@/features/door/core/rules";

/** A ticket by its text, by the hash of a text read before this page load, or by the id of a guest found by name. */
export type Ticket =
  | { qrData: string; hash?: undefined; attendeeId?: undefined }
  | { hash: string; qrData?: undefined; attendeeId?: undefined }
  | { attendeeId: number; qrData?: undefined; hash?: undefined };

/** One scan of one code. The key makes sending it again harmless (contract 4.scan.13). */
export type Scan = Ticket & {
  idempotencyKey: string;
  eventId: number | null;
  readAt: number;
  direction?: Direction;
  /** The check-in list; absent for the entrance. */
  listId?: number;
  /** The key of the party's first scan, for a guest ticked after it. */
  partyOf?: string;
};

/** Identifies a ticket on this page, by its text if known, so that the camera recognises it. */
export function codeOf({ qrData, hash, attendeeId }: Ticket): string {
  return qrData ?? (hash === undefined ? `attendee ${attendeeId}` : `hash ${hash}`);
}

/** True for two scans of one ticket at one list in one direction. Scans found after a page load are recognised by their key only. */
export const isSameTicket = (one: Scan, other: Scan): boolean =>
  one.idempotencyKey === other.idempotencyKey || (codeOf(one) === codeOf(other) && isSamePlace(one, other));

export type NewKeys = Readonly<Record<string, string>>;

/**
 * Moves the scans of a deleted event to the chosen one under new keys, because the server keeps its answer to the old
 * ones.
 */
export const rescanForEvent = (
  scans: readonly Scan[],
  { insteadOf, eventId, keys }: { insteadOf: number; eventId: number | null; keys: NewKeys },
): Scan[] =>
  scans.map((scan) =>
    scan.eventId === insteadOf
      ? { ...scan, eventId, idempotencyKey: keys[scan.idempotencyKey] ?? scan.idempotencyKey }
      : scan,
  );

/** Our tickets come before a poster's code. */
export const ownTicketsFirst = (codes: readonly string[]): string[] =>
  [...codes].sort((a, b) => Number(b.startsWith("DL1.")) - Number(a.startsWith("DL1.")));

/** True if an unanswered scan may be sent under its own key. */
export const isPendingFresh = (scan: Scan, at: number): boolean => at - scan.readAt < PENDING_SCAN_EXPIRES_MS;

/** Adds a scan; a ticket has at most one unanswered scan at a list in a direction. */
export const withPending = (pending: readonly Scan[], scan: Scan): Scan[] => [
  scan,
  ...pending.filter((other) => !isSameTicket(other, scan)),
];

/** The ticket's unanswered scan with its key, or a new scan. */
export function scanOf(
  pending: readonly Scan[],
  ticket: Ticket,
  { at, key, eventId, ...place }: ScanTrigger,
): Scan {
  const scan = { ...ticket, idempotencyKey: key, eventId, readAt: at, ...placeFields(place) };
  return pending.find((other) => isSameTicket(other, scan) && isPendingFresh(other, at)) ?? scan;
}
