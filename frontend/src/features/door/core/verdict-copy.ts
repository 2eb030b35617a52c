import {
  DEVICE_REMOVED,
  EVENT_DELETED,
  NOT_CHECKED_IN,
  SIGNED_OUT_HINT,
  TITLE,
  ticketFor,
} from "@/features/door/copy";
import type { Verdict } from "@/features/door/core/verdict";

/** The heading of a verdict, the reason beneath it, and a second line where there is more to say. */
export type VerdictWords = { title: string; reason: string | null; detail: string | null };

/** contract 8.scan: the words of every verdict. */
export function wordsOf(verdict: Verdict): VerdictWords {
  switch (verdict.kind) {
    case "admitted":
      return { title: TITLE.admitted, reason: null, detail: null };
    case "already":
      return { title: TITLE.already, reason: null, detail: null };
    case "refused":
      return {
        title: TITLE.refused,
        reason: verdict.reason,
        detail: verdict.ticketEvent && ticketFor(verdict.ticketEvent),
      };
    case "unanswered":
      return { title: verdict.title, reason: NOT_CHECKED_IN, detail: verdict.reason };
    case "signed_out":
      return { title: TITLE.signedOut, reason: null, detail: SIGNED_OUT_HINT };
    case "failed":
      return { title: TITLE.failed, reason: NOT_CHECKED_IN, detail: verdict.reason };
    case "event_deleted":
      return { title: TITLE.failed, reason: NOT_CHECKED_IN, detail: EVENT_DELETED };
    case "removed":
      return { title: TITLE.failed, reason: NOT_CHECKED_IN, detail: DEVICE_REMOVED };
    case "unreadable":
      return { title: TITLE.failed, reason: verdict.reason, detail: verdict.detail };
  }
}
