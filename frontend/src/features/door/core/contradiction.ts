import { isExit } from "@/features/door/core/decide";
import { listedAs } from "@/features/door/core/decide-locally";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { CHECK_AGAIN_SOUND_EXPIRES_MS } from "@/features/door/core/rules";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { OutboxRecord } from "@/features/door/outbox/record";

/** The message of 'Check Again': the truth about a guest for whom the door showed another verdict (contract 4). */
export type CheckAgain =
  | { kind: "already_in"; attendedAt: string | null; checkedInBy: string | null }
  | { kind: "cancelled" }
  | { kind: "not_known" }
  | { kind: "other_event"; name: string | null }
  | { kind: "let_in" }
  | { kind: "failed"; detail: string | null };

/**
 * The contradiction in the server's result that a person must act on: a guest entered wrongly, or was turned away
 * wrongly. An undecided scan may have ended either way, so it counts as an entry.
 */
export function contradiction(record: OutboxRecord): CheckAgain | null {
  const { shown, certainty, result } = record;
  // A guest who is leaving cannot be let in or turned away wrongly.
  if (record.kind === "undo" || isExit(record)) return result?.kind === "failed" ? failed(record) : null;
  if (!result || !shown) return null;

  const mayBeIn = shown === "admitted" || shown === "undecided";
  if (!mayBeIn) {
    // 'Already in' by this door's own check-in: the guest is in, whichever of the two the server counts.
    const isTurnedAway = certainty !== "this_door";
    const isValid = result.kind === "admitted" || result.kind === "turned_away";
    return isValid && isTurnedAway ? { kind: "let_in" } : null;
  }
  switch (result.kind) {
    case "already":
      return { kind: "already_in", attendedAt: result.attendedAt, checkedInBy: result.checkedInBy };
    case "unknown":
      // The list had the ticket, so it was deleted; otherwise it never existed.
      return shown === "admitted" && certainty === "list" ? { kind: "cancelled" } : { kind: "not_known" };
    case "invalid":
      return { kind: "not_known" };
    case "other_event":
      return { kind: "other_event", name: result.detail };
    case "failed":
      return failed(record);
    default:
      return null;
  }
}

/** True for a check-in that was shown at the door but not counted. */
export function isRejected(record: OutboxRecord): boolean {
  const kind = contradiction(record)?.kind ?? "let_in";
  return kind !== "let_in" && kind !== "already_in";
}

const failed = ({ result }: OutboxRecord): CheckAgain => ({ kind: "failed", detail: result?.detail ?? null });

/** The guest has moved on, and the contradiction is among the conflicts (contract 4.conflict). */
export function isLate({ shownAt, result }: OutboxRecord): boolean {
  if (!result?.isConflict) return false;
  return shownAt === null || result.receivedAt - shownAt > CHECK_AGAIN_SOUND_EXPIRES_MS;
}

/** True for a contradiction that nobody has dismissed, while the guest may be near. */
export const needsReview = (record: OutboxRecord): boolean =>
  !record.isSeen && contradiction(record) !== null && !isLate(record);

/** A guest whose result differs from the verdict; `name` and `table` are null if this device does not know them. */
export interface ContradictedGuest {
  key: string;
  name: string | null;
  table: number | null;
  scannedAt: number;
  /** Time of the wrong verdict; null if there was none. */
  shownAt: number | null;
  again: CheckAgain;
}

interface Memory {
  recent: readonly RecentScan[];
  list: DoorList | null;
}

/** The guests of the contradicted records. The outbox has no names; the list and Recent Scans have. */
export function guestsToCheck(
  records: readonly OutboxRecord[],
  { recent, list }: Memory,
): ContradictedGuest[] {
  return records.flatMap((record) => {
    const again = contradiction(record);
    if (!again) return [];
    const listed = list && list.event.id === record.eventId ? listedAs(list, record) : null;
    const guest = listed === "cancelled" ? null : listed;
    const scan = recent.find(({ key }) => key === record.key);
    return {
      key: record.key,
      name: guest?.fullName ?? scan?.name ?? null,
      table: guest?.tableNumber ?? scan?.table ?? null,
      scannedAt: record.at,
      shownAt: record.shownAt,
      again,
    };
  });
}
