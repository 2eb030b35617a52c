import type { Scan } from "@/features/checkin/door/scan";
import { KEPT_SCAN_MS } from "@/features/checkin/rules";

/** Whether an unanswered scan may still be sent under its own key. */
export const isKeptFresh = (scan: Scan, at: number): boolean => at - scan.readAt < KEPT_SCAN_MS;

/** The unanswered scans with one more, newest first; a code has one scan among them. */
export const withKept = (kept: Scan[], scan: Scan): Scan[] => [
  scan,
  ...kept.filter(({ qrData }) => qrData !== scan.qrData),
];
