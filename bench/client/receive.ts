import { RendererCpu } from '../support/browser.ts';
import { onStage, type Stage } from '../support/pages.ts';
import type { Table } from '../support/table.ts';
import { frameBytes, jsonReport } from '../pages/world.ts';
import type { ReceiveMethod } from '../pages/receive.ts';

const UNITS = 10_000;

/** Main-thread CPU of one round. */
function receive(stage: Stage, method: ReceiveMethod, rounds: number): Promise<number> {
  return stage.page('receive', '', async (page) => {
    await page.waitForFunction(() => 'receive' in window);
    const run = (times: number) =>
      page.evaluate(([kind, units, count]) => window.receive.receive(kind, units, count), [
        method,
        UNITS,
        times,
      ] as const);
    await run(3);
    const cpu = await RendererCpu.of(page);
    const used = await cpu.measure(() => run(rounds));
    return used.main / rounds;
  });
}

/** 10,000 positions from their bytes into what the map reads. */
export function clientReceive(): Promise<Table[]> {
  return onStage(async (stage) => {
    const json = await receive(stage, 'json', 10);
    const events = await receive(stage, 'each', 5);
    const frame = await receive(stage, 'frame', 60);
    const worker = await receive(stage, 'worker', 60);
    return [
      {
        title: 'Receiving 10,000 positions from Socket.IO, main-thread CPU',
        rows: [
          {
            measure: 'decode and fold on the main thread, beside one JSON message',
            usual: json,
            ours: frame,
            unit: 'ms',
            bar: { ratio: 10 },
          },
          {
            measure: "folded in a worker, the page's part, beside one JSON message",
            usual: json,
            ours: worker,
            unit: 'ms',
            bar: { ratio: 60 },
          },
          { measure: 'folded in a worker, beside a JSON message each', usual: events, ours: worker, unit: 'ms' },
          {
            measure: 'bytes a position',
            usual: JSON.stringify(jsonReport(1, 1)).length,
            ours: frameBytes(UNITS, 1, 1, 'changes').byteLength / UNITS,
            unit: 'B',
            bar: { atMost: 20 },
          },
        ],
      },
    ];
  });
}
