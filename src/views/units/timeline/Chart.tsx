import { useMemo, type ReactNode } from 'react';
import { BEAT, type Instant, type Interval } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { CloseIcon, IconButton, NativeSelect } from '../../../ui/index.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { ChartPlot } from './ChartPlot.tsx';
import { seriesColour, type ChartUnit } from './chartTypes.ts';
import { useShownInstant } from './hooks.ts';
import { rangeOf, valueAt, type Line } from './series.ts';
import type { ValueWords } from './useValueWords.ts';
import type { ChartBoard, ChartValue } from './values.ts';

/** A value to choose. */
export interface ChartOption {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
}

interface ChartProps {
  value: ChartValue;
  words: ValueWords;
  board: ChartBoard;
  /** Whose lines the board has, in its order. */
  units: readonly ChartUnit[];
  /** Of the line where there is one unit; several have their own. */
  colour: string;
  options: readonly ChartOption[];
  /** Of the plot, CSS px. */
  height: number;
  visible: Interval;
  timeline: ReadableStore<TimelineState>;
  /** The instant under the pointer; null: it is elsewhere. */
  pointed: Instant | null;
  onValue: (id: string) => void;
  /** Takes the chart away; null: it is the last. */
  onRemove: (() => void) | null;
}

/** One value of all units: its name, the figures at the shown instant or under the pointer, and the lines. */
export function Chart(props: ChartProps): ReactNode {
  const { value, words, board, units, colour, options, height, visible, onValue, onRemove } = props;
  const { t } = useTranslation();
  const lines = useMemo(() => board.lines(value), [board, value]);
  const range = useMemo(() => rangeOf(lines), [lines]);
  const coloured = units
    .map(({ series }) => (units.length === 1 || series === null ? colour : seriesColour(series)))
    .join(' ');
  const colours = useMemo(() => coloured.split(' '), [coloured]);
  return (
    <figure className="timeline-chart">
      <figcaption className="timeline-chart-caption">
        <NativeSelect<string>
          className="timeline-select"
          label={t('timeline.chartValue')}
          value={value.id}
          options={options}
          onChange={onValue}
        />
        <Figures {...props} lines={lines} colours={colours} />
        {onRemove !== null && (
          <IconButton
            size="compact"
            className="timeline-chart-remove"
            label={t('timeline.chartRemove', { value: words.name(value) })}
            icon={<CloseIcon aria-hidden="true" />}
            onPress={onRemove}
          />
        )}
      </figcaption>
      {range === null ? (
        <p className="timeline-chart-state timeline-chart-nothing" style={{ blockSize: height }}>
          {t('timeline.chartEmpty')}
        </p>
      ) : (
        <div className="timeline-chart-body">
          <ChartPlot lines={lines} range={range} visible={visible} colours={colours} height={height} />
          <bdi className="timeline-chart-axis timeline-chart-top">{words.figure(value, range[1])}</bdi>
          <bdi className="timeline-chart-axis timeline-chart-bottom">{words.figure(value, range[0])}</bdi>
        </div>
      )}
    </figure>
  );
}

/** The values at the instant under the pointer, else at the shown one; also for those who cannot see the lines. */
function Figures({
  value,
  words,
  units,
  lines,
  colours,
  timeline,
  pointed,
}: ChartProps & { lines: readonly (Line | null)[]; colours: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const shown = useShownInstant(timeline, BEAT);
  if (lines.every((line) => line === null)) return null;
  return (
    <span className="timeline-chart-figures" data-pointed={pointed !== null || undefined}>
      {units.map(({ unitId, name }, place) => {
        const line = lines[place];
        const figure = line === null ? null : valueAt(line, pointed ?? shown);
        return (
          <span key={unitId} className="timeline-chart-figure" title={units.length > 1 ? name : undefined}>
            {units.length > 1 && (
              <>
                <span className="series-dot" style={{ background: `var(${colours[place]})` }} />
                <span className="visually-hidden">{name}: </span>
              </>
            )}
            <bdi className="timeline-chart-value">
              {figure === null ? t('common.notReported') : words.figure(value, figure)}
            </bdi>
          </span>
        );
      })}
    </span>
  );
}
