/** Safari has no idle callback. */
const IDLE_MS = 200;

/** Until the browser has nothing to do. */
export const untilIdle = (): Promise<unknown> =>
  new Promise((idle) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(idle) : setTimeout(idle, IDLE_MS),
  );
