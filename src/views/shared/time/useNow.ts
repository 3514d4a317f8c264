import { useSyncExternalStore } from 'react';
import { MINUTE, floorTo, type Instant } from '../../../domain/base/index.ts';
import { useBrowser } from '../services/browser.ts';

/** "5 minutes ago" needs no second: a screen is redrawn twice a minute. */
const STEP = MINUTE / 2;

/** The present, coarsely: what relative times count from. Spans that a press of a button ends need a finer `step`. */
export function useNow(step: number = STEP): Instant {
  const { clock } = useBrowser();
  return useSyncExternalStore(clock.subscribe, () => floorTo(clock.getSnapshot(), step));
}
