/// <reference lib="webworker" />

/**
 * Opens the app without its server (decision 0021) and, as a second build, the guest's ticket page (0036). The build
 * adds the constants. Without the server the worker opens only the page of its release. It never answers requests to
 * /api.
 */
declare const self: ServiceWorkerGlobalScope;
declare const RELEASE: string;
declare const FILES: readonly { url: string; integrity: string }[];
/** Prefix of its cache names, the page it opens, and the path it leaves to another worker. */
declare const PREFIX: string;
declare const PAGE: string;
declare const NOT_ITS_OWN: string | null;

const CACHE = PREFIX + RELEASE;
/** A frozen server accepts connections and never responds. */
const PAGE_TIMEOUT_MS = 3000;
/** Statuses of a proxy whose server is gone or frozen; our server never sends its page with them. */
const FIRST_FAILURE = 500;
/** Hashed file names: the same name is the same file in every release. */
const HASHED = "/assets/";
const KEPT = new Set(FILES.map(({ url }) => url));

self.addEventListener("install", (installed) => installed.waitUntil(keepFiles()));
// The browser activates a worker once the last tab of the old release is closed.
self.addEventListener("activate", (activated) => activated.waitUntil(dropOtherReleases()));
self.addEventListener("fetch", (fetched) => {
  const { request } = fetched;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || /^\/api(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate") {
    if (pathname !== NOT_ITS_OWN) fetched.respondWith(openPage(request));
  } else if (KEPT.has(pathname) || pathname.startsWith(HASHED))
    fetched.respondWith(cachedFile(pathname, request));
});

/** Files per batch, so that the page's own requests do not wait for all of them. */
const BATCH = 6;

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The hashes reject files of a newer release. A worker that lacks a file is not installed.
  const requests = FILES.map(({ url, integrity }) => new Request(url, { integrity }));
  for (let start = 0; start < requests.length; start += BATCH)
    await cache.addAll(requests.slice(start, start + BATCH));
}

async function dropOtherReleases(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Returns the server's page, so that a new release shows at once; without a response the cached one. */
async function openPage(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PAGE_TIMEOUT_MS);
  let answer: Response | null = null;
  try {
    answer = await fetch(request, { signal: limit.signal });
  } catch {
    // The cached page shows the error, if any.
  } finally {
    clearTimeout(timer);
  }
  if (answer && answer.status < FIRST_FAILURE) return answer;
  return (await (await caches.open(CACHE)).match(PAGE)) ?? answer ?? Response.error();
}

/** The server's page may belong to the next release, whose worker waits until this one's last tab closes. */
async function cachedFile(pathname: string, request: Request): Promise<Response> {
  const inAny = { ignoreVary: true };
  const where = pathname.startsWith(HASHED) ? inAny : { ...inAny, cacheName: CACHE };
  return (await caches.match(pathname, where)) ?? fetch(request);
}
