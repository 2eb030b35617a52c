/** Safari has no idle callback. */
const IDLE_MS = 200;

/** Resolves when the browser is idle. */
export const untilIdle = (): Promise<unknown> =>
  new Promise((idle) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(idle) : setTimeout(idle, IDLE_MS),
  );

/** Resolves in a separate task, without the minimum delay of a timer. */
export function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((next) => {
    port1.onmessage = next;
    port2.postMessage(null);
  }).finally(() => port1.close());
}
