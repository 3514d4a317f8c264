import { useSyncExternalStore } from 'react';

const COARSE = '(pointer: coarse)';

/** Null where there is no screen to ask about, as in tests. */
const query = (): MediaQueryList | null => ('matchMedia' in window ? window.matchMedia(COARSE) : null);

/** True where fingers press: targets are larger there, as the styles make them by the same query. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = query();
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => query()?.matches ?? false,
  );
}
