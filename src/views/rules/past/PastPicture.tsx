import { useMemo, type ReactNode } from 'react';
import type { ComparedFiring } from '../../../domain/backtest/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { PointMapView, defaultBaseLayer, type MapPoint } from '../../../map/index.ts';
import { EmptyState } from '../../../ui/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useStore } from '../../shared/services/store.ts';
import { useMapTexts } from '../../shared/unit/useMapTexts.ts';
import { FiringLine } from './PastList.tsx';

const WIDE = { longitude: 45, latitude: 42, zoom: 3 };
/** Points that are drawn, the latest of more. */
const MOST = 5_000;
const LOOKS = { added: 'strong', same: 'quiet', gone: 'ring' } as const;

interface PastPictureProps {
  readonly firings: readonly ComparedFiring[];
  readonly isCompared: boolean;
  readonly isWhole: boolean;
  /** Place of a firing in the list. */
  readonly chosen: number | null;
  readonly onChoose: (place: number | null) => void;
}

/** Where the rule would have fired. Import it lazily: it brings the map. */
export default function PastPicture({ firings, isCompared, isWhole, chosen, onChoose }: PastPictureProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { mapServices } = useFleet();
  const { appearance } = usePreferences();
  const services = useStore(mapServices);
  const texts = useMapTexts();
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const points = useMemo(
    () =>
      firings.slice(-MOST).flatMap(({ place, change }, index): MapPoint[] => {
        const key = Math.max(0, firings.length - MOST) + index;
        return place === null ? [] : [{ ...place, key, look: isCompared ? LOOKS[change] : 'strong' }];
      }),
    [firings, isCompared],
  );
  const firing = chosen === null ? undefined : firings.at(chosen);
  return (
    <div className="rule-past-picture">
      <div className="rule-past-map" aria-busy={services === null}>
        {services !== null && (
          <PointMapView
            key={i18n.language}
            points={points}
            chosen={chosen}
            fitAt={isWhole ? points : points.length > 0}
            services={services}
            baseLayer={defaultBaseLayer(services)}
            origin={location.origin}
            colors={colors}
            texts={texts}
            language={i18n.language}
            camera={WIDE}
            onPick={onChoose}
            fallback={() => <EmptyState title={t('map.noWebgl')}>{t('rules.past.noMap')}</EmptyState>}
          />
        )}
      </div>
      <p className="rule-past-chosen">
        {firing ? (
          <FiringLine firing={firing} isCompared={isCompared} />
        ) : (
          <span className="dim">{t('rules.past.pick')}</span>
        )}
      </p>
    </div>
  );
}
