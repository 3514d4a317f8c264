import { useSyncExternalStore } from 'react';
import { upTo } from '../../../ui/index.ts';

/** Below this there is room for one pane only. */
const query = (): MediaQueryList => window.matchMedia(upTo('sm'));

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
