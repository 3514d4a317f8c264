import { useMemo } from 'react';
import { SPEED_SCALE, type Interval } from '../../../../domain/base/index.ts';
import { NO_SPEED, firstRowAt, type TrackColumns } from '../../../../domain/telemetry/index.ts';
import { curvesOf, type Curves } from './curves.ts';

/** Reported speeds of the day as a curve; null where none was sent. */
export function useSpeed(track: TrackColumns, shown: Interval): Curves | null {
  return useMemo(() => {
    const speeds = Float64Array.from(track.speeds, (speed) => (speed === NO_SPEED ? Number.NaN : speed / SPEED_SCALE));
    return curvesOf(track.times, [speeds], firstRowAt(track.times, shown.from), firstRowAt(track.times, shown.to));
  }, [track, shown]);
}
