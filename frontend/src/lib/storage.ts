/** `local` outlives the tab, `session` outlives a reload. */
type Store = "local" | "session";

/**
 * Storage key of the door's event. It is here because the dashboard writes it too; importing the scanner's module would
 * load one more file.
 */
export const DOOR_EVENT_KEY = "doorlist.door.event";
/** The event that the scanner has chosen automatically. */
export const AUTOMATIC_EVENT_KEY = "doorlist.door.automatic-event";
/** Storage key of an import's row errors. Sign-out deletes them without loading the imports. */
export const IMPORT_ERRORS_KEY = "doorlist.import-errors";

const stores: Record<Store, () => Storage> = {
  local: () => window.localStorage,
  session: () => window.sessionStorage,
};

/** Reads a JSON value. On failure or invalid content it logs and returns the fallback (contract 3). */
export function readStored(store: Store, key: string, fallback: unknown = null): unknown {
  try {
    const text = stores[store]().getItem(key);
    return text === null ? fallback : (JSON.parse(text) as unknown);
  } catch (error) {
    console.error(`Could not read ${key} from the browser's storage`, error);
    return fallback;
  }
}

/** Writes a JSON value. A full or forbidden store is logged, not thrown (contract 3). */
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

/** Calls the listener when another tab has changed this key of `localStorage`, or cleared all. */
export function onStorageChange(key: string, listener: () => void): void {
  globalThis.addEventListener?.("storage", (change: StorageEvent) => {
    if (change.key === key || change.key === null) listener();
  });
}

/** Saves the event that a person chose for this device's door; null for all events. */
export function saveDoorEvent(eventId: number | null): void {
  writeStored("local", DOOR_EVENT_KEY, eventId);
  removeStored("local", AUTOMATIC_EVENT_KEY);
}
