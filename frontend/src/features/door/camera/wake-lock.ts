import { WAKE_LOCK_PAUSE_MS } from "@/features/door/core/rules";
import { wait } from "@/lib/sleep";

/** Asks until `signal` is aborted: the device may refuse, or take the lock back, while its battery is low. */
async function hold(wakeLock: WakeLock, signal: AbortSignal): Promise<void> {
  do {
    const lock = await wakeLock.request("screen").catch(() => null);
    if (!lock) continue;
    await new Promise<void>((resolve) => {
      lock.addEventListener("release", () => resolve(), { once: true });
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    await lock.release().catch(() => {});
  } while (await wait(WAKE_LOCK_PAUSE_MS, signal));
}

/** Keeps the screen on while the door is scanning. A browser without wake locks simply dims. */
export function keepScreenOn(): () => void {
  const cancel = new AbortController();
  if (navigator.wakeLock) void hold(navigator.wakeLock, cancel.signal);
  return () => cancel.abort();
}
