import { RECENT_SCANS } from "@/features/checkin/rules";
import type { Verdict } from "@/features/checkin/verdict/verdict";

/** contract 3: one line of Recent Scans. `time` in milliseconds; `table` 0 is no table. */
export type RecentScan = { name: string; table: number; time: number; status: "success" | "already_scanned" };

/** The list after a verdict, newest first. Only tickets that were recognised have a line. */
export function withRecentScan(recent: RecentScan[], verdict: Verdict, at: number): RecentScan[] {
  if (verdict.kind !== "admitted" && verdict.kind !== "already") return recent;
  if (!verdict.attendee) return recent;
  const { fullName, tableNumber } = verdict.attendee;
  const status = verdict.kind === "admitted" ? "success" : "already_scanned";
  return [{ name: fullName, table: tableNumber, time: at, status } as const, ...recent].slice(
    0,
    RECENT_SCANS,
  );
}
