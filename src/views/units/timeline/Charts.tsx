import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { BEAT, type Instant, type Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, ExpandIcon, NativeSelect, Skeleton } from '../../../ui/index.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import type { FleetServices, TimelineState, TrackSeries } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { useNarrow } from '../map/useNarrow.ts';
import { CHART_HEIGHT, ChartPlot } from './ChartPlot.tsx';
import { useShownInstant } from './hooks.ts';
import { instantAt, shareOf } from './ruler.ts';
import { lineOf, valueAt, type Line } from './series.ts';
import { useChartSensors } from './useChartSensors.ts';
import { useTrack } from './useTrack.ts';
import { ChartValues, type ChartSensor, type ChartValue } from './values.ts';
import { reachable } from './window.ts';

interface ChartsProps {
  unit: { unitId: number; name: string };
  track: FleetServices['track'];
  visible: Interval;
  now: () => Instant;
  timeline: ReadableStore<TimelineState>;
  onSeek: (instant: Instant) => void;
}

/** A name of whatever direction, whose letters do not mix with those around it (Unicode 9, isolates). */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Speed and one other value of a unit, of a sensor or as it was sent, over the visible interval, exactly above the ruler. */
export function Charts(props: ChartsProps): ReactNode {
  const { t } = useTranslation();
  // A phone has room for the map or for charts: who wants them opens them.
  const [open, setOpen] = useState(!useNarrow());
  const area = useId();
  return (
    <section className="timeline-charts" aria-label={t('timeline.chartOf', { unit: props.unit.name })}>
      <Button
        size="compact"
        variant="quiet"
        className="timeline-charts-head"
        aria-label={t('timeline.chartOf', { unit: props.unit.name })}
        aria-expanded={open}
        aria-controls={area}
        icon={<ExpandIcon className="timeline-chevron" aria-hidden="true" />}
        onPress={() => setOpen(!open)}>
        {t('timeline.chartOf', { unit: isolated(props.unit.name) })}
      </Button>
      <div id={area}>{open && <Tracked {...props} />}</div>
    </section>
  );
}

