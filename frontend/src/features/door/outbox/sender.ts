import { contradiction } from "@/features/door/core/contradiction";
import {
  OUTBOX_ANSWER_TIMEOUT_MS,
  OUTBOX_BATCH_MAX,
  OUTBOX_RETRY_INTERVAL_MS,
} from "@/features/door/core/rules";
import { dropAnswered } from "@/features/door/outbox/answered";
import {
  type Batch,
  type BatchOutcome,
  bodyOf,
  outcomeOfBatch,
  outcomeOfBatchFailure,
  type Results,
  rejectedRecord,
  sendDoorScans,
} from "@/features/door/outbox/batch";
import { type Generation, generationOf, onGenerationChange } from "@/features/door/outbox/data-generation";
import { openOutbox, saveResults } from "@/features/door/outbox/outbox";
import { isCounted, type OutboxRecord, originKey } from "@/features/door/outbox/record";
import {
  findRecord,
  onOutboxChange,
  unsyncedBefore,
  unsyncedRecords,
} from "@/features/door/outbox/record-cache";
import {
  broadcastSenderStatus,
  isInFlight,
  onSend,
  senderStatus,
} from "@/features/door/outbox/sender-status";
import { broadcast, onTabMessage, type SentSummary } from "@/features/door/outbox/tab-channel";

const LOCK = "doorlist.outbox";

/**
 * The next batch: records of one user, grant and event, oldest first. A record waits for earlier ones of its ticket
 * outside the batch, unless their origin is skipped.
 */
function nextBatch(tried: ReadonlySet<string>, skipped: ReadonlySet<string>, most: number): OutboxRecord[] {
  const batch: OutboxRecord[] = [];
  const keys = new Set<string>();
  for (const record of unsyncedRecords()) {
    if (batch.length === most) break;
    const { key, eventId } = record;
    if (isInFlight(key) || tried.has(key) || skipped.has(originKey(record))) continue;
    const [first = record] = batch;
    if (originKey(first) !== originKey(record) || first.eventId !== eventId) continue;
    const isBehind = unsyncedBefore(record).some(
      (earlier) => !keys.has(earlier.key) && !skipped.has(originKey(earlier)),
    );
    if (isBehind) continue;
    batch.push(record);
    keys.add(key);
  }
  return batch;
}

const halvesOf = (batch: Batch): Batch[] => {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(middle), batch.slice(0, middle)];
};

/** Uploads unsynced records, oldest first, until all are sent or the server does not respond. */
class Sender {
  private isRunning = false;
  private isAskedAgain = false;
  /** Sent since the last toast. */
  private sent: SentSummary = { count: 0, undos: 0, again: 0 };
  private most = OUTBOX_BATCH_MAX;
  private refusedUsers = new Set(senderStatus().refusedUsers);
  private readonly mayGoOn: () => boolean;
  private readonly onSent: (sent: SentSummary) => void;

  constructor(mayGoOn: () => boolean, onSent: (sent: SentSummary) => void) {
    this.mayGoOn = mayGoOn;
    this.onSent = onSent;
  }

  /** `tick`: nothing changed, so refused origins are still refused. */
  async run(tick = false): Promise<void> {
    if (this.isRunning) {
      this.isAskedAgain ||= !tick;
      return;
    }
    this.isRunning = true;
    try {
      const isAnswered = await this.sendAll(new Set(tick ? this.refusedUsers : []));
      if (isAnswered) this.finish();
      await dropAnswered().catch(() => {}); // without storage nothing is kept
    } finally {
      this.isRunning = false;
    }
    if (!this.isAskedAgain) return;
    this.isAskedAgain = false;
    await this.run();
  }

  /** Returns false if the server did not respond. */
  private async sendAll(skipped: Set<string>): Promise<boolean> {
    const tried = new Set<string>();
    const parts: Batch[] = [];
    let failures = 0;
    for (;;) {
      if (!this.mayGoOn()) return false;
      const batch = parts.pop() ?? nextBatch(tried, skipped, this.most);
      const [first] = batch;
      if (!first) return true;
      this.tell(true);
      for (const { key } of batch) tried.add(key);
      const outcome = await this.send(batch);
      if (outcome.kind === "unanswered") return false;
      if (outcome.kind === "refused") {
        skipped.add(originKey(first));
        this.refusedUsers.add(originKey(first));
        continue;
      }
      if (outcome.kind === "answered") {
        this.refusedUsers.delete(originKey(first));
        failures = 0;
      } else if (batch.length > 1) parts.push(...halvesOf(batch));
      else if (outcome.kind === "malformed")
        await this.settle(batch, new Map([[first.key, rejectedRecord(first, outcome.detail)]]));
      // One failing record must not block the others; two mean that the server fails.
      else if (failures++ > 0) return false;
    }
  }

