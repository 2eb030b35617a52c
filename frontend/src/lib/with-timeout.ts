/**
 * Rejects with `late` if the work takes longer, and then aborts its signal. After sleep a phone's database may never
 * respond.
 */
export async function withTimeout<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  late = () => new Error("The database did not answer"),
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = late();
      reject(reason);
      controller.abort(reason);
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** True if the work succeeded in time. */
export const isDone = (work: Promise<unknown>, limitMs: number): Promise<boolean> =>
  withTimeout(limitMs, () => work).then(
    () => true,
    () => false,
  );
