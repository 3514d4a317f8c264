import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Instant, Interval } from '../../../../domain/base/index.ts';
import type { Curves } from './curves.ts';

/** How a curve is drawn. Colours are names of CSS custom properties. */
export interface CurveLook {
  readonly colour: string;
  readonly dashed?: boolean;
  /** Filled down to the bottom. */
  readonly filled?: boolean;
  /** The curve has a scale of its own, since it is measured in something else. */
  readonly own?: boolean;
}

/** A drawing that can be given other curves or another size without being rebuilt. */
export interface TuningPlot {
  show(curves: Curves, ranges: readonly (readonly [number, number])[], visible: Interval): void;
  resize(width: number): void;
  /** Draws again, for example in the colours of another theme. */
  redraw(): void;
  destroy(): void;
}

export interface PlotListener {
  /** A stretch was drawn over with the pointer. */
  onZoom(interval: Interval): void;
  /** The instant under the pointer, null when it is away. */
  onPoint(instant: Instant | null): void;
}

/** Shorter than this many pixels is a press, not a stretch. */
const SHORTEST = 6;

/** Curves in `host`, as wide as it and `height` pixels high, without room beside them: lanes stand exactly below. */
export function createTuningPlot(
  host: HTMLElement,
  width: number,
  height: number,
  looks: readonly CurveLook[],
  listener: PlotListener,
): TuningPlot {
  const token = (name: string): string => getComputedStyle(host).getPropertyValue(name).trim();
  let x: [number, number] = [0, 1];
  let ranges: readonly (readonly [number, number])[] = [];
  let shown: Curves | null = null;
  const rangeOf = (place: number): [number, number] => {
    const [low, high] = ranges[place] ?? [0, 1];
    return [low, high];
  };
  const scaleOf = (look: CurveLook, place: number): string => (look.own ? `y${place}` : 'y');
  const first = Math.max(
    0,
    looks.findIndex(({ own }) => !own),
  );
  const blank = (_: UPlot, splits: number[]): string[] => splits.map(() => '');
  const grid = { stroke: () => token('--color-border'), width: 1 };
  const plot = new UPlot(
    {
      width: Math.max(1, width),
      height,
      ms: 1,
      padding: [4, 0, 2, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: SHORTEST } },
      scales: {
        x: { time: true, range: () => x },
        y: { range: () => rangeOf(first) },
        ...Object.fromEntries(
          looks.flatMap((look, place) => (look.own ? [[scaleOf(look, place), { range: () => rangeOf(place) }]] : [])),
        ),
      },
      axes: [{ show: false }, { size: 0, gap: 0, space: 28, values: blank, ticks: { show: false }, grid }],
      series: [
        {},
        ...looks.map((look, place): UPlot.Series => ({
          scale: scaleOf(look, place),
          stroke: () => token(look.colour),
          width: 1.5,
          points: { show: false },
          spanGaps: false,
          dash: look.dashed ? [4, 3] : undefined,
          fill: look.filled ? () => `color-mix(in oklab, ${token(look.colour)} 14%, transparent)` : undefined,
        })),
      ],
      hooks: {
        setSelect: [
          (self) => {
            const { left, width: across } = self.select;
            if (across < SHORTEST) return;
            listener.onZoom({
              from: Math.round(self.posToVal(left, 'x')),
              to: Math.round(self.posToVal(left + across, 'x')),
            });
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
        setCursor: [
          (self) =>
            listener.onPoint(
              self.cursor.left === undefined || self.cursor.left < 0 ? null : self.posToVal(self.cursor.left, 'x'),
            ),
        ],
      },
    },
    [[], ...looks.map(() => [])],
    host,
  );
  return {
    show(curves, next, visible) {
      x = [visible.from, visible.to];
      ranges = next;
      if (curves === shown) return plot.setScale('x', { min: visible.from, max: visible.to });
      shown = curves;
      plot.setData([curves.times, ...curves.values]);
    },
    resize: (next) => plot.setSize({ width: Math.max(1, next), height }),
    redraw: () => plot.redraw(false),
    destroy: () => plot.destroy(),
  };
}
