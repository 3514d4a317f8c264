import { produce, type Draft } from 'immer';
import { Observable, distinctUntilChanged } from 'rxjs';
import type { LiveEvent } from '../../api/contract/index.ts';

/** Folds one event into the state, in place on immer's draft. */
export type Reduce<State> = (draft: Draft<State>, event: LiveEvent) => void;

/** Changes the state in place on immer's draft. */
type Fold<State> = (draft: Draft<State>) => void;

/** A list that is being read. One of the two ends it. */
interface PendingLoad<State> {
  /** Replaces the state by the list, with everything on top that was folded since the read began. */
  load(state: State): void;
  /** The list could not be read: the state stays. */
  cancel(): void;
}

/** State that is a fold of what the server reported. Read it by `useSyncExternalStore(subscribe, getSnapshot)`. */
export interface Projection<State> {
  /** The same object until something changed. */
  getSnapshot(): State;
  /** Called after every change. The answer ends it. */
  subscribe(listener: () => void): () => void;
  /** Folds events in order; one notice for all of them. An event that was folded before is left out. */
  apply(events: readonly LiveEvent[]): void;
  /** Folds a change that this page knows of before the feed says it. */
  change(fold: Fold<State>): void;
  /** Replaces the state by a list that was read; later events are folded on top. */
  load(state: State): void;
  /**
   * Begins to read a list part by part: what is folded meanwhile may be missing from the parts, and is folded again.
   */
  beginLoad(): PendingLoad<State>;
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
  /** What was folded since each list that is being read was begun. */
  const pending = new Set<Fold<State>[]>();
  const folded = (base: State, folds: readonly Fold<State>[]): State =>
    produce(base, (draft) => {
      for (const fold of folds) fold(draft);
    });
  const foldAll = (folds: readonly Fold<State>[]): void => {
    for (const missed of pending) missed.push(...folds);
    become(folded(state, folds));
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
      foldAll(events.filter(isNew).map((event) => (draft) => reduce(draft, event)));
    },
    change: (fold) => foldAll([fold]),
    load: become,
    beginLoad() {
      const missed: Fold<State>[] = [];
      pending.add(missed);
      return {
        load(list) {
          pending.delete(missed);
          become(folded(list, missed));
        },
        cancel: () => void pending.delete(missed),
      };
    },
    select$: (select) =>
      new Observable<ReturnType<typeof select>>((subscriber) => {
        const emit = (): void => subscriber.next(select(state));
        emit();
        listeners.add(emit);
        return () => listeners.delete(emit);
      }).pipe(distinctUntilChanged()),
  };
}
