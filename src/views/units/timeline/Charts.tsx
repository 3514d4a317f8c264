import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, ExpandIcon, NativeSelect, Skeleton } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import type { FleetServices, TimelineState, TrackSeries } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { useNarrow } from '../map/useNarrow.ts';
import { CHART_HEIGHT, ChartPlot } from './ChartPlot.tsx';
import { useShownInstant } from './hooks.ts';
import { instantAt, shareOf } from './ruler.ts';
import { attributesOf, lineOf, valueAt, type Line } from './series.ts';
import { useTrack } from './useTrack.ts';
import { reachable } from './window.ts';

/** Four times a second the line of the shown instant and the figures beside it follow. */
const PERIOD = 250;

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

/** Speed and one other value of a unit over the visible interval, exactly above the ruler. */
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
        onPress={() => setOpen(!open)}
      >
        {t('timeline.chartOf', { unit: isolated(props.unit.name) })}
      </Button>
      <div id={area}>{open && <Tracked {...props} />}</div>
    </section>
  );
}

function Tracked({ unit, track: read, ...rest }: ChartsProps): ReactNode {
  const { t } = useTranslation();
  const { track, retry } = useTrack(unit.unitId, rest.visible, rest.now, read);
  if (track.state === 'loading') {
    return (
      <output className="timeline-chart-state" aria-label={t('timeline.loading')}>
        <Skeleton height={`${CHART_HEIGHT}px`} />
      </output>
    );
  }
  if (track.state === 'failed') {
    return <ProblemBanner problem={track.problem} action={<Button size="compact" onPress={retry}>{t('common.retry')}</Button>} />;
  }
  return <Lines series={track.track} {...rest} />;
}

function Lines({ series, visible, now, timeline, onSeek }: Omit<ChartsProps, 'unit' | 'track'> & { series: TrackSeries }): ReactNode {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const names = useMemo(() => attributesOf(series), [series]);
  const [chosen, setChosen] = useState<string | null>(null);
  // Trackers send values that no catalogue names; those go by the tracker's own name.
  const word = (value: string): string => (i18n.exists(`units.attributes.${value}`) ? t(`units.attributes.${value}`) : value);
  const name = chosen !== null && names.includes(chosen) ? chosen : (names.at(0) ?? null);
  const speed = useMemo(() => lineOf(series.times, series.speeds, 0), [series]);
  const values = name === null ? undefined : series.attributes.get(name);
  const other = useMemo(() => (values === undefined ? null : lineOf(series.times, values)), [series, values]);
  if (speed === null && other === null) return <p className="timeline-chart-state">{t('timeline.chartEmpty')}</p>;
  return (
    <div className="timeline-lines">
      {speed !== null && <Chart title={t('timeline.chartSpeed')} line={speed} visible={visible} timeline={timeline} colour="--color-info-fill" figure={formats.speed} />}
      {other !== null && name !== null && (
        <Chart
          title={
            <NativeSelect className="timeline-select" label={t('timeline.chartValue')} value={name} options={names.map((value) => ({ value, label: word(value) }))} onChange={setChosen} />
          }
          line={other}
          visible={visible}
          timeline={timeline}
          colour="--color-accent-solid"
          figure={(value) => formats.number(value, Number.isInteger(value) ? 0 : 1)}
        />
      )}
      <Cursor timeline={timeline} visible={visible} now={now} onSeek={onSeek} />
    </div>
  );
}

interface ChartProps {
  title: ReactNode;
  line: Line;
  visible: Interval;
  timeline: ReadableStore<TimelineState>;
  /** CSS custom property. */
  colour: string;
  figure: (value: number) => string;
}

function Chart({ title, line, visible, timeline, colour, figure }: ChartProps): ReactNode {
  return (
    <figure className="timeline-chart">
      <figcaption className="timeline-chart-caption">
        {title}
        <ShownValue line={line} timeline={timeline} figure={figure} />
      </figcaption>
      <div className="timeline-chart-body">
        <ChartPlot line={line} visible={visible} colour={colour} />
        <span className="timeline-chart-top">{figure(line.range[1])}</span>
        <span className="timeline-chart-bottom">{figure(line.range[0])}</span>
      </div>
    </figure>
  );
}

/** The value at the shown instant, for those who cannot see the line too. */
function ShownValue({ line, timeline, figure }: Pick<ChartProps, 'line' | 'timeline' | 'figure'>): ReactNode {
  const { t } = useTranslation();
  const value = valueAt(line, useShownInstant(timeline, PERIOD));
  return <span className="timeline-chart-value">{value === null ? t('common.notReported') : figure(value)}</span>;
}

/** A line at the shown instant over all charts; a press anywhere goes there. The ruler's slider does the same by keys. */
function Cursor({ timeline, visible, now, onSeek }: Pick<ChartsProps, 'timeline' | 'visible' | 'now' | 'onSeek'>): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const share = shareOf(visible, useShownInstant(timeline, PERIOD));
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
