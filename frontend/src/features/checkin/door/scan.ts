/** One reading of one code. The key makes sending it again harmless (contract 10). */
export type Scan = { qrData: string; idempotencyKey: string; eventId: number | null; readAt: number };
