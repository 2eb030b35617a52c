import type { Attendee, EventRef } from "@/api/types";
import {
  DEVICE_REMOVED,
  EVENT_DELETED,
  NOT_CHECKED_IN,
  REASON,
  SIGNED_OUT_HINT,
  TITLE,
  ticketFor,
} from "@/features/door/copy";
import { VERDICT_MIN_MS, VERDICT_MS } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";

/** A guest as the door shows them, from the server or from the guest list. */
export type VerdictGuest = Pick<
  Attendee,
  "id" | "fullName" | "tableNumber" | "attendedAt" | "paymentGroup" | "paymentStatus" | "owedCents" | "notes"
> & { event: Pick<EventRef, "name">; scanner: { fullName: string } | null } & Partial<
    Pick<Attendee, "checkInDoor" | "ticketType" | "leftAt">
  >;

/** Marks a local verdict. `age` of the list in ms, if the verdict used it. */
export type Unconfirmed = { age: number | null; isSaved: boolean };

/** The door's answer to one scan. `already` has no attendee if the response was not our server's. */
export type Verdict =
  /** The attendee is null for an unlisted ticket that was admitted anyway. `leftAt`: the guest had left. */
  | { kind: "admitted"; attendee: VerdictGuest | null; leftAt?: string; unconfirmed?: Unconfirmed }
  /** `hereSince`: when this door admitted the guest. */
  | { kind: "already"; attendee: VerdictGuest | null; hereSince?: string; unconfirmed?: Unconfirmed }
  /** At the exit; `leftAt` is null for a guest who has not arrived. */
  | { kind: "not_inside"; attendee: VerdictGuest | null; leftAt: string | null; unconfirmed?: Unconfirmed }
  /** At an entrance without re-entry. */
  | { kind: "already_left"; attendee: VerdictGuest | null; leftAt: string | null; unconfirmed?: Unconfirmed }
  /** The guest left, or is refused: by a check-in list for the type or a missing entry, or by the capacity. */
  | {
      kind: "left" | "wrong_ticket_type" | "not_entered" | "full";
      attendee: VerdictGuest | null;
      unconfirmed?: Unconfirmed;
    }
  /** `isUnlisted`: one of our tickets, but not on the list. Staff may admit the guest anyway. */
  | {
      kind: "refused";
      reason: string;
      ticketEvent: Pick<EventRef, "name" | "date"> | null;
      isUnlisted?: boolean;
      unconfirmed?: Unconfirmed;
    }
  /** No decision: the scan keeps its key and can be sent again. */
  | { kind: "unanswered"; title: string; reason: string }
  | { kind: "signed_out" }
  /** The server rejected the scan for another reason than the ticket. */
  | { kind: "failed"; reason: string }
  | { kind: "event_deleted" }
  | { kind: "removed" }
  | { kind: "unreadable"; reason: string; detail: string | null };

/** True if the scan is kept with its key, to be sent again. */
export function isUndecided(verdict: Verdict): boolean {
  return verdict.kind === "unanswered" || verdict.kind === "signed_out";
}

export const unconfirmedOf = (verdict: Verdict): Unconfirmed | null =>
  ("unconfirmed" in verdict && verdict.unconfirmed) || null;

type Refusal = Extract<Verdict, { kind: "already_left" | "wrong_ticket_type" | "not_entered" | "full" }>;

/** True for a guest of the event whom its rules do not let in. */
const isRefusal = (verdict: Verdict): verdict is Refusal =>
  ["already_left", "wrong_ticket_type", "not_entered", "full"].includes(verdict.kind);

export const canLetIn = (verdict: Verdict): boolean =>
  isRefusal(verdict) || (verdict.kind === "refused" && verdict.isUnlisted === true);

