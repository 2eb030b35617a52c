import type { EventRef } from "@/api/types";
import { OFFLINE_COPY, REASON } from "@/features/door/copy";
import { type Decision, type Direction, decide, type Facts, isExit } from "@/features/door/core/decide";
import { CLOCK_TOLERANCE_MS } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import type { Verdict, VerdictGuest } from "@/features/door/core/verdict";
import { countsExits, isTypeAdmitted } from "@/features/door/guest-list/check-in-list";
import type { CheckInList, DoorList } from "@/features/door/guest-list/list-store";
import { decodeHash, eventOfText, normaliseQr, qrHashes } from "@/features/door/guest-list/qr-hash";
import type { Listed } from "@/features/door/guest-list/tickets";
import type { LocalUndo } from "@/features/door/outbox/record-cache";

export function listedAs({ tickets }: DoorList, { hash, attendeeId }: Pick<Identity, "hash" | "attendeeId">) {
  if (hash !== null) return tickets.find(decodeHash(hash));
  return attendeeId === null ? null : tickets.findId(attendeeId);
}

/** Whether the list has the ticket, and its hash there if it was found by attendee id. */
export type ListedRef = { isListed: boolean; listedHash: string | null };

export interface FoundTicket {
  identity: Identity;
  listed: Listed | null;
  ref: ListedRef;
}

/** The list also gives the attendee id, so that a scan and a search by name are the same ticket. */
export function findOn(list: DoorList | null, named: Identity): FoundTicket {
  const listed = list && listedAs(list, named);
  const isThere = listed !== null && listed !== "cancelled";
  const identity = isThere ? { ...named, attendeeId: named.attendeeId ?? listed.id } : named;
  const { attendeeId } = identity;
  const listedHash = attendeeId === null ? null : (list?.tickets.hashOf(attendeeId) ?? null);
  return { identity, listed, ref: { isListed: listed !== null, listedHash } };
}

/** The listed ticket after this device's own undo, which the list may not have yet. */
export function withoutUndone(listed: Listed | null, asOf: number, undo: LocalUndo | null): Listed | null {
  if (!listed || listed === "cancelled" || listed.attendedAt === null || !undo) return listed;
  const isKnown = undo.deliveredAt !== null && asOf > undo.deliveredAt;
  if (isKnown) return listed;
  const { leftAt } = listed;
  if (undo.isExit) {
    const isOwnExit = leftAt !== null && undo.since - CLOCK_TOLERANCE_MS <= leftAt && leftAt <= undo.at;
    return isOwnExit ? { ...listed, leftAt: null } : listed;
  }
  if (undo.leftBefore !== null) return { ...listed, leftAt: leftAt ?? undo.leftBefore };
  // If the server reported the entry time, a later entry is another door's.
  const isOwn =
    undo.since - CLOCK_TOLERANCE_MS <= listed.attendedAt &&
    listed.attendedAt <= (undo.inSince === null ? undo.at : undo.inSince + CLOCK_TOLERANCE_MS);
  return isOwn ? { ...listed, attendedAt: null, leftAt: null, checkedInBy: null } : listed;
}

interface Knowledge {
  now: number;
  eventId: number | null;
  direction?: Direction | undefined;
  list: DoorList;
  listed: Listed | null;
  own: Facts["own"];
  /** The server's decision, if a late response gave it. */
  answer: Facts["answer"];
  /** The check-in list; null for the entrance. */
  checkInList?: CheckInList | null;
  /** False for a guest who has not come in through the entrance. */
  hasEntered?: boolean;
  isFull?: boolean;
}

/** Undecided at the exit of an event that does not count exits: the server says so. */
export function decideLocally(
  identity: Identity,
  { list, listed, direction, checkInList = null, hasEntered = true, ...known }: Knowledge,
): Decision {
  const { reentry = true, countsExits: hasExits = false } = list.event;
  const eventId = isExit({ direction }) && !countsExits(list, checkInList) ? null : known.eventId;
  return decide({
    ...known,
    eventId,
    direction,
    // Without exits a guest whose exit was counted before may come back too.
    reentry: checkInList !== null || reentry || !hasExits,
    isTypeAdmitted: isTypeAdmitted(checkInList, listed),
    hasEntered: hasEntered || checkInList?.needsEntrance !== true,
    list: { asOf: list.asOf, ticket: listed },
    text: identity.text,
  });
}

