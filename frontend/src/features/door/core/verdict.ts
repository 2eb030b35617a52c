import type { Attendee, EventRef } from "@/api/types";

/** A guest as the door shows them: from the server's answer, or from the list on this device. */
export type Guest = Pick<
  Attendee,
  "id" | "fullName" | "tableNumber" | "attendedAt" | "paymentGroup" | "paymentStatus" | "owedCents" | "notes"
> & { event: Pick<EventRef, "name">; scanner: { fullName: string } | null } & Partial<
    Pick<Attendee, "checkInDoor" | "ticketType">
  >;

/** A verdict of the door's own, which no answer has confirmed. `age` of the list in ms, where it rests on one. */
export type Unconfirmed = { age: number | null; isSaved: boolean };

/** What the door says about one scan. `already` has no attendee when the answer was not our server's. */
export type Verdict =
  /** A guest of whom only the ticket is known was let in anyway. */
  | { kind: "admitted"; attendee: Guest | null; unconfirmed?: Unconfirmed }
  /** `hereSince`: when this door itself let the guest in. */
  | { kind: "already"; attendee: Guest | null; hereSince?: string; unconfirmed?: Unconfirmed }
  /** `isUnlisted`: a ticket in our form that the list lacks. A person may let the guest in anyway. */
  | {
      kind: "refused";
      reason: string;
      ticketEvent: Pick<EventRef, "name" | "date"> | null;
      isUnlisted?: boolean;
      unconfirmed?: Unconfirmed;
    }
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

export const unconfirmedOf = (verdict: Verdict): Unconfirmed | null =>
  ("unconfirmed" in verdict && verdict.unconfirmed) || null;

/** Whether a person may let the guest in anyway. */
export const canLetIn = (verdict: Verdict): boolean =>
  verdict.kind === "refused" && verdict.isUnlisted === true;

export const guestOfVerdict = (verdict: Verdict): Guest | null =>
  verdict.kind === "admitted" || verdict.kind === "already" ? verdict.attendee : null;

/** Whether the guest owes money, which a person may take at the door. */
export const isOwing = (verdict: Verdict): boolean => guestOfVerdict(verdict)?.paymentGroup === "owed";

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
