const WORKER = "/sw.js";

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * Installs the service worker that opens the app without its server (decision 0021). Browsers refuse it without HTTPS,
 * and with an untrusted certificate. Returns false if refused.
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

/** Waits for an installation in progress. Returns true if a reload works without the server. */
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
