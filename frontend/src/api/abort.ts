/** Returns a controller that also aborts when one of the signals does, or at once if one has aborted. */
export function abortedWith(...signals: (AbortSignal | null | undefined)[]): AbortController {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal?.aborted) controller.abort();
    signal?.addEventListener("abort", () => controller.abort(), { signal: controller.signal });
  }
  return controller;
}
