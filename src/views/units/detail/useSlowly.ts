import { useEffect, useEffectEvent, useState } from 'react';
import type { useFleet } from '../../shared/services/fleet.ts';

type Timeline = ReturnType<typeof useFleet>['timeline'];

/**
 * What `read` answers of the timeline's state, no oftener than twice a second: figures need not flicker. Renders again
 * where that is another text, number or thing than before, and not with every step of the clock.
 */
export function useSlowly<Part>(store: Timeline, read: (state: ReturnType<Timeline['getSnapshot']>) => Part): Part {
  const [part, setPart] = useState(() => read(store.getSnapshot()));
  const look = useEffectEvent(() => {
    const now = read(store.getSnapshot());
    setPart(() => now);
  });
  useEffect(() => {
    const timer = setInterval(() => look(), 500);
    return () => clearInterval(timer);
  }, [store]);
  return part;
}
