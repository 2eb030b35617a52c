import { UNREAD_GONE_MS, UNREAD_MISSED_MS, UNREAD_TOLD_MS } from "@/features/checkin/rules";

/** A code that the camera's pictures show and the reader cannot read, from the first of them to the last. */
export type UnreadCode = { since: number; lastAt: number };

/** Whether the person at the door is told what helps (contract 2.scan.280). */
export const isTold = (unread: UnreadCode | null): boolean =>
  unread !== null && unread.lastAt - unread.since >= UNREAD_TOLD_MS;

/** After one more picture without a reading. A hint does not flicker where a hand trembles. */
export function stillUnread(unread: UnreadCode | null, isCodeLike: boolean, at: number): UnreadCode | null {
  const limit = isTold(unread) ? UNREAD_GONE_MS : UNREAD_MISSED_MS;
  const held = unread && at - unread.lastAt <= limit ? unread : null;
  return isCodeLike ? { since: held?.since ?? at, lastAt: at } : held;
}