  private async send(batch: Batch): Promise<BatchOutcome> {
    const signal = AbortSignal.timeout(OUTBOX_ANSWER_TIMEOUT_MS);
    // The data are at least of the generation before the request.
    const lineage = generationOf(batch[0]?.eventId ?? null);
    try {
      const body = bodyOf(batch);
      const outcome = outcomeOfBatch(batch, body, await sendDoorScans(body, signal));
      this.most = Math.min(OUTBOX_BATCH_MAX, this.most * 2);
      if (outcome.kind === "answered") await this.settle(batch, outcome.results, lineage);
      return outcome;
    } catch (error) {
      // A slow network carries smaller batches.
      if (signal.aborted) this.most = Math.max(1, Math.floor(batch.length / 2));
      return outcomeOfBatchFailure(error);
    }
  }

  private async settle(batch: Batch, results: Results, lineage: Generation | null = null): Promise<void> {
    const isFirst = new Set(batch.filter(({ result }) => result === null).map(({ key }) => key));
    await saveResults([...results].map(([key, answered]) => ({ key, ...answered, lineage })));
    for (const key of results.keys()) {
      const record = isFirst.has(key) ? findRecord(key) : null;
      if (!record) continue;
      if (isCounted(record) && record.result?.kind !== "failed") {
        this.sent[record.kind === "undo" ? "undos" : "count"] += 1;
      }
      if (contradiction(record)) this.sent.again += 1;
    }
  }

  /** True if no toast has counted some sent records. */
  get isUntold(): boolean {
    return !this.isRunning && this.sent.count + this.sent.undos + this.sent.again > 0;
  }

  private finish(): void {
    this.tell(false);
    // Counted together with the scans in flight (contract 8.toast.3).
    if (unsyncedRecords().some(({ key }) => isInFlight(key))) return;
    const { count, undos, again } = this.sent;
    if (count + undos + again > 0) this.onSent(this.sent);
    this.sent = { count: 0, undos: 0, again: 0 };
  }

  private tell(isSending: boolean): void {
    broadcastSenderStatus({ isSending, refusedUsers: [...this.refusedUsers] });
  }
}

/**
 * One tab of a device sends (contract 4). Tabs queue for a Web Lock. A visible tab steals it, because phones suspend
 * the holder. Without locks (no HTTPS) each tab sends: the server takes a key once.
 */
function lead(start: () => void, over: AbortSignal): () => boolean {
  const { locks } = navigator;
  let isHeld = !locks;
  let isQueued = false;
  const hold = async () => {
    isHeld = true;
    isQueued = false;
    start();
    await new Promise((leave) => over.addEventListener("abort", leave));
  };
  const request = async (options: LockOptions) => {
    let isGranted = false;
    const onGrant = () => {
      isGranted = true;
      return hold();
    };
    try {
      await locks.request(LOCK, options, onGrant);
    } catch {
      if (over.aborted) return;
      // Another tab has it, or this browser grants none.
      isHeld = !isGranted;
      if (isGranted) queue();
      else start();
    }
  };
  const queue = () => {
    if (isQueued) return;
    isQueued = true;
    void request({ signal: over });
  };
  const take = () => {
    if (!document.hidden && !isHeld) void request({ steal: true });
  };
  if (!locks) start();
  else if (document.hidden) queue();
  else take();
  document.addEventListener("visibilitychange", take, { signal: over });
  return () => isHeld;
}

/** Sends while this page is open; `onSent` is called in every tab. Returns the stop function. */
export function startSender(onSent: (sent: SentSummary) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  let isLeader = () => false;
  const sender = new Sender(
    () => !signal.aborted && isLeader(),
    (sent) => {
      broadcast({ kind: "sent", sent });
      onSent(sent);
    },
  );
  const run = (tick = false) => {
    if (!signal.aborted && isLeader()) void sender.run(tick);
  };
  const stopHearing = onTabMessage((message) => message.kind === "sent" && onSent(message.sent));
  const stopSending = onSend(run);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const planRetry = () => {
    if (timer !== undefined || unsyncedRecords().length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      run(true);
      planRetry();
    }, OUTBOX_RETRY_INTERVAL_MS);
  };
  const stopWatching = onOutboxChange(() => {
    planRetry();
    if (sender.isUntold) run(true);
  });
  const stopHearingOfRestores = onGenerationChange(() => run());
  planRetry();
  const onVisible = () => document.hidden || run();
  globalThis.addEventListener("online", () => run(), { signal });
  document.addEventListener("visibilitychange", onVisible, { signal });
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const openAgain = (error: unknown) => {
    console.error("What this device has not sent could not be read", error);
    if (signal.aborted) return;
    reopening = setTimeout(() => void openOutbox().then(() => run(), openAgain), OUTBOX_RETRY_INTERVAL_MS);
  };
  void openOutbox()
    .catch(openAgain)
    .then(() => {
      if (!signal.aborted) isLeader = lead(() => queueMicrotask(run), signal);
    });
  return () => {
    end.abort();
    clearTimeout(timer);
    clearTimeout(reopening);
    stopWatching();
    stopHearingOfRestores();
    stopHearing();
    stopSending();
  };
}
