import { CHECK_AGAIN_SOUNDS_MS } from "@/features/door/core/rules";
import type { OutboxRecord } from "@/features/door/outbox/record";

/** What 'Check Again' says: the truth about a guest of whom the door said something else (contract 4). */
export type CheckAgain =
  | { kind: "already_in"; attendedAt: string | null; checkedInBy: string | null }
  | { kind: "cancelled" }
  | { kind: "not_known" }
  | { kind: "other_event"; name: string | null }
  | { kind: "let_in" }
  | { kind: "failed"; detail: string | null };

/**
 * What the server's answer contradicts, where a person has to act on it: a guest went in who should not have, or was
 * turned away and may come in. A scan that showed no decision may have ended either way: only a refusal needs a look.
 */
export function contradiction(record: OutboxRecord): CheckAgain | null {
  const { shown, certainty, result } = record;
  if (record.kind === "undo") return result?.kind === "failed" ? failed(record) : null;
  if (!result || !shown) return null;

  const mayBeIn = shown === "admitted" || shown === "undecided";
  if (!mayBeIn) {
    // 'Already in' by this door's own check-in: that guest is in, whichever of the two the server counts.
    const isTurnedAway = certainty !== "this_door";
    const isValid = result.kind === "admitted" || result.kind === "turned_away";
    return isValid && isTurnedAway ? { kind: "let_in" } : null;
  }
  switch (result.kind) {
    case "already":
      return { kind: "already_in", attendedAt: result.attendedAt, checkedInBy: result.checkedInBy };
    case "unknown":
      // A ticket that the list had is gone; one that was let in anyway, or before any list, never was.
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

/** A check-in that was shown and is in no books. */
export function isRejected(record: OutboxRecord): boolean {
  const kind = contradiction(record)?.kind ?? "let_in";
  return kind !== "let_in" && kind !== "already_in";
}

const failed = ({ result }: OutboxRecord): CheckAgain => ({ kind: "failed", detail: result?.detail ?? null });

/** The guest is out of reach by now, and the contradiction is among the conflicts (contract 4.conflict). */
export function isLate({ shownAt, result }: OutboxRecord): boolean {
  if (!result?.isConflict) return false;
  return shownAt === null || result.receivedAt - shownAt > CHECK_AGAIN_SOUNDS_MS;
}
