import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Interval } from '../../../domain/base/index.ts';
import type { Line } from './series.ts';

/** Lines over each other that can be given other data or another size without being rebuilt. */
export interface Plot {
  /** A line for each colour, null where there is none, and the values that all have room for. */
  show(lines: readonly (Line | null)[], range: readonly [number, number], visible: Interval): void;
  resize(width: number, height: number): void;
  /** Draws again, for example in the colours of another theme. */
  redraw(): void;
  destroy(): void;
}

/**
 * Lines in `host`, as wide as it and `height` pixels high. `colours` are names of CSS custom properties, one a
 * line. There is no room beside the lines, so that they stand exactly above the ruler.
 */
export function createPlot(host: HTMLElement, width: number, height: number, colours: readonly string[]): Plot {
  const token = (name: string): string => getComputedStyle(host).getPropertyValue(name).trim();
  let x: [number, number] = [0, 1];
  let y: [number, number] = [0, 1];
  let shown: readonly (Line | null)[] = [];
  const blank = (_: UPlot, splits: number[]): string[] => splits.map(() => '');
  const [straight, stepped] = [UPlot.paths.linear?.(), UPlot.paths.stepped?.({ align: 1 })];
  const paths: UPlot.Series.PathBuilder = (...drawn) =>
    (shown[drawn[1] - 1]?.stepped === true ? stepped : straight)?.(...drawn) ?? null;
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
        ...colours.map((colour): UPlot.Series => ({
          stroke: () => token(colour),
          // Areas over each other would make a colour that is nobody's.
          fill: colours.length > 1 ? undefined : () => `color-mix(in oklab, ${token(colour)} 14%, transparent)`,
          width: 1.5,
          points: { show: false },
          spanGaps: false,
          paths,
        })),
      ],
    },
    [[], ...colours.map(() => [])],
    host,
  );
  return {
    show(lines, range, visible) {
      x = [visible.from, visible.to];
      if (lines === shown) return plot.setScale('x', { min: visible.from, max: visible.to });
      shown = lines;
      y = [range[0], range[1]];
      plot.setData(tableOf(lines));
    },
    resize: (nextWidth, nextHeight) => plot.setSize({ width: Math.max(1, nextWidth), height: nextHeight }),
    redraw: () => plot.redraw(false),
    destroy: () => plot.destroy(),
  };
}

/**
 * Lines that have times of their own, over one column of times: what a line has no value for is passed over, its gaps
 * stay.
 */
function tableOf(lines: readonly (Line | null)[]): UPlot.AlignedData {
  const tables = lines.map((line): UPlot.AlignedData => [[...(line?.times ?? [])], [...(line?.values ?? [])]]);
  return tables.length === 1 ? tables[0] : UPlot.join(tables);
}
