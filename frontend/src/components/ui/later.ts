import { type ComponentType, useEffect, useSyncExternalStore } from "react";

/** Code of a part of the screen that nobody sees at first. */
interface Later<Props> {
  /** The part, as soon as it is there; null until then. `isWanted` does not wait for the page to stand. */
  use: (isWanted: boolean) => ComponentType<Props> | null;
}

const known: (() => Promise<void>)[] = [];
let pageStands = false;

/** The page stands: loads all such parts, now those that are known and others as they become known. */
export async function loadLaterParts(): Promise<void> {
  pageStands = true;
  await Promise.all(known.map((load) => load()));
}

/**
 * A part that comes after the page itself, whether it is wanted or not: where a page stands, all of it works without a
 * network. Not React's `lazy`, which shows a part a moment late even where it has long been loaded.
 */
export function later<Props>(importPart: () => Promise<ComponentType<Props>>): Later<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  async function importIt(): Promise<void> {
    try {
      part = await importPart();
      for (const listener of listeners) listener();
    } catch (error) {
      // The next time that it is wanted is the next attempt.
      loading = null;
      console.error("A part of the screen could not be loaded", error);
    }
  }
  function load(): Promise<void> {
    loading ??= importIt();
    return loading;
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  known.push(load);
  if (pageStands) void load();
  return {
    use: (isWanted) => {
      const loaded = useSyncExternalStore(subscribe, () => part);
      useEffect(() => {
        if (isWanted) void load();
      }, [isWanted]);
      return loaded;
    },
  };
}
