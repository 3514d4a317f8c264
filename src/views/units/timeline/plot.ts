import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Interval } from '../../../domain/base/index.ts';
import type { Line } from './series.ts';

/** A drawn line that can be given other data or another size without being made anew. */
export interface Plot {
  show(line: Line, visible: Interval): void;
  resize(width: number): void;
  /** Draws again, for example in the colours of another theme. */
  redraw(): void;
  destroy(): void;
}

/**
 * One line in `host`, as wide as it and `height` pixels high. `colour` is the name of a CSS custom
 * property. There is no room beside the line, so that it stands exactly above the ruler.
 */
export function createPlot(host: HTMLElement, width: number, height: number, colour: string): Plot {
  const token = (name: string): string => getComputedStyle(host).getPropertyValue(name).trim();
  let x: [number, number] = [0, 1];
  let y: [number, number] = [0, 1];
  let shown: Line | null = null;
  const blank = (_: UPlot, splits: number[]): string[] => splits.map(() => '');
  const [straight, stepped] = [UPlot.paths.linear?.(), UPlot.paths.stepped?.({ align: 1 })];
  const paths: UPlot.Series.PathBuilder = (...drawn) =>
    (shown?.stepped === true ? stepped : straight)?.(...drawn) ?? null;
  const grid = { stroke: () => token('--color-border'), width: 1 };
  const plot = new UPlot(
    {
      width: Math.max(1, width),
      height,
      ms: 1,
      padding: [4, 0, 4, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: true, range: () => x }, y: { range: () => y } },
      axes: [{ show: false }, { size: 0, gap: 0, space: 24, values: blank, ticks: { show: false }, grid }],
      series: [
        {},
        {
          stroke: () => token(colour),
          fill: () => `color-mix(in oklab, ${token(colour)} 14%, transparent)`,
          width: 1.5,
          points: { show: false },
          spanGaps: false,
          paths,
        },
      ],
    },
    [[], []],
    host,
  );
  return {
    show(line, visible) {
      x = [visible.from, visible.to];
      if (line === shown) return plot.setScale('x', { min: visible.from, max: visible.to });
      shown = line;
      y = [line.range[0], line.range[1]];
      plot.setData([[...line.times], [...line.values]]);
    },
    resize: (next) => plot.setSize({ width: Math.max(1, next), height }),
    redraw: () => plot.redraw(false),
    destroy: () => plot.destroy(),
  };
}
