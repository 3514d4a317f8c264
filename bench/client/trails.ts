import { RendererCpu } from '../support/browser.ts';
import { onStage, type Stage } from '../support/pages.ts';
import type { Row, Table } from '../support/table.ts';
import { DRAWN, usualRound } from './frame.ts';

const UNITS = 10_000;
/** What the product shows, and a longer trail: the usual way pays for every point that is there, ours for the new one. */
const LENGTHS = [60, 200] as const;
const APPENDED = 60;
/** Frames with and without a point take turns, so that what the machine does besides falls on both. */
const TURNS = 6;

interface Appended {
  /** CPU of an animation frame in which a point was added. */
  readonly withFrame: number;
  /** CPU of an animation frame without. */
  readonly frame: number;
}

function ourTrails(stage: Stage, points: number): Promise<Appended> {
  return stage.page('ours', `units=${UNITS}&limit=${DRAWN}&points=${points}`, async (page) => {
    await page.waitForFunction(() => 'ours' in window);
    await page.evaluate((count) => window.ours.trails(count), points + 100);
    const cpu = await RendererCpu.of(page);
    let [added, still] = [0, 0];
    for (let turn = 0; turn < TURNS; turn++) {
      added += (await cpu.measure(() => page.evaluate((count) => window.ours.trails(count), APPENDED))).main;
      still += (await cpu.measure(() => page.evaluate((frames) => window.ours.frames(frames), APPENDED))).main;
    }
    return { withFrame: added / APPENDED / TURNS, frame: still / APPENDED / TURNS };
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
        { measure: `${measure}, beside PathLayer with binary paths`, usual: binary.main - ours.frame, ours: ours.withFrame - ours.frame, unit: 'ms', ...(points === 200 ? { bar: { ratio: 50 } } : {}), note: 'deck.gl\'s trips layer is a path layer with times; both without a frame of motion, which is a row of its own' },
        { measure: `${measure}, the frame included`, usual: binary.main, ours: ours.withFrame, unit: 'ms' },
      );
    }
    const accessors = await usualRound(stage, 'paths', UNITS, 5);
    const product = rows[1]?.ours ?? Number.NaN;
    rows.push({ measure: 'the same with 60 points, beside PathLayer with accessors, the frame included', usual: accessors.main, ours: product, unit: 'ms' });
    return [{ title: `Trails, main-thread CPU (software GL: at most ${DRAWN} segments drawn by ours, none by the others)`, rows }];
  });
}
