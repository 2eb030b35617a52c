import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { type ChangeNotice, merged } from "@/api/live/change-notice";

/** A visible query reloads at most this often, and less often if reading takes long (contract 7). */
const REFETCH_INTERVAL_MS = 1000;
const REST_PER_READ = 3;
const ATTEMPTS = 3;

interface Waiting {
  facts: ChangeNotice | null;
  timer: ReturnType<typeof setTimeout> | null;
  reading: boolean;
  notBefore: number;
}

/** Active queries with a reported change that has not been read yet. */
const behind = new WeakSet<Query>();

/** True if the cached data of this query lacks a change that the server reported. */
export const isStale = (query: Query): boolean => query.state.isInvalidated || behind.has(query);

const isAffectedBy = (query: Query, facts: ChangeNotice): boolean =>
  Boolean(query.meta?.isAffectedBy && (facts.everything || query.meta.isAffectedBy(facts, query.state.data)));

/**
 * Reloads visible data when the server reports a change. Only queries whose `meta.isAffectedBy` matches are read,
 * without a loading state, and only in a visible tab. Cached but hidden data is marked, and read when it is next
 * opened. `onFailure` receives errors; the screen keeps the old data.
 */
export function startLiveRefetch(
  queryClient: QueryClient,
  onFailure: (error: unknown) => void,
): { take: (facts: ChangeNotice) => void; stop: () => void } {
  const waiting = new WeakMap<Query, Waiting>();
  const due = new Set<Query>();
  let isStopped = false;

  const of = (query: Query): Waiting => {
    const known = waiting.get(query) ?? { facts: null, timer: null, reading: false, notBefore: 0 };
    waiting.set(query, known);
    return known;
  };

  function take(facts: ChangeNotice) {
    for (const query of queryClient.getQueryCache().getAll()) {
      if (!isAffectedBy(query, facts)) continue;
      if (!query.isActive()) {
        query.invalidate();
        continue;
      }
      const entry = of(query);
      entry.facts = merged(entry.facts, facts);
      due.add(query);
      behind.add(query);
      plan(query, entry);
    }
  }

  function plan(query: Query, entry: Waiting) {
    if (entry.timer || entry.reading || document.hidden) return;
    const wait = Math.max(0, entry.notBefore - performance.now());
    entry.timer = setTimeout(() => void read(query, entry), wait);
  }

  async function read(query: Query, entry: Waiting) {
    entry.timer = null;
    const { facts } = entry;
    if (isStopped || !facts) return;
    if (!query.isActive()) {
      due.delete(query);
      behind.delete(query);
      query.invalidate();
      return;
    }
    entry.facts = null;
    entry.reading = true;
    const began = performance.now();
    try {
      await readQuietly(queryClient, query, facts);
    } catch (error) {
      tell(query, error);
      // Retried with the next change.
      entry.facts = merged(entry.facts, facts);
      due.delete(query);
      return;
    } finally {
      entry.reading = false;
      const ended = performance.now();
      entry.notBefore = Math.max(began + REFETCH_INTERVAL_MS, ended + REST_PER_READ * (ended - began));
    }
    if (entry.facts) {
      plan(query, entry);
      return;
    }
    due.delete(query);
    behind.delete(query);
  }

  function tell(query: Query, error: unknown) {
    if (isStopped) return;
    const isGone = error instanceof ApiError && error.status === 404;
    // The screen shows its own message, unless a user is typing there: then saving reports it.
    if (isGone && !query.meta?.isHeld?.()) void query.fetch().catch(() => {});
    else onFailure(error);
  }

  function onVisible() {
    for (const query of due) plan(query, of(query));
  }

  document.addEventListener("visibilitychange", onVisible);
  return {
    take,
    stop: () => {
      isStopped = true;
      document.removeEventListener("visibilitychange", onVisible);
      for (const query of due) {
        const { timer } = of(query);
        if (timer) clearTimeout(timer);
      }
    },
  };
}

/**
 * Reads a query again without a loading state, and keeps the old data on failure. If the data changed during the read,
 * it may be newer than the response, so it is read again.
 */
async function readQuietly(queryClient: QueryClient, query: Query, facts: ChangeNotice): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // A request in flight may have been answered before the change.
    await query.promise?.catch(() => {});
    const { dataUpdateCount } = query.state;
    const change = await (query.meta?.refresh ?? readAnew)(query, facts);
    const isUndisturbed =
      query.state.dataUpdateCount === dataUpdateCount && query.state.fetchStatus === "idle";
    if (!isUndisturbed && attempt < ATTEMPTS) continue;
    queryClient.setQueryData(query.queryKey, change);
    return;
  }
}

async function readAnew(query: Query): Promise<() => unknown> {
  const { queryFn } = query.options;
  if (typeof queryFn !== "function") return () => query.state.data;
  const data = await queryFn({
    queryKey: query.queryKey,
    signal: new AbortController().signal,
    meta: query.meta,
  } as unknown as Parameters<typeof queryFn>[0]);
  return () => data;
}
