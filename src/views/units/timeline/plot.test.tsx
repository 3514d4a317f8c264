import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Plot } from './plot.ts';

/** What the drawing library did to its canvas, in order. happy-dom has no canvas of its own. */
interface Recorded {
  readonly points: [number, number][];
  readonly colours: unknown[];
}

function recordCanvas(): Recorded {
  const recorded: Recorded = { points: [], colours: [] };
  class RecordedPath {
    moveTo(x: number, y: number): void {
      recorded.points.push([x, y]);
    }
    lineTo(x: number, y: number): void {
      recorded.points.push([x, y]);
    }
    rect(): void {}
    arc(): void {}
    closePath(): void {}
  }
  vi.stubGlobal('Path2D', RecordedPath);
  const context = new Proxy({} as Record<string, unknown>, {
    get: (target, name: string) => target[name] ?? (name === 'measureText' ? () => ({ width: 10 }) : () => undefined),
    set: (target, name: string, value) => {
      if (name === 'strokeStyle') recorded.colours.push(value);
      target[name] = value;
      return true;
    },
  });
  const canvas: { getContext(kind: string): unknown } = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, 'getContext').mockReturnValue(context);
  return recorded;
}

const STILL = { addEventListener: () => undefined, removeEventListener: () => undefined };

let host: HTMLElement;
let plot: Plot;
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  host.style.setProperty('--color-info-fill', 'rgb(1, 2, 3)');
});
/** Makes the plot; answers what it draws. */
async function drawOn(place: HTMLElement, colours = ['--color-info-fill']): Promise<Recorded> {
  vi.stubGlobal('matchMedia', () => STILL);
  const recorded = recordCanvas();
  const { createPlot } = await import('./plot.ts');
  plot = createPlot(place, 200, 56, colours);
  return recorded;
}

afterEach(() => {
  plot.destroy();
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('draws the line from edge to edge of its place, in the colour of the theme', async () => {
  const recorded = await drawOn(host);
  const line = { times: [1_000, 2_000, 3_000], values: [0, 50, 100], range: [0, 100] } as const;
  const lines = [line];
  plot.show(lines, line.range, { from: 1_000, to: 3_000 });
  await Promise.resolve();
  const across = recorded.points.map(([x]) => x);
  const scale = devicePixelRatio;
  expect([Math.min(...across), Math.max(...across)]).toEqual([0, 200 * scale]);
  expect(recorded.colours).toContain('rgb(1, 2, 3)');

  recorded.points.length = 0;
  plot.show(lines, line.range, { from: 1_000, to: 5_000 });
  await Promise.resolve();
  expect(Math.max(...recorded.points.map(([x]) => x))).toBe(100 * scale);

  recorded.colours.length = 0;
  host.style.setProperty('--color-info-fill', 'rgb(9, 9, 9)');
  plot.redraw();
  await Promise.resolve();
  expect(recorded.colours).toContain('rgb(9, 9, 9)');
});

it('goes by steps where a value stays until the next, and by slopes where it does not', async () => {
  const recorded = await drawOn(host);
  const line = { times: [0, 1_000, 2_000], values: [0, 1, 1], range: [0, 1] } as const;
  /** Heights that the line has straight before its middle. */
  const heights = async (stepped: boolean): Promise<Set<number>> => {
    recorded.points.length = 0;
    plot.show([{ ...line, stepped }], line.range, { from: 0, to: 2_000 });
    await Promise.resolve();
    return new Set(recorded.points.filter(([x]) => x === 100 * devicePixelRatio).map(([, y]) => y));
  };
  expect((await heights(true)).size).toBe(2);
  expect((await heights(false)).size).toBe(1);
});

it('draws lines with times of their own over each other, each in its colour, and keeps the gap of one', async () => {
  const recorded = await drawOn(host, ['--color-info-fill', '--color-series-2']);
  host.style.setProperty('--color-series-2', 'rgb(4, 5, 6)');
  const one = { times: [0, 1_000, 2_000], values: [0, 50, 100], range: [0, 100] } as const;
  const other = { times: [500, 501, 1_500], values: [10, null, 20], range: [10, 20] } as const;
  plot.show([one, other, null].slice(0, 2), [0, 100], { from: 0, to: 2_000 });
  await Promise.resolve();
  expect(recorded.colours).toEqual(expect.arrayContaining(['rgb(1, 2, 3)', 'rgb(4, 5, 6)']));
  const across = recorded.points.map(([x]) => x / devicePixelRatio);
  expect(across).toEqual(expect.arrayContaining([0, 50, 100, 150, 200]));
});
