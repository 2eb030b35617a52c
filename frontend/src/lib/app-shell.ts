const WORKER = "/sw.js";

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * Lets the app open without its server, where the browser allows a service worker (decision 0021): it refuses one
 * without HTTPS, and behind a certificate that it does not trust. Returns whether it was allowed.
 */
export async function installAppShell(): Promise<boolean> {
  if ("serviceWorker" in navigator) registered ??= register();
  return Boolean(await registered);
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
export async function isAppShellInstalled(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  await installAppShell();
  const registration = await registered;
  if (!registration) return false;
  if (!registration.active && !registration.waiting && !registration.installing) {
    registered = null; // its files could not all be read: the next question installs it again
    return false;
  }
  return (await navigator.serviceWorker?.ready)?.active != null;
}
