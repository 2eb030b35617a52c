/** Safari has no idle callback. */
const IDLE_MS = 200;

/** Resolves when the browser is idle. */
export const untilIdle = (): Promise<unknown> =>
  new Promise((idle) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(idle) : setTimeout(idle, IDLE_MS),
  );
