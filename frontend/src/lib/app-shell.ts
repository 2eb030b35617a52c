import { untilIdle } from "@/lib/idle";

const WORKER = "/sw.js";
/** The app's scripts and styles; the build writes it. */
const FILE_LIST = "/app-files.json";

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * Lets the app open without its server, where the browser allows a service worker (decision 0021): it refuses one
 * without HTTPS, and behind a certificate that it does not trust.
 */
export function keepAppShell(): void {
  if ("serviceWorker" in navigator) registered ??= register();
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    return await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  } catch {
    registered = null; // the certificate may be trusted meanwhile
    return null;
  }
}

/** Whether a reload works without the server. Waits for an installation under way. */
export async function isAppShellKept(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  keepAppShell();
  const registration = await registered;
  if (!registration) return false;
  if (!registration.active && !registration.waiting && !registration.installing) {
    registered = null; // its files could not all be read: the next question installs it again
    return false;
  }
  return (await navigator.serviceWorker?.ready)?.active != null;
}

/**
 * Keeps the files of all screens on the device: by the worker, or, where the browser allows none, in its HTTP cache,
 * which opens another screen without the network as long as the page stays open.
 */
export async function keepAppFiles(): Promise<void> {
  keepAppShell();
  if (!(await registered)) await prefetch();
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
