import { OUT_OF_VIEW_MS, UNREAD_GONE_MS, UNREAD_MISSED_MS, UNREAD_TOLD_MS } from "@/features/door/core/rules";

/**
 * A code that has had its verdict and may still be in the picture. A guest who holds still is no second scan:
 * the code counts again once it was out of view for a second and its cooldown is over (contract 4.scan.8, 9).
 */
export type Sighting = {
  code: string;
  lastSeenAt: number;
  /** A picture without the code came after `lastSeenAt`. Long gaps between pictures prove nothing. */
  missed: boolean;
  left: boolean;
  coolsUntil: number;
  /** An unanswered scan is sent again from this moment, in view or not; null while there is a verdict. */
  resendAt: number | null;
};

export function newSighting(code: string, at: number, coolsUntil: number): Sighting {
  return { code, lastSeenAt: at, missed: false, left: false, coolsUntil, resendAt: null };
}

/** Whether reading this code now is the same scan as before. */
export function isSameScan(sighting: Sighting | undefined, at: number): boolean {
  if (!sighting) return false;
  if (sighting.resendAt !== null && at >= sighting.resendAt) return false;
  return !sighting.left || at < sighting.coolsUntil;
}

/** The sightings after a picture showing `codes`. */
export function afterPicture(
  sightings: readonly Sighting[],
  codes: readonly string[],
  at: number,
): Sighting[] {
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

/** A code that the camera's pictures show and the reader cannot read, from the first of them to the last. */
export type UnreadCode = { since: number; lastAt: number };

/** Whether the person at the door is told what helps (contract 2.scan.280). */
export const isTold = (unread: UnreadCode | null): boolean =>
  unread !== null && unread.lastAt - unread.since >= UNREAD_TOLD_MS;

/** When it is forgotten unless a picture shows it again. A hint does not flicker where a hand trembles. */
export const forgottenAt = (unread: UnreadCode): number =>
  unread.lastAt + (isTold(unread) ? UNREAD_GONE_MS : UNREAD_MISSED_MS);

/** What is left of it; a camera that stands still brings no picture that would say so (contract 2.scan.530). */
export const heldUnread = (unread: UnreadCode | null, at: number): UnreadCode | null =>
  unread && at < forgottenAt(unread) ? unread : null;

/** After one more picture without a reading, of what was left by then. */
export const unreadAfter = (unread: UnreadCode | null, isCodeLike: boolean, at: number): UnreadCode | null =>
  isCodeLike ? { since: unread?.since ?? at, lastAt: at } : unread;
