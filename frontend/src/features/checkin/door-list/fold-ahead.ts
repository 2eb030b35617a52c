import type { DoorTickets } from "@/features/checkin/door-list/tickets";
import { FOLD_SLICE_MS } from "@/features/checkin/rules";

/** A camera at work may leave no idle moment: then a slice is done all the same. */
const IDLE_LIMIT_MS = 1000;

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(run, { timeout: IDLE_LIMIT_MS });
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

const ASCII = /^[ -~\0]*$/;

/** Names and what is typed are compared without case and accents. */
export const folded = (text: string) =>
  (ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();

/** So many names are folded between two looks at the clock. */
export const FOLDED_AT_ONCE = 50;
