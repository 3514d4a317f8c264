import { SECOND, floorTo, type Instant, type Interval } from '../../../domain/base/index.ts';

/** At most this often is a track read again while the interval moves with time. */
const FRESH = 15 * SECOND;

/**
 * The interval to ask for: rounded outwards, so that a ruler that creeps along with time asks again
 * only when there would be something to see, and never sooner than after 15 s.
 */
export function askedInterval(visible: Interval, now: Instant): Interval {
  const step = Math.max(FRESH, floorTo((visible.to - visible.from) / 200, SECOND));
  const from = floorTo(visible.from, step);
  const to = Math.min(floorTo(visible.to, step), floorTo(now, step)) + step;
  return { from, to: Math.max(to, from + step) };
}
