import { useEffect, useSyncExternalStore } from "react";
import { ApiError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { serverNow } from "@/api/live/server-clock";
import { FOR_GOOD, REFUSALS } from "@/features/door/outbox/result";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { onStorageChange, readStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/** People who leave without a scan (contract 7.leavers). They are kept on the device until the server has them. */

const KEY = "doorlist.door.leavers";
const RETRY_MS = 15_000;
const ANSWER_TIMEOUT_MS = 8000;

/** One person who left (1), or the undo of one (-1). `at` is server time in ms. */
interface Leaver {
  key: string;
  eventId: number;
  change: 1 | -1;
  at: number;
  userId: number;
  device: string | null;
}

const { tell, subscribe } = createListeners();
let isSending = false;

const unsent = (): readonly Leaver[] => {
  const stored = readStored("local", KEY);
  return Array.isArray(stored) ? (stored as Leaver[]) : [];
};

function write(next: readonly Leaver[]): void {
  writeStored("local", KEY, next);
  tell();
}

onStorageChange(KEY, tell);

export function countLeaver(leaver: Pick<Leaver, "eventId" | "change" | "userId" | "device">): void {
  write([...unsent(), { ...leaver, key: newIdempotencyKey(), at: serverNow() }]);
  void sendLeavers();
}

/** Sum of the changes of an event that the server does not have. */
export const unsentLeavers = (eventId: number): number =>
  unsent().reduce((sum, leaver) => (leaver.eventId === eventId ? sum + leaver.change : sum), 0);

export const useUnsentLeavers = (eventId: number): number =>
  useSyncExternalStore(subscribe, () => unsentLeavers(eventId));

/** `refused` waits for a sign-in; `unanswered` is repeated later. */
type Outcome = "taken" | "refused" | "unanswered";

async function send({ userId, ...leaver }: Leaver): Promise<Outcome> {
  const body = { ...leaver, scannedBy: userId };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    await unwrap(api.POST("/api/door/leavers", { body, signal }));
    return "taken";
  } catch (error) {
    const code = error instanceof ApiError ? error.code : "";
    if (REFUSALS.includes(code)) return "refused";
    if (![...FOR_GOOD, "exits_not_counted"].includes(code)) return "unanswered";
    console.error("The server rejected a person who left without a scan", error);
    return "taken";
  }
}

/** Sends all in their order until one gets no answer. */
export async function sendLeavers(): Promise<void> {
  if (isSending) return;
  isSending = true;
  const tried = new Set<string>();
  for (;;) {
    // Read anew, because this tab or another may have added some.
    const next = unsent().find(({ key }) => !tried.has(key));
    if (!next) break;
    tried.add(next.key);
    const outcome = await send(next);
    if (outcome === "unanswered") break;
    if (outcome === "taken") write(unsent().filter(({ key }) => key !== next.key));
  }
  isSending = false;
}

/** Sends what is left from before, and again after a failure. */
export function useLeaverSending(isLiveOpen: boolean | null): void {
  useEffect(() => {
    if (isLiveOpen !== false) void sendLeavers();
  }, [isLiveOpen]);
  useEffect(() => {
    const timer = setInterval(() => unsent().length > 0 && void sendLeavers(), RETRY_MS);
    return () => clearInterval(timer);
  }, []);
}
