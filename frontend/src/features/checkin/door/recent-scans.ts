import { UNLISTED_GUEST } from "@/features/checkin/copy";
import { RECENT_SCANS } from "@/features/checkin/rules";
import { unconfirmedOf, type Verdict } from "@/features/checkin/verdict/verdict";

/** contract 3: one line of Recent Scans. `time` in milliseconds; `table` 0 is no table. */
export type RecentScan = {
  key: string;
  name: string;
  table: number;
  time: number;
  status: "success" | "already_scanned";
  isUnconfirmed: boolean;
  isTakenBack: boolean;
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
    isUnconfirmed: unconfirmedOf(verdict) !== null,
    isTakenBack: false,
  };
  return [entry, ...recent].slice(0, RECENT_SCANS);
}

/** The list after the server has answered a scan, or a person took one back. */
export const withChange = (recent: RecentScan[], key: string, change: Partial<RecentScan>): RecentScan[] =>
  recent.map((scan) => (scan.key === key ? { ...scan, ...change } : scan));