function Tracked({ unit, track: read, ...rest }: ChartsProps): ReactNode {
  const { t } = useTranslation();
  const { track, retry } = useTrack(unit.unitId, rest.visible, rest.now, read);
  const sensors = useChartSensors(unit.unitId);
  if (track.state === 'loading') {
    return (
      <output className="timeline-chart-state" aria-label={t('timeline.loading')}>
        <Skeleton height={`${CHART_HEIGHT}px`} />
      </output>
    );
  }
  if (track.state === 'failed') {
    return (
      <ProblemBanner
        problem={track.problem}
        action={
          <Button size="compact" onPress={retry}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  }
  return <Lines series={track.track} sensors={sensors} {...rest} />;
}

interface LinesProps extends Omit<ChartsProps, 'unit' | 'track'> {
  series: TrackSeries;
  sensors: readonly ChartSensor[];
}

function Lines({ series, sensors, visible, now, timeline, onSeek }: LinesProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useValueWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const values = useMemo(() => new ChartValues(series, sensors), [series, sensors]);
  const value = useMemo(() => values.shown(chosen), [values, chosen]);
  const speed = useMemo(() => lineOf(series.times, series.speeds, 0), [series]);
  const other = useMemo(() => (value === null ? null : values.line(value)), [values, value]);
  const isGrouped = values.all.some(({ sensor }) => sensor !== null);
  const optionOf = (each: ChartValue) => ({
    value: each.id,
    label: words.name(each),
    group: isGrouped ? t(each.sensor === null ? 'timeline.chartReported' : 'timeline.chartSensors') : undefined,
  });
  if (speed === null && other === null && value?.id !== chosen)
    return <p className="timeline-chart-state">{t('timeline.chartEmpty')}</p>;
  return (
    <div className="timeline-lines">
      {speed !== null && (
        <Chart
          title={t('timeline.chartSpeed')}
          line={speed}
          visible={visible}
          timeline={timeline}
          colour="--color-series-1"
          figure={formats.speed}
        />
      )}
      {value !== null && (
        <Chart
          title={
            <NativeSelect<string>
              className="timeline-select"
              label={t('timeline.chartValue')}
              value={value.id}
              options={values.all.map(optionOf)}
              onChange={setChosen}
            />
          }
          line={other}
          visible={visible}
          timeline={timeline}
          colour="--color-series-2"
          figure={(figure) => words.figure(value, figure)}
        />
      )}
      <Cursor timeline={timeline} visible={visible} now={now} onSeek={onSeek} />
    </div>
  );
}

interface ValueWords {
  /** A sensor by its name and measure, a value of the tracker by its word. */
  name(value: ChartValue): string;
  /** A figure as the card has it. */
  figure(value: ChartValue, figure: number): string;
}

/** Values that are drawn, in words. */
function useValueWords(): ValueWords {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const text = useSensorText();
  return {
    name(value) {
      // Trackers send values that no catalogue names; those go by the tracker's own name.
      if (value.sensor === null)
        return i18n.exists(`units.attributes.${value.name}`) ? t(`units.attributes.${value.name}`) : value.name;
      const named = [value.sensor.name, ...(value.device === null ? [] : [value.device])].map(isolated);
      return [...named, text.measure(value.sensor)].filter((part) => part !== '').join(' · ');
    },
    figure(value, figure) {
      if (value.sensor === null) return formats.number(figure, Number.isInteger(figure) ? 0 : 1);
      return text.value(value.sensor, value.sensor.data_type === 'boolean' ? figure !== 0 : figure);
    },
  };
}

interface ChartProps {
  title: ReactNode;
  /** Null where the track says nothing of the value. */
  line: Line | null;
  visible: Interval;
  timeline: ReadableStore<TimelineState>;
  /** CSS custom property. */
  colour: string;
  figure: (value: number) => string;
}

function Chart({ title, line, visible, timeline, colour, figure }: ChartProps): ReactNode {
  const { t } = useTranslation();
  return (
    <figure className="timeline-chart">
      <figcaption className="timeline-chart-caption">
        {title}
        {line !== null && <ShownValue line={line} timeline={timeline} figure={figure} />}
      </figcaption>
      {line === null ? (
        <p className="timeline-chart-state timeline-chart-nothing" style={{ blockSize: CHART_HEIGHT }}>
          {t('timeline.chartEmpty')}
        </p>
      ) : (
        <div className="timeline-chart-body">
          <ChartPlot line={line} visible={visible} colour={colour} />
          <bdi className="timeline-chart-top">{figure(line.range[1])}</bdi>
          <bdi className="timeline-chart-bottom">{figure(line.range[0])}</bdi>
        </div>
      )}
    </figure>
  );
}

/** The value at the shown instant, for those who cannot see the line too. */
function ShownValue({ line, timeline, figure }: Pick<ChartProps, 'timeline' | 'figure'> & { line: Line }): ReactNode {
  const { t } = useTranslation();
  const value = valueAt(line, useShownInstant(timeline, BEAT));
  return <bdi className="timeline-chart-value">{value === null ? t('common.notReported') : figure(value)}</bdi>;
}

/** A line at the shown instant over all charts; a press anywhere goes there. The ruler's slider does the same by keys. */
function Cursor({
  timeline,
  visible,
  now,
  onSeek,
}: Pick<ChartsProps, 'timeline' | 'visible' | 'now' | 'onSeek'>): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const share = shareOf(visible, useShownInstant(timeline, BEAT));
  useEffect(() => {
    const target = area.current?.parentElement;
    if (!target) return;
    const press = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('.timeline-chart-body') === null) return;
      const box = target.getBoundingClientRect();
      onSeek(reachable(instantAt(visible, (event.clientX - box.left) / Math.max(1, box.width)), visible, now()));
    };
    target.addEventListener('click', press);
    return () => target.removeEventListener('click', press);
  }, [visible, now, onSeek]);
  return (
    <div ref={area} className="timeline-cursor-area" aria-hidden="true">
      {share >= 0 && share <= 1 && <div className="timeline-cursor" style={{ left: `${share * 100}%` }} />}
    </div>
  );
}
