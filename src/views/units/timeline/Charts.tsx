import { useId, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, ExpandIcon, PaneEdge, Skeleton } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { usePreferences } from '../../shared/services/preferences.ts';
import { ChartList } from './ChartList.tsx';
import { isolated, seriesColour, type ChartsProps } from './chartTypes.ts';
import { useChartSensors } from './useChartSensors.tsx';
import { useChartTracks } from './useChartTracks.ts';

/** Least and most room of all charts, CSS px. */
const SIZES = { minimum: 96, maximum: 720 } as const;

/** Values of the selected units over the visible interval, exactly above the ruler; opened by who wants them. */
export function Charts(props: ChartsProps): ReactNode {
  const { t } = useTranslation();
  const { preferences, change } = usePreferences();
  const [size, setSize] = useState(preferences.chartSize);
  const area = useId();
  const { units, choice, onChoice } = props;
  const isOpen = choice !== null;
  const [only] = units;
  const label =
    units.length === 1
      ? t('timeline.chartOf', { unit: isolated(only.name) })
      : t('timeline.chartOfMany', { count: units.length });
  const resize = (next: number): void => {
    setSize(next);
    change({ chartSize: next });
  };
  return (
    <section className="timeline-charts" aria-label={label} style={{ '--charts-size': `${size}px` } as CSSProperties}>
      {isOpen && <PaneEdge side="bottom" size={size} onSize={resize} {...SIZES} label={t('timeline.chartResize')} />}
      <div className="timeline-charts-head">
        <Button
          size="compact"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={area}
          icon={<ExpandIcon className="timeline-chevron" aria-hidden="true" />}
          onPress={() => onChoice(isOpen ? null : [])}>
          {label}
        </Button>
        {isOpen && units.length > 1 && <Legend units={units} />}
      </div>
      <div id={area} className="timeline-charts-area" hidden={!isOpen}>
        {isOpen && <Tracked {...props} choice={choice} />}
      </div>
    </section>
  );
}

/** Which colour is which unit. */
function Legend({ units }: Pick<ChartsProps, 'units'>): ReactNode {
  return (
    <ul className="timeline-legend">
      {units.map(({ unitId, name, series }) => (
        <li key={unitId}>
          {series !== null && <span className="series-dot" style={{ background: `var(${seriesColour(series)})` }} />}
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Tracked({ units, track: read, ...rest }: ChartsProps & { choice: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const ids = useMemo(() => units.map(({ unitId }) => unitId), [units]);
  const { tracks, retry } = useChartTracks(ids, rest.visible, rest.now, read);
  const { known, readers } = useChartSensors(ids);
  if (tracks.state === 'failed') {
    return (
      <ProblemBanner
        problem={tracks.problem}
        action={
          <Button size="compact" onPress={retry}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {readers}
      {tracks.state === 'loading' ? (
        <output className="timeline-chart-state" aria-label={t('timeline.loading')}>
          <Skeleton height="56px" />
        </output>
      ) : (
        <ChartList units={units} tracks={tracks.tracks} sensors={known} {...rest} />
      )}
    </>
  );
}
