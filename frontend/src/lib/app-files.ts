import { installAppShell } from "@/lib/app-shell";
import { untilIdle } from "@/lib/idle";

/** List of the app's scripts and styles, written by the build. */
const FILE_LIST = "/app-files.json";

/**
 * Stores the files of all screens on the device: in the service worker's cache or, if the browser allows no worker, in
 * the HTTP cache. The latter opens other screens offline while the page stays open.
 */
export async function cacheAppFiles(): Promise<void> {
  if (!(await installAppShell())) await prefetch();
}

/** Files not yet in the HTTP cache; null before the list is read. */
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
