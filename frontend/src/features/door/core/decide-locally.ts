import { decide } from "@/features/door/core/decide";
import type { Decision, Facts } from "@/features/door/core/facts";
import type { Identity } from "@/features/door/core/identify";
import type { DoorList } from "@/features/door/guest-list/list-store";
import { decodeHash } from "@/features/door/guest-list/qr-hash";
import type { Listed } from "@/features/door/guest-list/tickets";
import type { OwnUndo } from "@/features/door/outbox/record-cache";

/** The server takes a check-in a moment after it was read, and the clocks are compared by beats. */
export const CLOCK_SLACK_MS = 2000;

/** The ticket as it stands on a list. */
export function listedAs({ tickets }: DoorList, { hash, attendeeId }: Pick<Identity, "hash" | "attendeeId">) {
  if (hash !== null) return tickets.find(decodeHash(hash));
  return attendeeId === null ? null : tickets.findId(attendeeId);
}

/** Whether a list has the ticket of a scan, and under which hash where it was found by its attendee. */
export type ListedName = { isListed: boolean; listedHash: string | null };

/** A ticket, as the list has it and as its record names it. */
export interface Found {
  identity: Identity;
  listed: Listed | null;
  name: ListedName;
}

/** The one look-up of a ticket. The list knows its id as well: a guest may be scanned once and found by name once. */
export function findOn(list: DoorList | null, named: Identity): Found {
  const listed = list && listedAs(list, named);
  const isThere = listed !== null && listed !== "cancelled";
  const identity = isThere ? { ...named, attendeeId: named.attendeeId ?? listed.id } : named;
  const { attendeeId } = identity;
  const listedHash = attendeeId === null ? null : (list?.tickets.hashOf(attendeeId) ?? null);
  return { identity, listed, name: { isListed: listed !== null, listedHash } };
}

/** The ticket as it stands since this device took its own check-in back, which the list may not know yet. */
export function withoutTakenBack(listed: Listed | null, asOf: number, undo: OwnUndo | null): Listed | null {
  if (!listed || listed === "cancelled" || listed.attendedAt === null || !undo) return listed;
  const isKnown = undo.deliveredAt !== null && asOf > undo.deliveredAt;
  // Where the server has said since when, a later let-in is another door's.
  const isOwn =
    undo.since - CLOCK_SLACK_MS <= listed.attendedAt &&
    listed.attendedAt <= (undo.inSince === null ? undo.at : undo.inSince + CLOCK_SLACK_MS);
  return isOwn && !isKnown ? { ...listed, attendedAt: null, checkedInBy: null } : listed;
}

interface Knowledge {
  now: number;
  eventId: number | null;
  list: DoorList;
  listed: Listed | null;
  own: Facts["own"];
}

/** What this door says without the server. */
export function decideLocally(identity: Identity, { now, eventId, list, listed, own }: Knowledge): Decision {
  return decide({
    now,
    eventId,
    answer: null,
    list: { asOf: list.asOf, ticket: listed },
    own,
    text: identity.text,
  });
}
