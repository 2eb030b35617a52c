/** A controller of its own that aborts with `signal` as well, also where that has happened already. */
export function abortedWith(signal: AbortSignal | undefined): AbortController {
  const controller = new AbortController();
  if (signal?.aborted) controller.abort();
  signal?.addEventListener("abort", () => controller.abort());
  return controller;
}
