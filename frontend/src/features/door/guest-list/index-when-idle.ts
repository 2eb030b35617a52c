import { INDEX_SLICE_MS } from "@/features/door/core/rules";
import type { DoorTickets } from "@/features/door/guest-list/tickets";

/** A running camera may leave no idle time, so a slice runs anyway after this. */
const IDLE_LIMIT_MS = 1000;
/** For work that a person waits for. */
const SHORT_IDLE_LIMIT_MS = 50;

function whenIdle(run: () => void, timeout = IDLE_LIMIT_MS): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(run, { timeout });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, INDEX_SLICE_MS);
  return () => clearTimeout(timer);
}

/** Indexes names for the search in idle time. Returns the function that stops it. */
export function indexWhenIdle(tickets: DoorTickets): () => void {
  let cancel = () => {};
  const slice = () => {
    const end = performance.now() + INDEX_SLICE_MS;
    if (!tickets.foldAhead(() => performance.now() >= end)) cancel = whenIdle(slice);
  };
  cancel = whenIdle(slice);
  return () => cancel();
}

/** Runs a generator in slices that do not delay the camera, the first one at once. */
export async function runInSlices<Result>(parts: Generator<undefined, Result>): Promise<Result> {
  let end = performance.now() + INDEX_SLICE_MS;
  for (let part = parts.next(); ; part = parts.next()) {
    if (part.done) return part.value;
    if (performance.now() < end) continue;
    await new Promise<void>((goOn) => whenIdle(goOn, SHORT_IDLE_LIMIT_MS));
    end = performance.now() + INDEX_SLICE_MS;
  }
}
