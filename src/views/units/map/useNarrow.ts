import { useSyncExternalStore } from 'react';

/** Below this there is room for one pane only. */
const query = (): MediaQueryList => window.matchMedia('(max-width: 720px)');

/** True on phones: the list is a sheet over the map instead of a pane beside it. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = query();
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => query().matches,
  );
}
