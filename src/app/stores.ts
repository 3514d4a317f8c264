import type { Observable } from 'rxjs';
import type { ReadableStore } from '../views/shared/services/store.ts';

/** A store that its owner writes. Setting an equal value notifies nobody. */
export interface WritableStore<Value> extends ReadableStore<Value> {
  set(value: Value): void;
  update(change: (value: Value) => Value): void;
}

/** A value with listeners: what views read with `useStore`. */
export function createStore<Value>(
  initial: Value,
  equal: (a: Value, b: Value) => boolean = Object.is,
): WritableStore<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: Value): void => {
    if (equal(value, next)) return;
    value = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => value,
    set,
    update: (change) => set(change(value)),
  };
}

/** Keeps a store at the latest value of a stream. Returns an undo. */
export function feedStore<Value>(store: WritableStore<Value>, stream: Observable<Value>): () => void {
  const subscription = stream.subscribe((value) => store.set(value));
  return () => subscription.unsubscribe();
}

/** True when two flat objects hold the same values. */
export function sameFields<Value extends object>(a: Value, b: Value): boolean {
  const keys = Object.keys(a) as (keyof Value)[];
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}
