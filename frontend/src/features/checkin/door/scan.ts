import { PENDING_SCAN_MS } from "@/features/checkin/rules";

/** One reading of one code. The key makes sending it again harmless (contract 4.scan.13). */
export type Scan = { qrData: string; idempotencyKey: string; eventId: number | null; readAt: number };

/** The scans that were for an event which is no more are for the one that was chosen instead. */
export const movedTo = (scans: readonly Scan[], insteadOf: number, eventId: number | null): Scan[] =>
  scans.map((scan) => (scan.eventId === insteadOf ? { ...scan, eventId } : scan));

/** Of several codes in view, a ticket of ours goes before a poster's. */
export const oursFirst = (codes: readonly string[]): string[] =>
  [...codes].sort((a, b) => Number(b.startsWith("DL1.")) - Number(a.startsWith("DL1.")));

/** Whether an unanswered scan may still be sent under its own key. */
export const isPendingFresh = (scan: Scan, at: number): boolean => at - scan.readAt < PENDING_SCAN_MS;

/** The unanswered scans with one more, newest first; a code has one scan among them. */
export const withPending = (pending: Scan[], scan: Scan): Scan[] => [
  scan,
  ...pending.filter(({ qrData }) => qrData !== scan.qrData),
];
