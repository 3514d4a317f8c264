import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** Bars that can be given another size without being rebuilt. */
export interface BarPlot {
  resize(width: number): void;
  /** Draws again, for example in the colours of another theme. */
  redraw(): void;
  destroy(): void;
}

export interface BarContent {
  /** What is below each bar. */
  readonly labels: readonly string[];
  readonly values: readonly number[];
  /** A value of the scale in words. */
  readonly text: (value: number) => string;
}

const LABEL_WIDTH = 90;

/** Bars in `host`, as wide as it and `height` pixels high. */
export function createBars(
  host: HTMLElement,
  width: number,
  height: number,
  { labels, values, text }: BarContent,
): BarPlot {
  const token = (name: string): string => getComputedStyle(host).getPropertyValue(name).trim();
  const font = `11px ${getComputedStyle(host).fontFamily}`;
  const axis = {
    stroke: () => token('--color-text-muted'),
    font,
    grid: { stroke: () => token('--color-border'), width: 1 },
    ticks: { show: false },
  };
  const highest = Math.max(1, ...values);
  const plot = new UPlot(
    {
      width: Math.max(1, width),
      height,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 8, 0, 8],
      scales: { x: { time: false, range: () => [-0.6, values.length - 0.4] }, y: { range: () => [0, highest * 1.05] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: LABEL_WIDTH,
          size: 28,
          incrs: [1, 2, 3, 5, 7, 10, 14, 30, 60, 90],
          values: (_, places) => places.map((place) => labels[place] ?? ''),
        },
        { ...axis, size: 70, values: (_, splits) => splits.map(text) },
      ],
      series: [
        {},
        {
          fill: () => token('--color-series-1'),
          stroke: () => token('--color-series-1'),
          width: 0,
          points: { show: false },
          paths: UPlot.paths.bars?.({ size: [0.7, 48] }),
        },
      ],
    },
    [labels.map((_, place) => place), [...values]],
    host,
  );
  return {
    resize: (next) => plot.setSize({ width: Math.max(1, next), height }),
    redraw: () => plot.redraw(false),
    destroy: () => plot.destroy(),
  };
}
