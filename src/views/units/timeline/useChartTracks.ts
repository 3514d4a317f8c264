import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { FleetServices, Problem, TrackSeries } from '../../shared/services/fleet.ts';
import { askedInterval } from './askedInterval.ts';

/** Pause after the last move of the ruler before the tracks are asked for. */
const DEBOUNCE = 300;

export type TracksState =
  | { readonly state: 'loading' }
  /** Those that could be read. */
  | { readonly state: 'ready'; readonly tracks: readonly TrackSeries[] }
  | { readonly state: 'failed'; readonly problem: Problem };

interface Question {
  readonly units: string;
  readonly attempt: number;
}

/** Reads the tracks of units; the previous ones stay while the interval of the same units changes. */
export function useChartTracks(
  unitIds: readonly number[],
  visible: Interval,
  now: () => Instant,
  read: FleetServices['track'],
): { tracks: TracksState; retry: () => void } {
  const { from, to } = askedInterval(visible, now());
  const interval = useMemo(() => ({ from, to }), [from, to]);
  const units = unitIds.join();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<(Question & { tracks: TracksState }) | null>(null);
  /** The question that was answered last: it sets the pause, and its arrival must not ask again. */
  const answered = useRef<Question | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const outcomes = await Promise.all(
          units.split(',').map((unitId) => read(Number(unitId), interval, controller.signal)),
        );
        if (controller.signal.aborted) return;
        answered.current = { units, attempt };
        const tracks = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
        const failed = outcomes.find((outcome) => !outcome.ok);
        setAnswer({
          units,
          attempt,
          tracks:
            tracks.length === 0 && failed !== undefined
              ? { state: 'failed', problem: failed.problem }
              : { state: 'ready', tracks },
        });
      } catch (thrown) {
        // By its contract the reading rejects only because it was called off.
        if (!controller.signal.aborted) throw thrown;
      }
    };
    const isKnown = answered.current?.units === units && answered.current.attempt === attempt;
    const timer = setTimeout(() => void ask(), isKnown ? DEBOUNCE : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [units, interval, attempt, read]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const isKnown = answer !== null && answer.units === units && answer.attempt === attempt;
  return { tracks: isKnown ? answer.tracks : { state: 'loading' }, retry };
}
