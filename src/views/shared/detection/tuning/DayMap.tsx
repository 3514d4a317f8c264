import { Suspense, lazy, useState, type ReactNode } from 'react';
import type { Interval } from '../../../../domain/base/index.ts';
import type { TrackColumns } from '../../../../domain/telemetry/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import { RadioGroup, Skeleton } from '../../../../ui/index.ts';
import type { Way } from './ways.ts';

const WaysMap = lazy(() => import('./WaysMap.tsx'));

export interface DayMapProps {
  track: TrackColumns;
  /** What of the day is drawn by the edited settings, or by any. */
  after: readonly Way[];
  /** What is drawn by the saved settings; left out, it is the same. */
  before?: readonly Way[];
  /** What the map goes to; null is the whole day. */
  selected: Interval | null;
}

/** The day's ways on a map, by one of both settings. */
export function DayMap({ track, after, before = after, selected }: DayMapProps): ReactNode {
  const { t } = useTranslation();
  const [side, setSide] = useState<'before' | 'after'>('after');
  return (
    <section className="tuning-map" aria-label={t('detection.tuning.map')}>
      {before !== after && (
        <RadioGroup
          className="tuning-side" look="segments" labelHidden label={t('detection.tuning.map')} value={side} onChange={setSide}
          options={[{ value: 'before', label: t('detection.tuning.before') }, { value: 'after', label: t('detection.tuning.after') }]}
        />
      )}
      <div className="tuning-map-box">
        <Suspense fallback={<Skeleton height="100%" />}>
          <WaysMap track={track} ways={side === 'before' ? before : after} selected={selected} />
        </Suspense>
      </div>
    </section>
  );
}
