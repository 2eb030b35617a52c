import { useQuery } from "@tanstack/react-query";
import { useIsOffline } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import type { Door } from "@/features/door/core/door-state";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { PARTY_OFFERED_MS } from "@/features/door/core/rules";
import { partyQuery } from "@/features/door/ui/party/api";
import { now } from "@/lib/clock";

export type PartyDoor = Pick<Door, "recent" | "last">;

export interface PartyOutside {
  /** The key of the scan of the first one. */
  first: string;
  others: readonly Attendee[];
}

/** The guest whom this door has let in just now, by the server's word. */
function justLetIn({ recent: [latest], last }: PartyDoor): RecentScan | null {
  if (!latest?.guest || latest.status !== "success" || latest.isTakenBack || latest.isUnconfirmed)
    return null;
  // Under what a stranger's ticket came to, a tap would be for the wrong party.
  if (last?.scan && last.scan.idempotencyKey !== latest.key) return null;
  return now() - latest.time < PARTY_OFFERED_MS ? latest : null;
}

/** The last guest's party without its checked-in guests; null if nobody is left, or without the server's answer. */
export function useParty(door: PartyDoor, isSignedIn: boolean): PartyOutside | null {
  const isOffline = useIsOffline();
  const latest = justLetIn(door);
  const { data } = useQuery(partyQuery(latest?.guest?.id ?? 0, isSignedIn && !isOffline && latest !== null));
  if (!latest || !data || data.length === 0 || isOffline) return null;
  // After a second choice the party is still that of its first scan.
  const partyOf = door.last?.scan?.partyOf;
  return { first: partyOf ?? latest.key, others: data };
}
