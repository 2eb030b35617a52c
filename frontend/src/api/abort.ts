/** A controller of its own that aborts with each of the signals as well, also where that has happened already. */
export function abortedWith(...signals: (AbortSignal | null | undefined)[]): AbortController {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal?.aborted) controller.abort();
    signal?.addEventListener("abort", () => controller.abort(), { signal: controller.signal });
  }
  return controller;
}
