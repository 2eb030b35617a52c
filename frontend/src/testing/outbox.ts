import type { NewRecord, OutboxRecord } from "@/features/door/outbox/record";
import { GALA, OLIVE } from "@/testing/cast";

/** A scan by Olive at the gala, about to be saved. */
export const newScan = (key: string, known: Partial<NewRecord> = {}): NewRecord => ({
  kind: "check_in",
  key,
  userId: OLIVE.id,
  grantId: null,
  eventId: GALA.id,
  device: null,
  hash: key.padEnd(43, "A"),
  attendeeId: null,
  text: null,
  at: 1000,
  monotonic: 0,
  clockOffset: null,
  undoes: null,
  ...known,
});

/** A saved scan by Olive without a response. */
export const keptRecord = (known: Partial<OutboxRecord>): OutboxRecord => ({
  version: 1,
  kind: "check_in",
  key: "11111111-1111-4111-8111-111111111111",
  sequence: 0,
  userId: OLIVE.id,
  grantId: null,
  eventId: null,
  device: null,
  hash: null,
  attendeeId: null,
  text: null,
  at: Date.now(),
  monotonic: 0,
  clockOffset: null,
  shown: null,
  shownAt: null,
  certainty: null,
  asOf: null,
  undoes: null,
  result: null,
  isSeen: false,
  ...known,
});