/** The verdict after 'Let in anyway'. A server that refused the guest confirms only what is not saved here. */
export function letInVerdict(refusal: Verdict, { isSaved }: Pick<Unconfirmed, "isSaved">): Verdict {
  const unconfirmed = { age: null, isSaved };
  if (!isRefusal(refusal)) return { kind: "admitted", attendee: null, unconfirmed };
  const { attendee } = refusal;
  const leftAt = refusal.kind === "already_left" ? refusal.leftAt : null;
  const returned = { kind: "admitted", attendee, ...(leftAt ? { leftAt } : {}) } as const;
  return refusal.unconfirmed || !isSaved ? { ...returned, unconfirmed } : returned;
}

export const guestOfVerdict = (verdict: Verdict): VerdictGuest | null =>
  "attendee" in verdict ? verdict.attendee : null;

/** True if a sum is due, or may be: null cents are an unknown amount. */
export const owesMoney = (guest: Pick<VerdictGuest, "paymentGroup" | "owedCents">): boolean =>
  guest.paymentGroup === "owed" && guest.owedCents !== 0;

/** True if money is due before the guest goes in. */
export const isOwing = (verdict: Verdict): boolean =>
  (verdict.kind === "admitted" || verdict.kind === "already") &&
  verdict.attendee !== null &&
  owesMoney(verdict.attendee);

export type Tone = "success" | "returned" | "left" | "already" | "error" | "connection";

export function toneOf(verdict: Verdict): Tone {
  switch (verdict.kind) {
    case "admitted":
      return verdict.leftAt ? "returned" : "success";
    case "left":
      return "left";
    case "already":
    case "not_inside":
    case "already_left":
    case "wrong_ticket_type":
    case "not_entered":
    case "full":
      return "already";
    case "refused":
      return "error";
    default:
      return "connection";
  }
}

/** `until` null: stays until a tap. `id` distinguishes equal verdicts. */
export type VisibleVerdict = {
  id: number;
  verdict: Verdict;
  scan: Scan | null;
  at: number;
  until: number | null;
};

/** A verdict stays at least its toast time, and until the cooldown ends (contract 4.scan.6). */
export function visibleUntil(verdict: Verdict, at: number, cooldownEnds: number): number | null {
  // The guest is not in for another reason than the ticket, which must be read.
  if (isUndecided(verdict) || ["failed", "event_deleted", "removed"].includes(verdict.kind)) return null;
  // A person must choose, or take money.
  if (canLetIn(verdict) || isOwing(verdict)) return null;
  return Math.max(at + VERDICT_MS[toneOf(verdict)], cooldownEnds);
}

/** A verdict with an amount due must not cover the reason why the door stopped. */
export const visibleAtStop = (shown: VisibleVerdict | null): VisibleVerdict | null =>
  shown && isOwing(shown.verdict) ? { ...shown, until: shown.at + VERDICT_MS.already } : shown;

/** Nobody can have read the verdict yet (contract 4.scan.30). */
export const isJustShown = (shown: VisibleVerdict | null, at: number): boolean =>
  shown !== null && at < shown.at + VERDICT_MIN_MS;

/** The verdict after the server's response: 'Not confirmed yet' goes (contract 4.offline). */
export function confirmed(shown: VisibleVerdict, contradicted: boolean): VisibleVerdict | null {
  const { verdict } = shown;
  if (isUndecided(verdict)) return null;
  if (!("unconfirmed" in verdict)) return shown;
  const { unconfirmed: _, ...sure } = verdict;
  if (sure.kind !== "refused") return { ...shown, verdict: sure };
  const isWrong = sure.isUnlisted && !contradicted;
  return {
    ...shown,
    verdict: { ...sure, isUnlisted: false, reason: isWrong ? REASON.otherEvent : sure.reason },
  };
}

/** The texts of a verdict (contract 8.scan). */
export type VerdictWords = { title: string; reason: string | null; detail: string | null };

export function verdictCopy(verdict: Verdict): VerdictWords {
  switch (verdict.kind) {
    case "admitted":
      return { title: verdict.leftAt ? TITLE.returned : TITLE.admitted, reason: null, detail: null };
    case "already":
    case "left":
    case "not_inside":
    case "already_left":
    case "wrong_ticket_type":
    case "not_entered":
    case "full":
      return { title: TITLE[verdict.kind], reason: null, detail: null };
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
