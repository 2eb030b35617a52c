/** The door's own code, as one page of a browser has it: `device.ts` runs it once for each page. */

import { isOffline, setStreamState } from "@/api/live/live-state";
import { clockOffset, recordHeartbeat } from "@/api/live/server-clock";
import { SAVE_TIMEOUT_MS } from "@/features/door/core/rules";
import { canLetIn } from "@/features/door/core/verdict";
import { loadList } from "@/features/door/guest-list/list-store";
import { loadWhole } from "@/features/door/guest-list/load-list";
import { openOutbox, saveVerdict, undoCheckIn } from "@/features/door/outbox/outbox";
import { allRecords, findRecord, undoOf, unsyncedRecords } from "@/features/door/outbox/record-cache";
import { startSender } from "@/features/door/outbox/sender";
import { clearInFlight, isInFlight, senderStatus, sendNow } from "@/features/door/outbox/sender-status";
import { sendScan } from "@/features/door/scan/ask-server";
import { scanOutboxOf } from "@/features/door/scan/scan-outbox";
import { takeScan } from "@/features/door/scan/take-scan";
import { steadyNow } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { isDone } from "@/lib/with-timeout";

export const core = {
  allRecords,
  canLetIn,
  clearInFlight,
  clockOffset,
  isDone,
  isInFlight,
  isOffline,
  loadList,
  newIdempotencyKey,
  recordHeartbeat,
  saveVerdict,
  setStreamState,
  openOutbox,
  loadWhole,
  findRecord,
  scanOutboxOf,
  SAVE_TIMEOUT_MS,
  senderStatus,
  sendNow,
  sendScan,
  startSender,
  steadyNow,
  undoCheckIn,
  takeScan,
  undoOf,
  unsyncedRecords,
};

export type Core = typeof core;
