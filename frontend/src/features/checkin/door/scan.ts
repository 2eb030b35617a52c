/** One reading of one code. The key makes sending it again harmless (contract 10). */
export type Scan = { qrData: string; idempotencyKey: string; eventId: number | null; readAt: number };

/** Of several codes in view, a ticket of ours goes before a poster's. */
export const oursFirst = (codes: readonly string[]): string[] =>
  [...codes].sort((a, b) => Number(b.startsWith("DL1.")) - Number(a.startsWith("DL1.")));
