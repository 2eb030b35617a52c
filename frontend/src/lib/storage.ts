/** Which of the browser's two stores: `local` outlives the tab, `session` outlives a reload. */
type Store = "local" | "session";

/**
 * Where a device remembers the event of its door. The dashboard writes what the scanner reads: the scanner's own module
 * would be one more file that it loads at its start.
 */
export const DOOR_EVENT_KEY = "doorlist.door.event";

const stores: Record<Store, () => Storage> = {
  local: () => window.localStorage,
  session: () => window.sessionStorage,
};

/** Reads a JSON value. A store that fails or holds nonsense gives the fallback and is logged (contract 3). */
export function readStored(store: Store, key: string, fallback: unknown = null): unknown {
  try {
    const text = stores[store]().getItem(key);
    return text === null ? fallback : (JSON.parse(text) as unknown);
  } catch (error) {
    console.error(`Could not read ${key} from the browser's storage`, error);
    return fallback;
  }
}

/** Writes a JSON value. A full or forbidden store is logged, never thrown (contract 3). */
export function writeStored(store: Store, key: string, value: unknown): void {
  try {
    stores[store]().setItem(key, JSON.stringify(value));
  } catch (error) {
    console.error(`Could not write ${key} to the browser's storage`, error);
  }
}

export function removeStored(store: Store, key: string): void {
  try {
    stores[store]().removeItem(key);
  } catch (error) {
    console.error(`Could not remove ${key} from the browser's storage`, error);
  }
}
