import { owes, UNLISTED_GUEST } from "@/features/door/copy";
import { RECENT_SCANS } from "@/features/door/core/rules";
import { type Guest, unconfirmedOf, type Verdict } from "@/features/door/core/verdict";
import { formatAud } from "@/lib/money";

/** contract 3: one line of Recent Scans. `time` in milliseconds; `table` 0 is no table. */
export type RecentScan = {
  key: string;
  name: string;
  table: number;
  time: number;
  status: "success" | "already_scanned";
  /** As this page last heard of them; null where only the ticket is known. */
  guest: Guest | null;
  isUnconfirmed: boolean;
  isTakenBack: boolean;
  /** The server has not counted it (contract 4.offline.520). */
  isRejected?: boolean;
};

/** The list after a verdict, newest first. Only tickets that were recognised, or let in anyway, have a line. */
export function withRecentScan(
  recent: RecentScan[],
  key: string,
  verdict: Verdict,
  at: number,
): RecentScan[] {
  if (verdict.kind !== "admitted" && verdict.kind !== "already") return recent;
  if (verdict.kind === "already" && !verdict.attendee) return recent;
  const entry: RecentScan = {
    key,
    name: verdict.attendee?.fullName ?? UNLISTED_GUEST,
    table: verdict.attendee?.tableNumber ?? 0,
    time: at,
    status: verdict.kind === "admitted" ? "success" : "already_scanned",
    guest: verdict.attendee,
    isUnconfirmed: unconfirmedOf(verdict) !== null,
    isTakenBack: false,
  };
  return [entry, ...recent].slice(0, RECENT_SCANS);
}

/** The list after the server has answered a scan, or a person took one back. */
export const withChange = (recent: RecentScan[], key: string, change: Partial<RecentScan>): RecentScan[] =>
  recent.map((scan) => (scan.key === key ? { ...scan, ...change } : scan));

/** 'owes $180.00', or null of a guest who owes nothing. */
export const owedBy = (guest: Guest | null): string | null =>
  guest?.paymentGroup === "owed" ? owes(guest.owedCents === null ? null : formatAud(guest.owedCents)) : null;

/** The list once a guest on it was read anew. */
export const withGuest = (recent: RecentScan[], guest: Guest): RecentScan[] =>
  recent.map((scan) =>
    scan.guest?.id === guest.id ? { ...scan, name: guest.fullName, table: guest.tableNumber, guest } : scan,
  );

/** The list with what was scanned before this page was loaded. */
export function withEarlier(recent: RecentScan[], found: readonly RecentScan[]): RecentScan[] {
  const earlier = found.filter(({ key }) => !recent.some((scan) => scan.key === key));
  return [...recent, ...earlier].sort((one, other) => other.time - one.time).slice(0, RECENT_SCANS);
}
