import { installAppShell } from "@/lib/app-shell";
import { untilIdle } from "@/lib/idle";

/** The app's scripts and styles; the build writes it. */
const FILE_LIST = "/app-files.json";

/**
 * Keeps the files of all screens on the device: by the worker, or, where the browser allows none, in its HTTP cache,
 * which opens another screen without the network as long as the page stays open.
 */
export async function cacheAppFiles(): Promise<void> {
  if (!(await installAppShell())) await prefetch();
}

/** The files that are not in the HTTP cache yet; null before the list is read. */
let missing: string[] | null = null;

async function prefetch(): Promise<void> {
  try {
    missing ??= (await (await fetch(FILE_LIST)).json()) as string[];
    for (let file = missing[0]; file; file = missing[0]) {
      await untilIdle();
      await (await fetch(file, { priority: "low" })).arrayBuffer();
      missing.shift();
    }
  } catch {
    window.addEventListener("online", () => void prefetch(), { once: true });
  }
}