/** A ticket as lists and outbox identify it; all null if this browser cannot hash. */
export interface Identity {
  /** SHA-256 of the normalised text, all 43 characters. */
  hash: string | null;
  attendeeId: number | null;
  /** The text, if this page read it. */
  qrData: string | null;
  text: Facts["text"];
}

/** Identifies a scan's ticket without the server. Never throws. */
export async function identify(scan: Scan): Promise<Identity> {
  const { qrData, hash = null, attendeeId = null } = scan;
  if (qrData === undefined) return { hash, attendeeId, qrData: null, text: null };
  const normalised = normaliseQr(qrData);
  const eventId = eventOfText(normalised);
  const text: Facts["text"] = eventId === null ? { form: "other" } : { form: "ours", eventId };
  return { hash: await hashOf(normalised), attendeeId, qrData, text };
}

async function hashOf(normalised: string): Promise<string | null> {
  try {
    return (await qrHashes(normalised)).whole;
  } catch {
    return null; // no secure page: the server alone decides
  }
}

/** Facts for the verdict besides the decision. */
interface Known {
  listed: Listed | null;
  direction?: Direction | undefined;
  event: DoorList["event"];
  /** The name and date of an event that this page knows. */
  eventOf: (eventId: number) => Pick<EventRef, "name" | "date"> | null;
}

const toIso = (ms: number): string => new Date(ms).toISOString();
export const toIsoOrNull = (ms: number | null | undefined) => (ms == null ? null : toIso(ms));

export function guestOf(listed: Listed | null, event: DoorList["event"]): VerdictGuest | null {
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
    leftAt,
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
    attendedAt: toIsoOrNull(attendedAt),
    leftAt: toIsoOrNull(leftAt),
    scanner: checkedInBy === null ? null : { fullName: checkedInBy },
    event,
  };
}

/** Converts a local decision to a verdict; null if undecided. */
export function localVerdict({ verdict, certainty, age }: Decision, known: Known): Verdict | null {
  const attendee = guestOf(known.listed, known.event);
  const unconfirmed = certainty === "confirmed" ? undefined : { age, isSaved: true };
  const refused = (reason: string, ticketEvent: Pick<EventRef, "name" | "date"> | null = null) =>
    ({ kind: "refused", reason, ticketEvent, unconfirmed }) as const;
  switch (verdict.kind) {
    case "admitted":
      return verdict.leftAt === undefined
        ? { kind: "admitted", attendee, unconfirmed }
        : { kind: "admitted", attendee, leftAt: toIso(verdict.leftAt), unconfirmed };
    case "left":
    case "wrong_ticket_type":
    case "not_entered":
    case "full":
      return { kind: verdict.kind, attendee, unconfirmed };
    case "not_inside":
    case "already_left":
      return { kind: verdict.kind, attendee, leftAt: toIsoOrNull(verdict.leftAt), unconfirmed };
    case "already": {
      const since = verdict.since === null ? null : toIso(verdict.since);
      if (verdict.here && since) return { kind: "already", attendee, hereSince: since, unconfirmed };
      return { kind: "already", attendee, unconfirmed };
    }
    case "not_on_list":
      // Nor does the server know the ticket (contract 4.offline.4).
      if (certainty === "confirmed") return refused(REASON.otherEvent);
      return { ...refused(OFFLINE_COPY.notOnList), isUnlisted: !isExit(known) };
    case "cancelled":
      return refused(OFFLINE_COPY.cancelled);
    case "other_event":
      return refused(REASON.otherEvent, verdict.eventId === null ? null : known.eventOf(verdict.eventId));
    case "invalid":
      // The text alone decides this, so no confirmation is needed.
      return { kind: "refused", reason: REASON.unknownFormat, ticketEvent: null };
    case "undecided":
      return null;
  }
}
