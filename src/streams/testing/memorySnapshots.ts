import type { LiveSnapshot } from '../sources/live/liveFold.ts';
import type { SnapshotStore } from '../sources/live/snapshotStore.ts';

/** Keeps pictures in memory, over the sources of a test. */
export function createMemorySnapshots(): SnapshotStore {
  const kept = new Map<string, LiveSnapshot>();
  return {
    load: (key) => Promise.resolve(kept.get(key) ?? null),
    save: (key, snapshot) => Promise.resolve(void kept.set(key, structuredClone(snapshot))),
    erase: (key) => Promise.resolve(void kept.delete(key)),
  };
}
