import { RendererCpu } from '../support/browser.ts';
import { onStage, type Stage } from '../support/pages.ts';
import type { Table } from '../support/table.ts';
import type { ReceiveWay } from '../pages/receive.ts';

const UNITS = 10_000;

interface Received {
  readonly main: number;
  readonly bytes: number;
}

function receive(stage: Stage, way: ReceiveWay, rounds: number): Promise<Received> {
  return stage.page('receive', '', async (page) => {
    await page.waitForFunction(() => 'receive' in window);
    const bytes = await page.evaluate(([kind, units, times]) => window.receive.prepare(kind, units, times), [way, UNITS, rounds] as const);
    const cpu = await RendererCpu.of(page);
    const used = await cpu.measure(() => page.evaluate(() => window.receive.receive()));
    return { main: used.main / rounds, bytes };
  });
}

/** 10,000 positions from their bytes into what the map reads. */
export function clientReceive(): Promise<Table[]> {
  return onStage(async (stage) => {
    const json = await receive(stage, 'json', 10);
    const events = await receive(stage, 'events', 5);
    const frame = await receive(stage, 'frame', 60);
    const worker = await receive(stage, 'worker', 60);
    return [{
      title: 'Receiving 10,000 positions, main-thread CPU',
      rows: [
        { measure: 'decode and fold on the main thread, beside one JSON message', usual: json.main, ours: frame.main, unit: 'ms', bar: { ratio: 10 } },
        { measure: 'folded in a worker, the page\'s part, beside one JSON message', usual: json.main, ours: worker.main, unit: 'ms', bar: { ratio: 60 } },
        { measure: 'folded in a worker, beside a JSON message each', usual: events.main, ours: worker.main, unit: 'ms' },
        { measure: 'bytes a position', usual: json.bytes, ours: frame.bytes, unit: 'B', bar: { atMost: 20 } },
      ],
    }];
  });
}
