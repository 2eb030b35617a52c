import { FOLD_SLICE_MS } from "@/features/door/core/rules";
import type { DoorTickets } from "@/features/door/guest-list/tickets";

/** A camera at work may leave no idle moment: then a slice is done all the same. */
const IDLE_LIMIT_MS = 1000;
/** Of what is waited for. */
const SHORT_IDLE_LIMIT_MS = 50;

/** Safari has no idle callbacks. */
function whenIdle(run: () => void, timeout = IDLE_LIMIT_MS): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(run, { timeout });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, FOLD_SLICE_MS);
  return () => clearTimeout(timer);
}

/** Makes the names of a list ready for searching while nothing else is to do. Ends when the returned function is called. */
export function foldInIdleTime(tickets: DoorTickets): () => void {
  let cancel = () => {};
  const slice = () => {
    const end = performance.now() + FOLD_SLICE_MS;
    if (!tickets.foldAhead(() => performance.now() >= end)) cancel = whenIdle(slice);
  };
  cancel = whenIdle(slice);
  return () => cancel();
}

/** Does work that comes in parts, in slices so short that the camera does not notice; the first one at once. */
export async function runInParts<Result>(parts: Generator<undefined, Result>): Promise<Result> {
  let end = performance.now() + FOLD_SLICE_MS;
  for (let part = parts.next(); ; part = parts.next()) {
    if (part.done) return part.value;
    if (performance.now() < end) continue;
    await new Promise<void>((goOn) => whenIdle(goOn, SHORT_IDLE_LIMIT_MS));
    end = performance.now() + FOLD_SLICE_MS;
  }
}
