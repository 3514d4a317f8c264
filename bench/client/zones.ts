import { RendererCpu } from '../support/browser.ts';
import { onStage } from '../support/pages.ts';
import { median } from '../support/median.ts';
import { type Table } from '../support/table.ts';
import { DRAWN } from './frame.ts';

const UNITS = 10_000;
const ZONES = 10_000;
const FRAMES = 60;
/** Frames with and without zones take turns, so that what the machine does besides falls on both. */
const TURNS = 8;
/** Frames after which tiles are made again and names have faded in. */
const SETTLED = 120;

interface ZoneFrames {
  /** CPU of an animation frame without zones. */
  readonly without: number;
  /** CPU by which one with zones is longer. */
  readonly more: number;
  /** Milliseconds until they were drawn. */
  readonly drawn: number;
}

const framesWithZones = (): Promise<ZoneFrames> =>
  onStage((stage) =>
    stage.page('ours', `units=${UNITS}&limit=${DRAWN}`, async (page) => {
      await page.waitForFunction(() => 'ours' in window);
      await page.evaluate(() => window.ours.frames(60));
      const drawn = await page.evaluate((count) => window.ours.zones(count), ZONES);
      const cpu = await RendererCpu.of(page);
      const frame = async (isShown: boolean): Promise<number> => {
        await page.evaluate(
          async ([shown, frames]) => {
            window.ours.showZones(shown);
            await window.ours.rest(frames);
          },
          [isShown, SETTLED] as const,
        );
        return (await cpu.measure(() => page.evaluate((count) => window.ours.frames(count), FRAMES))).main / FRAMES;
      };
      const without: number[] = [];
      const more: number[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        const first = turn % 2 === 0;
        const one = await frame(first);
        const other = await frame(!first);
        without.push(first ? other : one);
        more.push(first ? one - other : other - one);
      }
      return { without: median(without), more: median(more), drawn };
    }),
  );

/** One frame of motion with zones on the ground, beside one without. */
export async function clientZones(): Promise<Table[]> {
  const { without, more, drawn } = await framesWithZones();
  return [
    {
      title: `Zones on the map, main-thread CPU (software GL: at most ${DRAWN} marks drawn)`,
      rows: [
        {
          measure: `one frame of motion of ${UNITS.toLocaleString('en')} units, with ${ZONES.toLocaleString('en')} zones beside none`,
          usual: null,
          ours: (without + more) / without,
          unit: '×',
          bar: { atMost: 1.1 },
          note: `a frame without zones: ${without.toFixed(2)} ms`,
        },
        {
          measure: `${ZONES.toLocaleString('en')} zones, from setting them until they are drawn`,
          usual: null,
          ours: drawn,
          unit: 'ms',
          note: 'elapsed, once, in the worker of the map',
        },
      ],
    },
  ];
}
