import type { Attendee, EventRef } from "@/api/types";

/** What the door says about one scan. `already` has no attendee when the answer was not our server's. */
export type Verdict =
  | { kind: "admitted"; attendee: Attendee }
  | { kind: "already"; attendee: Attendee | null }
  | { kind: "refused"; reason: string; ticketEvent: EventRef | null }
  /** Nobody knows whether the guest is in: the scan keeps its key and can be sent again. */
  | { kind: "unanswered"; title: string; reason: string }
  | { kind: "signed_out" }
  /** The server answered, and will not take this scan for a reason that is not the ticket's. */
  | { kind: "failed"; reason: string }
  /** The event of this door is no more. */
  | { kind: "event_deleted" }
  /** This device was removed from the doors of its event. */
  | { kind: "removed" }
  | { kind: "unreadable"; reason: string; detail: string | null };

/** Whether the scan behind this verdict is kept with its key, to be sent again. */
export function isUndecided(verdict: Verdict): boolean {
  return verdict.kind === "unanswered" || verdict.kind === "signed_out";
}

/** The four ways a verdict looks, sounds and feels. */
export type Tone = "success" | "already" | "error" | "connection";

export function toneOf(verdict: Verdict): Tone {
  switch (verdict.kind) {
    case "admitted":
      return "success";
    case "already":
      return "already";
    case "refused":
      return "error";
    default:
      return "connection";
  }
}
