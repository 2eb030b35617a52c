import { ApiError, isNetworkError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { readStored, removeStored, writeStored } from "@/lib/storage";

/** Set while the server has not received a sign-out of this device. */
const KEY = "doorlist.logout-due";
/** Interval between attempts (contract 9). */
const RETRY_MS = 15_000;

let telling: Promise<void> | null = null;
let isSigningIn = false;

const isDue = (): boolean => readStored("local", KEY) === true;

/** True if our server did not respond: it may or may not have received the request. */
export const isResponseUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || isNetworkError(error);

/** Schedules the queued sign-out on a page without a signed-in user. */
let plan: (() => void) | null = null;

/** Queues the sign-out until the server can be reached. */
export function queueLogout(): void {
  writeStored("local", KEY, true);
  plan?.();
}

/** The server has received it. */
export const clearQueuedLogout = (): void => removeStored("local", KEY);

/** A deferred logout must not overlap with a sign-in: it would end the new session. */
export async function withSignInLock<Answer>(signIn: () => Promise<Answer>): Promise<Answer> {
  isSigningIn = true;
  try {
    await telling;
    const signedIn = await signIn();
    clearQueuedLogout();
    return signedIn;
  } finally {
    isSigningIn = false;
  }
}

async function tell(): Promise<void> {
  try {
    await unwrap(api.POST("/api/logout"));
  } catch (error) {
    if (isResponseUnknown(error) || (error instanceof ApiError && error.status >= 500)) return;
  }
  clearQueuedLogout();
}

function tellIfDue(): void {
  if (!isDue() || telling || isSigningIn) return;
  telling = tell().finally(() => {
    telling = null;
  });
}

/** Sends a queued sign-out until the server receives it. Returns a function that stops it. */
export function startLateLogout(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  plan = () => {
    if (isDue()) timer ??= setInterval(tellIfDue, RETRY_MS);
  };
  plan();
  globalThis.addEventListener("online", tellIfDue);
  return () => {
    plan = null;
    clearInterval(timer);
    globalThis.removeEventListener("online", tellIfDue);
  };
}
