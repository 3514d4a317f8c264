import { useMemo } from 'react';
import { SPEED_SCALE, type Interval } from '../../../../domain/base/index.ts';
import { NO_SPEED, firstRowAt, type TrackColumns } from '../../../../domain/telemetry/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import { useDetectionTexts } from '../useDetectionTexts.ts';
import type { DayChart } from './DayResult.tsx';
import { curvesOf, type Curves } from './curves.ts';

/** The reported speed over the day, by which trips and refused fixes are explained; null where no report had one. */
export function useSpeed(track: TrackColumns, shown: Interval): DayChart | null {
  const { t } = useTranslation();
  const { speed } = useDetectionTexts().formats;
  const curves = useMemo((): Curves | null => {
    const speeds = Float64Array.from(track.speeds, (value) => (value === NO_SPEED ? Number.NaN : value / SPEED_SCALE));
    return curvesOf(track.times, [speeds], firstRowAt(track.times, shown.from), firstRowAt(track.times, shown.to));
  }, [track, shown]);
  return (
    curves && {
      label: t('detection.tuning.speedChart'),
      curves,
      floor: 0,
      looks: [{ colour: '--color-info-fill', filled: true, label: t('detection.tuning.speed'), figure: speed }],
    }
  );
}
