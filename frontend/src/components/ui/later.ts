import { useEffect, useSyncExternalStore } from "react";

/** Code that a page needs only once somebody uses it: a component, or anything else. */
interface Later<Part> {
  /** The part, as soon as it is there; null until then. `isWanted` does not wait for the page to stand. */
  use: (isWanted: boolean) => Part | null;
  /** The part, for whoever can wait for it. Rejects where it cannot be loaded; the next call tries again. */
  get: () => Promise<Part>;
}

/** A part that is wanted and could not be loaded is asked for again this often. */
const RETRY_MS = 3000;

const known: (() => Promise<unknown>)[] = [];
let pageStands = false;

/** The page stands: loads all such parts, now those that are known and others as they become known. */
export async function loadLaterParts(): Promise<void> {
  pageStands = true;
  await Promise.allSettled(known.map((get) => get()));
}

// What a lost network has kept away comes with the network, and shows where it is still wanted.
window.addEventListener("online", () => pageStands && loadLaterParts());

/**
 * A part that comes after the page itself, whether it is wanted or not: where a page stands, all of it works without a
 * network. Not React's `lazy`, which shows a part a moment late even where it has long been loaded.
 */
export function later<Part>(importPart: () => Promise<Part>): Later<Part> {
  let part: Part | null = null;
  let loading: Promise<Part> | null = null;
  const listeners = new Set<() => void>();

  function get(): Promise<Part> {
    loading ??= importPart().then(
      (loaded) => {
        part = loaded;
        for (const listener of listeners) listener();
        return loaded;
      },
      (error: unknown) => {
        // The next time that it is wanted is the next attempt.
        loading = null;
        console.error("A part of the screen could not be loaded", error);
        throw error;
      },
    );
    return loading;
  }
  /** For whoever sees by the listeners when it is there. */
  const load = () => void Promise.allSettled([get()]);
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  known.push(get);
  if (pageStands) load();
  return {
    get,
    use: (isWanted) => {
      const loaded = useSyncExternalStore(subscribe, () => part);
      const isMissing = isWanted && loaded === null;
      useEffect(() => {
        if (!isMissing) return;
        load();
        // A server that was away for a moment takes no network with it: nothing else would try again.
        const timer = setInterval(load, RETRY_MS);
        return () => clearInterval(timer);
      }, [isMissing]);
      return loaded;
    },
  };
}
