import { UNREAD_GONE_MS, UNREAD_MISSED_MS, UNREAD_TOLD_MS } from "@/features/checkin/rules";

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
