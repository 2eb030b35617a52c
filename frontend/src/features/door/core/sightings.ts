import {
  OUT_OF_VIEW_MS,
  UNREAD_EXPIRES_MS,
  UNREAD_GAP_MS,
  UNREAD_NOTICE_AFTER_MS,
} from "@/features/door/core/rules";

/**
 * A decided code that may still be in view. It counts as a new scan only after a second out of view and the end of
 * its cooldown (contract 4.scan.8, 9).
 */
export type Sighting = {
  code: string;
  lastSeenAt: number;
  /** A frame without the code followed `lastSeenAt`. Without frames nothing is known. */
  missed: boolean;
  left: boolean;
  coolsUntil: number;
  /** When an unanswered scan is sent again, in view or not; null after a verdict. */
  resendAt: number | null;
};

export function newSighting(code: string, at: number, coolsUntil: number): Sighting {
  return { code, lastSeenAt: at, missed: false, left: false, coolsUntil, resendAt: null };
}

export function isSameScan(sighting: Sighting | undefined, at: number): boolean {
  if (!sighting) return false;
  if (sighting.resendAt !== null && at >= sighting.resendAt) return false;
  return !sighting.left || at < sighting.coolsUntil;
}

export function afterFrame(sightings: readonly Sighting[], codes: readonly string[], at: number): Sighting[] {
  const next: Sighting[] = [];
  for (const sighting of sightings) {
    const away = at - sighting.lastSeenAt >= OUT_OF_VIEW_MS;
    if (codes.includes(sighting.code)) {
      const left = sighting.left || (sighting.missed && away);
      next.push({ ...sighting, left, lastSeenAt: at, missed: false });
      continue;
    }
    const left = sighting.left || away;
    if (!left || at < sighting.coolsUntil) next.push({ ...sighting, left, missed: true });
  }
  return next;
}

/** A code in view that cannot be read: its first and last frame. */
export type UnreadCode = { since: number; lastAt: number };

/** True if the hint is due (contract 2.scan.280). */
export const isHintDue = (unread: UnreadCode | null): boolean =>
  unread !== null && unread.lastAt - unread.since >= UNREAD_NOTICE_AFTER_MS;

/** When the code counts as gone; later while the hint is shown, so that it does not flicker. */
export const unreadExpiry = (unread: UnreadCode): number =>
  unread.lastAt + (isHintDue(unread) ? UNREAD_EXPIRES_MS : UNREAD_GAP_MS);

/** A paused camera sends no frame, so the code expires by time (contract 2.scan.530). */
export const decayUnread = (unread: UnreadCode | null, at: number): UnreadCode | null =>
  unread && at < unreadExpiry(unread) ? unread : null;

export const unreadAfter = (unread: UnreadCode | null, isCodeLike: boolean, at: number): UnreadCode | null =>
  isCodeLike ? { since: unread?.since ?? at, lastAt: at } : unread;
