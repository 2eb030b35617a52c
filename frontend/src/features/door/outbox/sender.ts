import { contradiction } from "@/features/door/core/contradiction";
import { OUTBOX_ANSWER_LIMIT_MS, OUTBOX_BATCH, OUTBOX_RETRY_MS } from "@/features/door/core/rules";
import { dropAnswered } from "@/features/door/outbox/answered";
import {
  type Batch,
  type BatchOutcome,
  bodyOf,
  neverTaken,
  outcomeOfBatch,
  outcomeOfBatchFailure,
  type Results,
} from "@/features/door/outbox/batch";
import { type Lineage, lineageOf, onLineageChange } from "@/features/door/outbox/data-generation";
import { openOutbox, settleAll } from "@/features/door/outbox/outbox";
import { isCounted, makerOf, type OutboxRecord } from "@/features/door/outbox/record";
import {
  onOutboxChange,
  recordWith,
  unsettledBefore,
  unsettledRecords,
} from "@/features/door/outbox/record-cache";
import { isInFlight, onSend, sendingNow, tellSending } from "@/features/door/outbox/sender-status";
import { onTold, type Sent, tell } from "@/features/door/outbox/tab-channel";
import { sendDoorScans } from "@/features/door/scan/api";

const LOCK = "doorlist.outbox";

/**
 * What is sent next: records of one user, grant and event, oldest first. A record waits for the earlier ones of its ticket that
 * are not in the batch with it, where those may be sent: the one that the door asks about itself, or that failed.
 */
function nextBatch(tried: ReadonlySet<string>, skipped: ReadonlySet<string>, most: number): OutboxRecord[] {
  const batch: OutboxRecord[] = [];
  const keys = new Set<string>();
  for (const record of unsettledRecords()) {
    if (batch.length === most) break;
    const { key, eventId } = record;
    if (isInFlight(key) || tried.has(key) || skipped.has(makerOf(record))) continue;
    const [first = record] = batch;
    if (makerOf(first) !== makerOf(record) || first.eventId !== eventId) continue;
    const isBehind = unsettledBefore(record).some(
      (earlier) => !keys.has(earlier.key) && !skipped.has(makerOf(earlier)),
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

/** Sends what waits, oldest first, until it is all sent or the server does not answer. */
class Sender {
  private isRunning = false;
  private isAskedAgain = false;
  /** What was sent since all was sent. */
  private sent: Sent = { count: 0, undos: 0, again: 0 };
  /** So many at once. */
  private most = OUTBOX_BATCH;
  private refusedUsers = new Set(sendingNow().refusedUsers);
  private readonly mayGoOn: () => boolean;
  private readonly onSent: (sent: Sent) => void;

  constructor(mayGoOn: () => boolean, onSent: (sent: Sent) => void) {
    this.mayGoOn = mayGoOn;
    this.onSent = onSent;
  }

  /** `tick`: nothing has changed since the last time, so that who was refused still is. */
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

  /** Tells whether the server answered all that was sent. */
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
        skipped.add(makerOf(first));
        this.refusedUsers.add(makerOf(first));
        continue;
      }
      if (outcome.kind === "answered") {
        this.refusedUsers.delete(makerOf(first));
        failures = 0;
      } else if (batch.length > 1) parts.push(...halvesOf(batch));
      else if (outcome.kind === "malformed")
        await this.settle(batch, new Map([[first.key, neverTaken(first, outcome.detail)]]));
      // One record that the server fails on stands in nobody's way; two are a server that fails.
      else if (failures++ > 0) return false;
    }
  }

  private async send(batch: Batch): Promise<BatchOutcome> {
    const signal = AbortSignal.timeout(OUTBOX_ANSWER_LIMIT_MS);
    // By then at the latest the server's data were these.
    const lineage = lineageOf(batch[0]?.eventId ?? null);
    try {
      const body = bodyOf(batch);
      const outcome = outcomeOfBatch(batch, body, await sendDoorScans(body, signal));
      this.most = Math.min(OUTBOX_BATCH, this.most * 2);
      if (outcome.kind === "answered") await this.settle(batch, outcome.results, lineage);
      return outcome;
    } catch (error) {
      // A slow network carries a few at a time.
      if (signal.aborted) this.most = Math.max(1, Math.floor(batch.length / 2));
      return outcomeOfBatchFailure(error);
    }
  }

  private async settle(batch: Batch, results: Results, lineage: Lineage | null = null): Promise<void> {
    const isFirst = new Set(batch.filter(({ result }) => result === null).map(({ key }) => key));
    await settleAll([...results].map(([key, answered]) => ({ key, ...answered, lineage })));
    for (const key of results.keys()) {
      const record = isFirst.has(key) ? recordWith(key) : null;
      if (!record) continue;
      if (isCounted(record) && record.result?.kind !== "failed") {
        this.sent[record.kind === "undo" ? "undos" : "count"] += 1;
      }
      if (contradiction(record)) this.sent.again += 1;
    }
  }

  /** Whether something was sent that no toast has counted yet. */
  get isUntold(): boolean {
    return !this.isRunning && this.sent.count + this.sent.undos + this.sent.again > 0;
  }

  private finish(): void {
    this.tell(false);
    // Counted together with the scans that the door still asks about (contract 8.toast.3).
    if (unsettledRecords().some(({ key }) => isInFlight(key))) return;
    const { count, undos, again } = this.sent;
    if (count + undos + again > 0) this.onSent(this.sent);
    this.sent = { count: 0, undos: 0, again: 0 };
  }

  private tell(isSending: boolean): void {
    tellSending({ isSending, refusedUsers: [...this.refusedUsers] });
  }
}

/**
 * One tab of a device sends (contract 4). Tabs queue for a lock, so that another takes over when the one that has it
 * goes; a tab that comes into view takes it at once, because a phone may have put the other to sleep. Where a browser has
 * no locks (they need HTTPS) each tab sends: what is sent twice is taken once, by its key.
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
      // Another tab took it; or this browser gives none.
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

/** Sends what waits as long as this page is open; `onSent` is called in every tab. Gives how to stop. */
export function startSender(onSent: (sent: Sent) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  let isLeader = () => false;
  const sender = new Sender(
    () => !signal.aborted && isLeader(),
    (sent) => {
      tell({ kind: "sent", sent });
      onSent(sent);
    },
  );
  const run = (tick = false) => {
    if (!signal.aborted && isLeader()) void sender.run(tick);
  };
  const stopHearing = onTold((told) => told.kind === "sent" && onSent(told.sent));
  const stopSending = onSend(run);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const planRetry = () => {
    if (timer !== undefined || unsettledRecords().length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      run(true);
      planRetry();
    }, OUTBOX_RETRY_MS);
  };
  const stopWatching = onOutboxChange(() => {
    planRetry();
    if (sender.isUntold) run(true);
  });
  const stopHearingOfRestores = onLineageChange(() => run());
  planRetry();
  const onVisible = () => document.hidden || run();
  globalThis.addEventListener("online", () => run(), { signal });
  document.addEventListener("visibilitychange", onVisible, { signal });
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const openAgain = (error: unknown) => {
    console.error("What this device has not sent could not be read", error);
    if (signal.aborted) return;
    reopening = setTimeout(() => void openOutbox().then(() => run(), openAgain), OUTBOX_RETRY_MS);
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
