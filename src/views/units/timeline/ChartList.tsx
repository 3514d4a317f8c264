import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { clamp, type Instant } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, PlusIcon } from '../../../ui/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { Chart, type ChartOption } from './Chart.tsx';
import { ChartCursor } from './ChartCursor.tsx';
import { seriesColour, type ChartsProps } from './chartTypes.ts';
import { useHeight } from '../../shared/useSize.ts';
import { placeAt } from './series.ts';
import type { SensorsByUnit } from './useChartSensors.tsx';
import { ChartBoard, ChartValues, SPEED, type ChartValue } from './values.ts';
import { useValueWords } from './useValueWords.ts';

interface ChartListProps extends Omit<ChartsProps, 'choice' | 'track'> {
  choice: readonly string[];
  tracks: readonly TrackSeries[];
  sensors: SensorsByUnit;
}

/** More would be too flat to be read. */
const MOST_CHARTS = 6;
/** Of a plot, CSS px. */
const HEIGHT = { least: 48, most: 320, usual: 56, caption: 34 } as const;

/** A chart for each chosen value, with a line for each unit that has it. */
export function ChartList(props: ChartListProps): ReactNode {
  const { units, tracks, sensors, choice, onChoice, visible, now, timeline, onSeek, onGhosts } = props;
  const { t } = useTranslation();
  const words = useValueWords();
  const room = useRef<HTMLDivElement>(null);
  const available = useHeight(room);
  const [pointed, setPointed] = useState<Instant | null>(null);
  const drawn = useMemo(
    () =>
      units.map(({ unitId }) => {
        const series = tracks.find((track) => track.unitId === unitId);
        return series === undefined ? null : new ChartValues(series, sensors.get(unitId) ?? []);
      }),
    [units, tracks, sensors],
  );
  const board = useMemo(() => new ChartBoard(drawn.filter((values) => values !== null)), [drawn]);
  const shown = useMemo(() => board.shown(choice), [board, choice]);
  useGhosts(tracks, pointed, onGhosts);
  const options = useMemo(() => optionsOf(board.all, words.name, t), [board, words, t]);
  const choose = (values: readonly ChartValue[]): void => onChoice(values.map(({ id }) => id));
  const next = board.next(shown);
  const height =
    available === 0
      ? HEIGHT.usual
      : clamp(Math.floor((available - 36) / shown.length) - HEIGHT.caption, HEIGHT.least, HEIGHT.most);
  const hasNothing = board.all.length === 1 && board.lines(SPEED).every((line) => line === null);
  return (
    <div ref={room} className="timeline-charts-room">
      {hasNothing ? (
        <p className="timeline-chart-state">{t('timeline.chartEmpty')}</p>
      ) : (
        <div className="timeline-lines">
          {shown.map((value, index) => (
            <Chart
              key={value.id}
              value={value}
              words={words}
              board={board}
              units={units.filter((_, place) => drawn[place] !== null)}
              colour={seriesColour((index % 6) + 1)}
              options={options}
              height={height}
              visible={visible}
              timeline={timeline}
              pointed={pointed}
              onValue={(id) => onChoice(shown.map((each) => (each === value ? id : each.id)))}
              onRemove={shown.length === 1 ? null : () => choose(shown.filter((each) => each !== value))}
            />
          ))}
          <ChartCursor timeline={timeline} visible={visible} now={now} onSeek={onSeek} onPoint={setPointed} />
        </div>
      )}
      {next !== null && shown.length < MOST_CHARTS && !hasNothing && (
        <Button
          size="compact"
          variant="quiet"
          icon={<PlusIcon aria-hidden="true" />}
          onPress={() => choose([...shown, next])}>
          {t('timeline.chartAdd')}
        </Button>
      )}
    </div>
  );
}

/** Shows on the map where the units were at the instant under the pointer. */
function useGhosts(tracks: readonly TrackSeries[], pointed: Instant | null, onGhosts: ChartsProps['onGhosts']): void {
  useEffect(() => {
    if (pointed === null) return undefined;
    onGhosts(
      tracks.flatMap((track) => {
        const place = placeAt(track, pointed);
        return place === null ? [] : [{ unitId: track.unitId, instant: pointed, ...place }];
      }),
    );
    return () => onGhosts([]);
  }, [tracks, pointed, onGhosts]);
}

function optionsOf(
  values: readonly ChartValue[],
  name: (value: ChartValue) => string,
  t: (key: string) => string,
): readonly ChartOption[] {
  const isGrouped = values.some(({ sensor }) => sensor !== null);
  return values.map((value) => ({
    value: value.id,
    label: name(value),
    group: isGrouped ? t(value.sensor === null ? 'timeline.chartReported' : 'timeline.chartSensors') : undefined,
  }));
}
