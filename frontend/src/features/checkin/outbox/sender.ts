import { sendKeptScan, sendUndo } from "@/features/checkin/api";
import { contradiction } from "@/features/checkin/decision/contradiction";
import {
  onOutboxChange,
  openOutbox,
  recordWith,
  settle,
  unsettledBefore,
  unsettledRecords,
} from "@/features/checkin/outbox/outbox";
import { isCounted, type OutboxRecord, type OutboxResult } from "@/features/checkin/outbox/record";
import {
  type Outcome,
  outcomeOfFailure,
  outcomeOfScan,
  outcomeOfUndo,
} from "@/features/checkin/outbox/result";
import { isInFlight, onSend, sendingNow, tellSending } from "@/features/checkin/outbox/sending";
import { onTold, type Sent, tell } from "@/features/checkin/outbox/tabs";
import { OUTBOX_ANSWER_LIMIT_MS, OUTBOX_RETRY_MS } from "@/features/checkin/rules";
import { now } from "@/lib/clock";

const LOCK = "doorlist.outbox";

/** An undo waits for the answer to its check-in. */
const isUndoEarly = ({ undoes }: OutboxRecord): boolean =>
  undoes !== null && recordWith(undoes)?.result === null;

/** A reading waits for the answers to the earlier ones of its ticket, where those may be sent. */
const isBehind = (record: OutboxRecord, skipped: ReadonlySet<number>): boolean =>
  unsettledBefore(record).some(({ userId }) => !skipped.has(userId));

const isWaiting = (record: OutboxRecord): boolean => !isInFlight(record.key) && !isUndoEarly(record);

/** What an undo comes to without a call: the server let nobody in by that check-in, or the device lost it before it was sent. */
function undoWithoutCall(checkIn: OutboxRecord | null): OutboxResult | null {
  const result = checkIn?.result;
  if (result?.kind === "admitted" && result.attendedAt !== null) return null;
  if (result?.kind === "already") return result;
  return { kind: "marked_absent", attendedAt: null, checkedInBy: null, detail: null, receivedAt: now() };
}

async function sendRecord(record: OutboxRecord): Promise<Outcome> {
  const signal = AbortSignal.timeout(OUTBOX_ANSWER_LIMIT_MS);
  try {
    if (record.kind === "check_in") return outcomeOfScan(await sendKeptScan(record, signal));
    const checkIn = recordWith(record.undoes ?? "");
    const known = undoWithoutCall(checkIn);
    if (known) return { kind: "settled", result: known, told: null };
    const attendeeId = checkIn?.attendeeId ?? 0;
    const since = checkIn?.result?.attendedAt ?? "";
    return outcomeOfUndo(await sendUndo({ attendeeId, since, userId: record.userId }, signal));
  } catch (error) {
    return outcomeOfFailure(error, record);
  }
}

/** Sends what waits, oldest first, until it is all sent or the server does not answer. */
class Sender {
  private isRunning = false;
  private isAskedAgain = false;
  /** What was sent since all was sent. */
  private sent: Sent = { count: 0, again: 0 };
  private refusedUsers = new Set(sendingNow().refusedUsers);
  private readonly mayGoOn: () => boolean;
  private readonly onSent: (sent: Sent) => void;

  constructor(mayGoOn: () => boolean, onSent: (sent: Sent) => void) {
    this.mayGoOn = mayGoOn;
    this.onSent = onSent;
  }

  /** What may be sent: a user whom the server refused must sign in first. */
  private next(tried: ReadonlySet<string>, skipped: ReadonlySet<number>): OutboxRecord | undefined {
    return unsettledRecords().find(
      (record) =>
        isWaiting(record) &&
        !tried.has(record.key) &&
        !skipped.has(record.userId) &&
        !isBehind(record, skipped),
    );
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
    } finally {
      this.isRunning = false;
    }
    if (!this.isAskedAgain) return;
    this.isAskedAgain = false;
    await this.run();
  }

  /** Tells whether the server answered all that was sent. */
  private async sendAll(skipped: Set<number>): Promise<boolean> {
    const tried = new Set<string>();
    let failures = 0;
    for (;;) {
      const record = this.mayGoOn() ? this.next(tried, skipped) : undefined;
      if (!record) return this.mayGoOn();
      this.tell(true);
      tried.add(record.key);
      const outcome = await sendRecord(record);
      // One record that the server fails on stands in nobody's way; two are a server that fails.
      if (outcome.kind === "failing" && failures++ === 0) continue;
      if (outcome.kind === "unanswered" || outcome.kind === "failing") return false;
      if (outcome.kind === "refused") {
        skipped.add(record.userId);
        this.refusedUsers.add(record.userId);
        continue;
      }
      this.refusedUsers.delete(record.userId);
      failures = 0;
      await settle(record.key, outcome.result, outcome.told);
      this.count(record.key);
    }
  }

  private count(key: string): void {
    const record = recordWith(key);
    if (!record) return;
    if (isCounted(record) && record.result?.kind !== "failed") this.sent.count += 1;
    if (contradiction(record)) this.sent.again += 1;
  }

  private finish(): void {
    this.tell(false);
    if (this.sent.count + this.sent.again > 0) this.onSent(this.sent);
    this.sent = { count: 0, again: 0 };
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
  const stopWatching = onOutboxChange(planRetry);
  planRetry();
  const onVisible = () => document.hidden || run();
  globalThis.addEventListener("online", () => run(), { signal });
  document.addEventListener("visibilitychange", onVisible, { signal });
  void openOutbox()
    .catch((error: unknown) => console.error("What this device has not sent could not be read", error))
    .then(() => {
      if (!signal.aborted) isLeader = lead(() => queueMicrotask(run), signal);
    });
  return () => {
    end.abort();
    clearTimeout(timer);
    stopWatching();
    stopHearing();
    stopSending();
  };
}
