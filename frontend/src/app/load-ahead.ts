import { loadParts } from "@/components/ui/lazy-part";
import { keepAppFiles } from "@/lib/app-shell";
import { untilIdle } from "@/lib/idle";

/** The screen that was opened comes first: its own calls, and the first taps on it. */
const DELAY_MS = 5000;

let begun = false;

/**
 * Loads the screen's lazy components and keeps the files of the other screens, so that all works where the network goes
 * (contract 4.shell.5). Only behind the sign-in: nobody goes on from /auth without a network.
 */
export function loadAhead(): void {
  if (begun || !import.meta.env.PROD) return;
  begun = true;
  const begin = () => setTimeout(() => void loadParts(untilIdle).then(keepAppFiles), DELAY_MS);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin);
}
