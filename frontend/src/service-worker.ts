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
/** A server that is frozen takes connections and never answers. */
const PAGE_TIMEOUT_MS = 3000;
/** From here on a proxy speaks for a server that is gone or frozen; ours sends its page with none of these. */
const FIRST_FAILURE = 500;
/** Files whose names are hashes: the same name is the same file, of whichever release. */
const HASHED = "/assets/";
const KEPT = new Set(FILES.map(({ url }) => url));

self.addEventListener("install", (installed) => installed.waitUntil(keepFiles()));
// The browser activates a worker once the last tab of the release before is closed.
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

/** How many files are read at once, so that the page's own requests do not wait behind all of them. */
const BATCH = 6;

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The hashes keep out files of a release that came while these were read. A worker that lacks one is not installed.
  const requests = FILES.map(({ url, integrity }) => new Request(url, { integrity }));
  for (let start = 0; start < requests.length; start += BATCH)
    await cache.addAll(requests.slice(start, start + BATCH));
}

async function dropOtherReleases(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The server's page, so that a new release shows at once; without an answer the one that is kept. */
async function openPage(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PAGE_TIMEOUT_MS);
  let answer: Response | null = null;
  try {
    answer = await fetch(request, { signal: limit.signal });
  } catch {
    // The kept page says what is the matter, where anything is.
  } finally {
    clearTimeout(timer);
  }
  if (answer && answer.status < FIRST_FAILURE) return answer;
  return (await (await caches.open(CACHE)).match(PAGE)) ?? answer ?? Response.error();
}

/** A page of the server's may be of the next release, whose worker and cache wait for this one's last tab. */
async function cachedFile(pathname: string, request: Request): Promise<Response> {
  const inAny = { ignoreVary: true };
  const where = pathname.startsWith(HASHED) ? inAny : { ...inAny, cacheName: CACHE };
  return (await caches.match(pathname, where)) ?? fetch(request);
}
