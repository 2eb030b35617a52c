import { decide } from "@/features/checkin/decision/decide";
import type { Decision, Facts } from "@/features/checkin/decision/facts";
import type { Identity } from "@/features/checkin/door/identify";
import type { DoorList } from "@/features/checkin/door-list/list-store";
import { decodeHash } from "@/features/checkin/door-list/qr-hash";
import type { Listed } from "@/features/checkin/door-list/tickets";

/** The ticket as it stands on a list. */
export function listedAs({ tickets }: DoorList, { hash, attendeeId }: Pick<Identity, "hash" | "attendeeId">) {
  if (hash !== null) return tickets.find(decodeHash(hash));
  return attendeeId === null ? null : tickets.findId(attendeeId);
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
