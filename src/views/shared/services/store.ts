import { useSyncExternalStore } from 'react';

/**
 * A value that changes, as views read it. `app` makes one from a stream; views know no RxJS.
 * `getSnapshot` answers the same object until something changed.
 */
export interface ReadableStore<Value> {
  subscribe(listener: () => void): () => void;
  getSnapshot(): Value;
}

/** Renders again whenever the store's value changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

/**
 * Renders again when the part of the store's value changes that `read` answers: a text, a number or another thing that
 * stays the same while it is equal.
 */
export function useStorePart<Value, Part>(store: ReadableStore<Value>, read: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => read(store.getSnapshot()));
}
