import { RendererCpu } from '../support/browser.ts';
import { onStage, type Stage } from '../support/pages.ts';
import { median } from '../support/median.ts';
import { type Row, type Table } from '../support/table.ts';
import { DRAWN, usualRound } from './frame.ts';

const UNITS = 10_000;
/**
 * What the product shows, and a longer trail: the usual way pays for every point that is there, ours for the new one.
 */
const LENGTHS = [60, 200] as const;
const APPENDED = 60;
/**
 * Frames with and without a point take turns, so that what the machine does besides falls on both. A point is a
 * fraction of its frame: the middle of so many differences is not moved by what the machine does.
 */
const TURNS = 15;

interface Appended {
  /** CPU by which an animation frame is longer in which a point was added. */
  readonly point: number;
  /** CPU of an animation frame without. */
  readonly frame: number;
}

function ourTrails(stage: Stage, length: number): Promise<Appended> {
  return stage.page('ours', `units=${UNITS}&limit=${DRAWN}&points=${length}`, async (page) => {
    await page.waitForFunction(() => 'ours' in window);
    await page.evaluate((count) => window.ours.trails(count), length + 100);
    const cpu = await RendererCpu.of(page);
    const points: number[] = [];
    const frames: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const added =
        (await cpu.measure(() => page.evaluate((count) => window.ours.trails(count), APPENDED))).main / APPENDED;
      const still =
        (await cpu.measure(() => page.evaluate((count) => window.ours.frames(count), APPENDED))).main / APPENDED;
      points.push(added - still);
      frames.push(still);
    }
    return { point: median(points), frame: median(frames) };
  });
}

/** One more point on the trail of every unit, until it is drawn. */
export function clientTrails(): Promise<Table[]> {
  return onStage(async (stage) => {
    const rows: Row[] = [];
    for (const points of LENGTHS) {
      const ours = await ourTrails(stage, points);
      const binary = await usualRound(stage, 'binaryPaths', UNITS, 10, 'usual', `points=${points}`);
      const measure = `one more point on each of ${UNITS.toLocaleString('en')} trails of ${points} points`;
      rows.push(
        {
          measure: `${measure}, beside PathLayer with binary paths`,
          usual: binary.main - ours.frame,
          ours: ours.point,
          unit: 'ms',
          ...(points === 200 ? { bar: { ratio: 50 } } : {}),
          note: "deck.gl's trips layer is a path layer with times; both without a frame of motion, which is a row of its own",
        },
        { measure: `${measure}, the frame included`, usual: binary.main, ours: ours.frame + ours.point, unit: 'ms' },
      );
    }
    const accessors = await usualRound(stage, 'paths', UNITS, 5);
    const product = rows[1]?.ours ?? Number.NaN;
    rows.push({
      measure: 'the same with 60 points, beside PathLayer with accessors, the frame included',
      usual: accessors.main,
      ours: product,
      unit: 'ms',
    });
    return [
      {
        title: `Trails, main-thread CPU (software GL: at most ${DRAWN} segments drawn by ours, none by the others)`,
        rows,
      },
    ];
  });
}
