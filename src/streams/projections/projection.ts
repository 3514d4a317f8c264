import { produce, type Draft } from 'immer';
import { Observable, distinctUntilChanged } from 'rxjs';
import type { LiveEvent } from '../../api/contract/index.ts';

/** Folds one event into the state, in place on immer's draft. */
export type Reduce<State> = (draft: Draft<State>, event: LiveEvent) => void;

/** State that is a fold of what the server told. Read it by `useSyncExternalStore(subscribe, getSnapshot)`. */
export interface Projection<State> {
  /** The same object until something changed. */
  getSnapshot(): State;
  /** Told after every change. The answer ends it. */
  subscribe(listener: () => void): () => void;
  /** Folds events in order; one notice for all of them. An event that was folded before is left out. */
  apply(events: readonly LiveEvent[]): void;
  /** Replaces the state by a list that was read; later events are folded on top. */
  load(state: State): void;
  /** Changes of a part of the state, the present one first. */
  select$<Part>(select: (state: State) => Part): Observable<Part>;
}

/** A fold of domain events, with immer. */
export function createProjection<State>(initial: State, reduce: Reduce<State>): Projection<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  /** Last folded event of each account: the feed may repeat itself after a reconnect. */
  const cursors = new Map<number, number>();
  const become = (next: State): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const isNew = (event: LiveEvent): boolean => {
    if (event.sequence <= (cursors.get(event.account_id) ?? 0)) return false;
    cursors.set(event.account_id, event.sequence);
    return true;
  };
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply(events) {
      const fresh = events.filter(isNew);
      become(
        produce(state, (draft) => {
          for (const event of fresh) reduce(draft, event);
        }),
      );
    },
    load: become,
    select$: (select) =>
      new Observable<ReturnType<typeof select>>((subscriber) => {
        const tell = (): void => subscriber.next(select(state));
        tell();
        listeners.add(tell);
        return () => listeners.delete(tell);
      }).pipe(distinctUntilChanged()),
  };
}
