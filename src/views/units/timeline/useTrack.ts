import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SECOND, floorTo, type Instant, type Interval } from '../../../domain/base/index.ts';
import type { FleetServices, Problem, TrackSeries } from '../../shared/services/fleet.ts';

/** At most this often is the track read again while the interval moves with time. */
const FRESH = 15 * SECOND;
/** Pause after the last move of the ruler before the track is asked for. */
const DEBOUNCE = 300;

export type TrackState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly track: TrackSeries }
  | { readonly state: 'failed'; readonly problem: Problem };

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

/** Reads one unit's track; the previous one stays while the interval of the same unit changes. */
export function useTrack(
  unitId: number,
  visible: Interval,
  now: () => Instant,
  read: FleetServices['track'],
): { track: TrackState; retry: () => void } {
  const { from, to } = askedInterval(visible, now());
  const interval = useMemo(() => ({ from, to }), [from, to]);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ unitId: number; attempt: number; track: TrackState } | null>(null);
  /** The question that was answered last: it sets the pause, and its arrival must not ask again. */
  const answered = useRef<{ unitId: number; attempt: number } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const outcome = await read(unitId, interval, controller.signal);
        if (controller.signal.aborted) return;
        answered.current = { unitId, attempt };
        setAnswer({
          unitId,
          attempt,
          track: outcome.ok ? { state: 'ready', track: outcome.value } : { state: 'failed', problem: outcome.problem },
        });
      } catch (thrown) {
        // By its contract the reading rejects only because it was called off.
        if (!controller.signal.aborted) throw thrown;
      }
    };
    const isKnown = answered.current?.unitId === unitId && answered.current.attempt === attempt;
    const timer = setTimeout(() => void ask(), isKnown ? DEBOUNCE : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [unitId, interval, attempt, read]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const isKnown = answer !== null && answer.unitId === unitId && answer.attempt === attempt;
  return { track: isKnown ? answer.track : { state: 'loading' }, retry };
}
