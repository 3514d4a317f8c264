import { useEffect, useState } from 'react';
import type { useFleet } from '../../shared/services/fleet.ts';

/** The timeline's state, no oftener than twice a second: figures need not flicker. */
export function useSlowly(store: ReturnType<typeof useFleet>['timeline']) {
  const [state, setState] = useState(store.getSnapshot());
  useEffect(() => {
    const timer = setInterval(() => setState(store.getSnapshot()), 500);
    return () => clearInterval(timer);
  }, [store]);
  return state;
}
