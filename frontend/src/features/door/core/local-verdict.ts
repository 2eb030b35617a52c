import type { EventRef } from "@/api/types";
import { OFFLINE_COPY, REASON } from "@/features/door/copy";
import type { Decision } from "@/features/door/core/facts";
import type { Guest, Verdict } from "@/features/door/core/verdict";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { Listed } from "@/features/door/guest-list/tickets";

/** What a verdict says beyond the decision itself. */
interface Known {
  /** The ticket as it stands on the list. */
  listed: Listed | null;
  event: DoorList["event"];
  /** The events whose names this page knows. */
  eventOf: (eventId: number) => Pick<EventRef, "name" | "date"> | null;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

/** A guest as the list has them. */
export function guestOf(listed: Listed | null, event: DoorList["event"]): Guest | null {
  if (!listed || listed === "cancelled") return null;
  const {
    id,
    fullName,
    tableNumber,
    paymentStatus,
    paymentGroup,
    owedCents,
    notes,
    attendedAt,
    checkedInBy,
    ticketType,
  } = listed;
  return {
    id,
    fullName,
    tableNumber,
    paymentStatus,
    owedCents,
    paymentGroup,
    notes,
    ticketType,
    attendedAt: attendedAt === null ? null : toIso(attendedAt),
    scanner: checkedInBy === null ? null : { fullName: checkedInBy },
    event,
  };
}

/** A decision of the door's own as a verdict; null where it has decided nothing. */
export function localVerdict({ verdict, age }: Decision, known: Known): Verdict | null {
  const attendee = guestOf(known.listed, known.event);
  const unconfirmed = { age, isSaved: true };
  const refused = (reason: string, ticketEvent: Pick<EventRef, "name" | "date"> | null = null) =>
    ({ kind: "refused", reason, ticketEvent, unconfirmed }) as const;
  switch (verdict.kind) {
    case "admitted":
      return { kind: "admitted", attendee, unconfirmed };
    case "already": {
      const since = verdict.since === null ? null : toIso(verdict.since);
      if (verdict.here && since) return { kind: "already", attendee, hereSince: since, unconfirmed };
      return { kind: "already", attendee, unconfirmed };
    }
    case "not_on_list":
      return { ...refused(OFFLINE_COPY.notOnList), isUnlisted: true };
    case "cancelled":
      return refused(OFFLINE_COPY.cancelled);
    case "other_event":
      return refused(REASON.otherEvent, verdict.eventId === null ? null : known.eventOf(verdict.eventId));
    case "invalid":
      // The text itself says so: nobody has to confirm it.
      return { kind: "refused", reason: REASON.unknownFormat, ticketEvent: null };
    case "undecided":
      return null;
  }
}
