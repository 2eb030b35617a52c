/** The door's own code, as one page of a browser has it: `device.ts` runs it once for each page. */

import { isOffline, noteStream } from "@/api/live/live-state";
import { clockOffset, noteBeat } from "@/api/live/server-clock";
import { sendScan } from "@/features/checkin/api";
import { recordsOf } from "@/features/checkin/door/records";
import { isDone, takeScan } from "@/features/checkin/door/take-scan";
import { readWhole } from "@/features/checkin/door-list/held-list";
import { loadList } from "@/features/checkin/door-list/list-store";
import { allRecords, recordWith, undoOf, unsettledRecords } from "@/features/checkin/outbox/held";
import { noteShown, openOutbox, takeBack } from "@/features/checkin/outbox/outbox";
import { startSender } from "@/features/checkin/outbox/sender";
import { clearInFlight, sendNow } from "@/features/checkin/outbox/sending";
import { SAVE_LIMIT_MS } from "@/features/checkin/rules";
import { canLetIn } from "@/features/checkin/verdict/verdict";
import { steadyNow } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";

export const core = {
  allRecords,
  canLetIn,
  clearInFlight,
  clockOffset,
  isDone,
  isOffline,
  loadList,
  newIdempotencyKey,
  noteBeat,
  noteShown,
  noteStream,
  openOutbox,
  readWhole,
  recordWith,
  recordsOf,
  SAVE_LIMIT_MS,
  sendNow,
  sendScan,
  startSender,
  steadyNow,
  takeBack,
  takeScan,
  undoOf,
  unsettledRecords,
};

export type Core = typeof core;
