import { Suspense, useState, type ReactNode } from 'react';
import type { Interval } from '../../../../domain/base/index.ts';
import type { TrackColumns } from '../../../../domain/telemetry/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import type { MapSpot } from '../../../../map/index.ts';
import { RadioGroup, Skeleton } from '../../../../ui/index.ts';
import { lazyPart } from '../../../shared/code/lazyPart.ts';
import type { TrackLine } from './trackLines.ts';

const TracksMap = lazyPart(() => import('./TracksMap.tsx'));

/** What the saved and what the edited settings find, where it was. */
export interface DaySpots {
  readonly before: readonly MapSpot[];
  readonly after: readonly MapSpot[];
}

export interface DayMapProps {
  track: TrackColumns;
  /** What of the day is drawn by the edited settings, or by any. */
  after: readonly TrackLine[];
  /** What is drawn by the saved settings; left out, it is the same. */
  before?: readonly TrackLine[];
  spots?: DaySpots;
  /** The spot that is chosen beside the map. */
  chosen?: string | null;
  onSpot?: (id: string) => void;
  /** What the map goes to; null is the whole day. */
  selected: Interval | null;
}

const NO_SPOTS: DaySpots = { before: [], after: [] };
const placesOf = (spots: readonly MapSpot[]): string =>
  JSON.stringify(spots.map(({ longitude, latitude, look }) => [longitude, latitude, look]));

/** The day's lines on a map, by one of both settings. */
export function DayMap({
  track,
  after,
  before = after,
  spots = NO_SPOTS,
  chosen = null,
  onSpot,
  selected,
}: DayMapProps): ReactNode {
  const { t } = useTranslation();
  const [side, setSide] = useState<'before' | 'after'>('after');
  return (
    <section className="tuning-map" aria-label={t('detection.tuning.map')}>
      {(before !== after || placesOf(spots.before) !== placesOf(spots.after)) && (
        <RadioGroup
          className="tuning-side"
          look="segments"
          labelHidden
          label={t('detection.tuning.map')}
          value={side}
          onChange={setSide}
          options={[
            { value: 'before', label: t('detection.tuning.before') },
            { value: 'after', label: t('detection.tuning.after') },
          ]}
        />
      )}
      <div className="tuning-map-box">
        <Suspense fallback={<Skeleton height="100%" />}>
          <TracksMap
            track={track}
            lines={side === 'before' ? before : after}
            spots={spots[side]}
            chosen={chosen}
            onSpot={onSpot}
            selected={selected}
          />
        </Suspense>
      </div>
    </section>
  );
}
