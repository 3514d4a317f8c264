import type { LiveSnapshot } from './liveFold.ts';

/** Where the last picture is kept between visits. A store that fails answers as if it were empty. */
export interface SnapshotStore {
  load(key: string): Promise<LiveSnapshot | null>;
  save(key: string, snapshot: LiveSnapshot): Promise<void>;
  erase(key: string): Promise<void>;
}

const DATABASE = 'wayline-live';
const STORE = 'snapshots';

/**
 * The browser's IndexedDB. Private windows and full disks refuse it: then nothing is kept, the map
 * is back after the first snapshot from the server, and that is all a user notices.
 */
export function createIndexedDbSnapshots(factory: IDBFactory): SnapshotStore {
  let opened: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => (opened ??= open(factory));
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> => {
    try {
      const store = (await database()).transaction(STORE, mode).objectStore(STORE);
      return await settled(act(store));
    } catch {
      opened = null;
      return null;
    }
  };
  return {
    async load(key) {
      const value: unknown = await run('readonly', (store) => store.get(key) as IDBRequest<unknown>);
      return isSnapshot(value) ? value : null;
    },
    async save(key, snapshot) {
      await run('readwrite', (store) => store.put(snapshot, key));
    },
    async erase(key) {
      await run('readwrite', (store) => store.delete(key));
    },
  };
}

/** A picture of another version, or half a one, is no picture. */
function isSnapshot(value: unknown): value is LiveSnapshot {
  if (typeof value !== 'object' || value === null) return false;
  const { version, cursor, ids, longitudes, latitudes, times, states, intervals } = value as Partial<LiveSnapshot>;
  if (version !== 1 || typeof cursor?.epoch !== 'string' || typeof cursor.sequence !== 'number') return false;
  return [longitudes, latitudes, times, states, intervals].every(
    (column) => column?.length !== undefined && column.length === ids?.length,
  );
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser database refused')));
  });
}
