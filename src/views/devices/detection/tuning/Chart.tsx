import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Instant, Interval } from '../../../../domain/base/index.ts';
import { useFormats } from '../../../../i18n/index.ts';
import { Skeleton } from '../../../../ui/index.ts';
import { usePreferences } from '../../../shared/services/preferences.ts';
import { lastAt, rangeOver, type Curves } from './curves.ts';
import type { CurveLook, TuningPlot } from './plot.ts';

const HEIGHT = 132;

/** One curve of a chart: how it looks, what it is called, and its values in words. */
export interface ChartCurve extends CurveLook {
  readonly label: string;
  readonly figure: (value: number) => string;
}

export interface ChartProps {
  label: string;
  curves: Curves;
  looks: readonly ChartCurve[];
  visible: Interval;
  /** A value that is in sight whatever there is, such as 0 km/h. */
  floor?: number;
  onZoom: (interval: Interval) => void;
}

/** Curves over the visible stretch, with the values under the pointer. */
export function Chart({ label, curves, looks, visible, floor, onZoom }: ChartProps): ReactNode {
  const { preciseTime } = useFormats();
  const [point, setPoint] = useState<Instant | null>(null);
  const shared = rangeOver(
    curves.ranges.filter((_, place) => !looks[place].own),
    floor,
  );
  const ranges = looks.map((look, place) => (look.own ? rangeOver([curves.ranges[place]]) : shared));
  const row = point === null ? -1 : lastAt(curves.times, point);
  const main = looks.find(({ own }) => !own) ?? looks[0];
  return (
    <figure className="tuning-chart" aria-label={label}>
      <figcaption className="tuning-legend">
        {looks.map((look, place) => {
          const value = row < 0 ? null : curves.values[place][row];
          return (
            <span key={look.label} className="tuning-legend-entry">
              <span
                className="tuning-line"
                data-dashed={look.dashed}
                style={{ borderColor: `var(${look.colour})` }}
                aria-hidden="true"
              />
              {look.label}
              <output className="tuning-value" dir="ltr">
                {value === null ? '' : look.figure(value)}
              </output>
            </span>
          );
        })}
        {point !== null && (
          <time className="tuning-instant" dir="ltr">
            {preciseTime(point)}
          </time>
        )}
      </figcaption>
      <div className="tuning-plot-box" dir="ltr">
        <Plot curves={curves} ranges={ranges} looks={looks} visible={visible} onZoom={onZoom} onPoint={setPoint} />
        <span className="tuning-top" dir="ltr">
          {main.figure(shared[1])}
        </span>
        <span className="tuning-bottom" dir="ltr">
          {main.figure(shared[0])}
        </span>
      </div>
    </figure>
  );
}

interface PlotProps extends Pick<ChartProps, 'curves' | 'looks' | 'visible' | 'onZoom'> {
  ranges: readonly (readonly [number, number])[];
  onPoint: (instant: Instant | null) => void;
}

function Plot({ curves, ranges, looks, visible, onZoom, onPoint }: PlotProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const { appearance } = usePreferences();
  const [plot, setPlot] = useState<TuningPlot | null>(null);
  const [broken, setBroken] = useState<unknown>(null);
  const latest = useRef({ onZoom, onPoint });
  useEffect(() => {
    latest.current = { onZoom, onPoint };
  });
  const look = JSON.stringify(looks.map(({ colour, dashed, filled, own }) => ({ colour, dashed, filled, own })));
  if (broken !== null) throw broken;

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let made: TuningPlot | null = null;
    let gone = false;
    const make = async (): Promise<void> => {
      try {
        // The drawing library comes only now, with the first chart.
        const { createTuningPlot } = await import('./plot.ts');
        if (gone) return;
        made = createTuningPlot(element, element.getBoundingClientRect().width, HEIGHT, JSON.parse(look), {
          onZoom: (interval) => latest.current.onZoom(interval),
          onPoint: (instant) => latest.current.onPoint(instant),
        });
        setPlot(made);
      } catch (thrown) {
        setBroken(thrown);
      }
    };
    void make();
    const observer = new ResizeObserver(() => made?.resize(element.getBoundingClientRect().width));
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
      made?.destroy();
      setPlot(null);
    };
  }, [look]);
  useEffect(() => plot?.show(curves, ranges, visible), [plot, curves, ranges, visible]);
  useEffect(() => plot?.redraw(), [plot, appearance]);
  return (
    <div ref={host} className="tuning-plot" aria-hidden="true" style={{ blockSize: HEIGHT }}>
      {plot === null && <Skeleton height={`${HEIGHT}px`} />}
    </div>
  );
}
