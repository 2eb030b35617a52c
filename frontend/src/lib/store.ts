/** Listeners that each `tell` calls, in the order in which they subscribed. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    tell: (...args: Args): void => {
      for (const listener of listeners) listener(...args);
    },
    subscribe: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A value that notifies its listeners when it is set, for React's `useSyncExternalStore`. */
export function createStore<Value>(initial: Value) {
  const { tell, subscribe } = createListeners();
  let value = initial;
  return {
    subscribe,
    get: (): Value => value,
    set: (next: Value): void => {
      value = next;
      tell();
    },
  };
}
