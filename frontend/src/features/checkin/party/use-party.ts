import { useQuery } from "@tanstack/react-query";
import { useIsOffline } from "@/api/live/live-state";
import type { Door } from "@/features/checkin/door/door-state";
import type { RecentScan } from "@/features/checkin/door/recent-scans";
import { partyQuery } from "@/features/checkin/party/api";
import { PARTY_OFFERED_MS } from "@/features/checkin/rules";
import { now } from "@/lib/clock";

export type PartyDoor = Pick<Door, "recent" | "last">;

/** The guest whom this door has let in just now, by the server's word. */
function justLetIn({ recent: [latest], last }: PartyDoor): RecentScan | null {
  if (!latest?.guest || latest.status !== "success" || latest.isTakenBack || latest.isUnconfirmed)
    return null;
  // Under what a stranger's ticket came to, a tap would be for the wrong party.
  if (last?.scan && last.scan.idempotencyKey !== latest.key) return null;
  return now() - latest.time < PARTY_OFFERED_MS ? latest : null;
}

/**
 * The texts of the tickets of those who are still outside, of the party of the guest who was let in last; null where
 * there is none, or no server that says so.
 */
export function useParty(door: PartyDoor, isSignedIn: boolean): string[] | null {
  const isOffline = useIsOffline();
  const first = justLetIn(door);
  const { data } = useQuery(partyQuery(first?.guest?.id ?? 0, isSignedIn && !isOffline && first !== null));
  if (!first || !data || data.length === 0 || isOffline) return null;
  return data.map(({ qrCodeData }) => qrCodeData);
}
