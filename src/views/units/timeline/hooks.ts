import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { SECOND, floorTo, type Instant } from '../../../domain/base/index.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';

/** The present, in steps of `step`, so that nothing is drawn again before it would look different. */
export function useNow(now: () => Instant, step: number): Instant {
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(floorTo(now(), step)), SECOND);
    return () => clearInterval(timer);
  }, [now, step]);
  return floorTo(current, step);
}

/** The shown instant; renders again at most once per `period` milliseconds, and never misses the last one. */
export function useShownInstant(timeline: ReadableStore<TimelineState>, period: number): Instant {
  const subscribe = useCallback(
    (listener: () => void) => subscribeAtMost(timeline, period, listener),
    [timeline, period],
  );
  return useSyncExternalStore(subscribe, () => timeline.getSnapshot().instant);
}

/**
 * Reports the first change at once and those that follow together, every `period` milliseconds of the page's
 * clock: whatever listens with one period, or a multiple of it, changes in the same picture.
 */
export function subscribeAtMost(store: ReadableStore<unknown>, period: number, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let changed = false;
  const notify = (): void => {
    changed = false;
    timer = setTimeout(
      () => {
        timer = null;
        if (changed) notify();
      },
      untilNext(period, performance.now()),
    );
    listener();
  };
  const unsubscribe = store.subscribe(() => {
    changed = true;
    if (timer === null) notify();
  });
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
  };
}

/** A timer may come a little early: what is as good as over does not count. */
function untilNext(period: number, now: number): number {
  const left = period - (now % period);
  return left < period / 4 ? left + period : left;
}
