import { RendererCpu, type CpuTime } from '../support/browser.ts';
import { onStage, type Stage } from '../support/pages.ts';
import type { Row, Table } from '../support/table.ts';
import type { UsualMethod } from '../pages/usual.ts';

const FRAMES = 300;
/** Frames before those that are measured: the first five hundred run uncompiled, and a map is watched all day. */
const WARM_UP = 600;
export const DRAWN = 300;
const SIZES = [1_000, 10_000, 100_000] as const;

/** CPU of one round the usual way. */
export function usualRound(
  stage: Stage,
  method: UsualMethod,
  units: number,
  rounds: number,
  on: 'usual' | 'store' = 'usual',
  query = '',
): Promise<CpuTime> {
  return stage.page(on, query, async (page) => {
    await page.waitForFunction(() => 'usual' in window);
    await page.evaluate(([kind, count]) => window.usual.start(kind, count), [method, units] as const);
    await page.evaluate(() => window.usual.round());
    const cpu = await RendererCpu.of(page);
    const used = await cpu.measure(() =>
      page.evaluate(async (count) => {
        for (let round = 0; round < count; round++) await window.usual.round();
      }, rounds),
    );
    return { main: used.main / rounds, workers: used.workers / rounds };
  });
}

interface Motion {
  readonly frame: CpuTime;
  readonly own: number;
  readonly empty: number;
}

function ourMotion(stage: Stage, units: number): Promise<Motion> {
  return stage.page('ours', `units=${units}&limit=${DRAWN}`, async (page) => {
    await page.waitForFunction(() => 'ours' in window);
    await page.evaluate((count) => window.ours.frames(count), WARM_UP);
    const cpu = await RendererCpu.of(page);
    let own = 0;
    const used = await cpu.measure(async () => {
      own = await page.evaluate((count) => window.ours.frames(count), FRAMES);
    });
    const idle = await cpu.measure(() => page.evaluate((count) => window.ours.rest(count), FRAMES));
    return { frame: { main: used.main / FRAMES, workers: used.workers / FRAMES }, own, empty: idle.main / FRAMES };
  });
}

/** One frame of motion, the whole fleet under way. */
export function clientFrame(): Promise<Table[]> {
  return onStage(async (stage) => {
    const rows: Row[] = [];
    const ours = new Map<number, Motion>();
    for (const units of SIZES) ours.set(units, await ourMotion(stage, units));
    for (const units of SIZES) {
      const motion = ours.get(units) as Motion;
      const set = await usualRound(stage, 'geojson', units, units > 10_000 ? 2 : 4);
      const deck = await usualRound(stage, 'deck', units, 5);
      const largest = units === 100_000;
      const label = `${units.toLocaleString('en')} units, one frame of motion`;
      rows.push(
        {
          measure: `${label}, main thread, beside GeoJSON setData`,
          usual: set.main,
          ours: motion.frame.main,
          unit: 'ms',
          ...(largest ? { bar: { ratio: 200 } } : {}),
          note: `an empty frame of the page is ${motion.empty.toFixed(2)} of ours`,
        },
        {
          measure: `${label}, page and workers`,
          usual: set.main + set.workers,
          ours: motion.frame.main + motion.frame.workers,
          unit: 'ms',
          ...(largest ? { bar: { ratio: 500 } } : {}),
        },
        { measure: `${label}, beside deck.gl accessors`, usual: deck.main, ours: motion.frame.main, unit: 'ms' },
      );
    }
    const [small, large] = [ours.get(1_000) as Motion, ours.get(100_000) as Motion];
    rows.push(
      {
        measure: '100,000 units in proportion to 1,000 (main thread)',
        usual: null,
        ours: large.frame.main / small.frame.main,
        unit: '×',
        bar: { atMost: 1.2 },
      },
      {
        measure: 'our own code a frame, 100,000 units',
        usual: null,
        ours: large.own,
        unit: 'ms',
        bar: { atMost: 0.05 },
      },
    );
    return [
      {
        title: `Motion (software GL: at most ${DRAWN.toLocaleString('en')} marks drawn by ours, no base map on either side)`,
        rows,
      },
    ];
  });
}
