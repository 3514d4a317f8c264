import { RendererCpu, type CpuTime } from '../support/browser.ts';
import { onStage, type Stage } from '../support/pages.ts';
import type { Table } from '../support/table.ts';
import { DRAWN, usualRound } from './frame.ts';

/** Rounds that are counted: fewer of large reports, which wait in the page's memory. */
const roundsOf = (reporting: number): number => (reporting > 10_000 ? 20 : 60);
/** Rounds before, so that the compiler has seen the code. */
const WARMING = 3;

function ourReport(stage: Stage, units: number, reporting: number): Promise<CpuTime> {
  return stage.page('ours', `units=${units}&limit=${DRAWN}`, async (page) => {
    await page.waitForFunction(() => 'ours' in window);
    const once = (rounds: number) =>
      page.evaluate(([count, times]) => window.ours.prepare(count, times), [reporting, rounds] as const);
    const rounds = roundsOf(reporting);
    for (let warm = 0; warm < WARMING; warm++) {
      await once(rounds / 2);
      await page.evaluate(() => window.ours.report());
    }
    await once(rounds);
    const cpu = await RendererCpu.of(page);
    const used = await cpu.measure(() => page.evaluate(() => window.ours.report()));
    return { main: used.main / rounds, workers: used.workers / rounds };
  });
}

/** New positions of many units, from the rows to the drawn frame. */
export function clientReport(): Promise<Table[]> {
  return onStage(async (stage) => {
    const ten = await ourReport(stage, 10_000, 10_000);
    const some = await ourReport(stage, 100_000, 1_000);
    const all = await ourReport(stage, 100_000, 100_000);
    const named = await usualRound(stage, 'geojson', 10_000, 3, 'store');
    const tenSet = await usualRound(stage, 'geojson', 10_000, 4);
    const tenDeck = await usualRound(stage, 'deck', 10_000, 5);
    const allSet = await usualRound(stage, 'geojson', 100_000, 2);
    const allDeck = await usualRound(stage, 'deck', 100_000, 5);
    const note =
      "immutable store with immer, filtered list, a feature a unit with its name and toLocaleString with options, setData of a clustered source and of the selected unit's, list and status in React, from parsed messages; ours: applying the rows that the worker folded, the upload and the frame";
    return [
      {
        title: 'Reports, main-thread CPU',
        rows: [
          {
            measure: 'all of 10,000 units, beside a page with store, names, formatted times and clusters',
            usual: named.main,
            ours: ten.main,
            unit: 'ms',
            bar: { ratio: 100 },
            note,
          },
          {
            measure: 'all of 10,000 units, beside a bare setData',
            usual: tenSet.main,
            ours: ten.main,
            unit: 'ms',
            bar: { ratio: 20 },
            note: `its workers need ${tenSet.workers.toFixed(0)} ms besides`,
          },
          { measure: 'all of 10,000 units, beside deck.gl accessors', usual: tenDeck.main, ours: ten.main, unit: 'ms' },
          {
            measure: 'all of 100,000 units, beside a bare setData',
            usual: allSet.main,
            ours: all.main,
            unit: 'ms',
            bar: { ratio: 40 },
          },
          {
            measure: 'all of 100,000 units, beside deck.gl accessors',
            usual: allDeck.main,
            ours: all.main,
            unit: 'ms',
          },
          {
            measure: '1,000 of 100,000 units, beside a bare setData',
            usual: allSet.main,
            ours: some.main,
            unit: 'ms',
            bar: { ratio: 200 },
            note: 'setData takes the whole fleet whatever changed',
          },
        ],
      },
    ];
  });
}
