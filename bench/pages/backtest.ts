/** The product's back-test with its workers, on blocks that are there already; frames are counted meanwhile. */
import type { BacktestSetup } from '../../src/domain/backtest/index.ts';
import { success, type Interval } from '../../src/domain/base/index.ts';
import { DEFAULT_FILTERS, DEFAULT_TRIP_DETECTOR } from '../../src/domain/detection/index.ts';
import type { LonLat } from '../../src/domain/geometry/index.ts';
import { newCondition, NO_LIMITS } from '../../src/domain/rule/index.ts';
import { NO_TABLE } from '../../src/domain/sensor/index.ts';
import { createBacktest } from '../../src/streams/index.ts';

/** The rule: over the limit (km/h) outside the ring for so many seconds. */
export interface BacktestWorld extends Interval {
  readonly ring: readonly LonLat[];
  readonly limit: number;
  readonly hold: number;
}

interface BacktestRun {
  readonly milliseconds: number;
  readonly fired: number;
  /** A second, and the longest in ms. */
  readonly frames: number;
  readonly longest: number;
}

interface BacktestBench {
  /** Keeps a unit's blocks, in base64. */
  add(unitId: number, blocks: string): void;
  run(world: BacktestWorld): Promise<BacktestRun>;
}

declare global {
  interface Window {
    backtest: BacktestBench;
  }
}

const SETUP: BacktestSetup = {
  filters: DEFAULT_FILTERS,
  trips: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 },
  devices: [
    [
      {
        type: 'ignition',
        name: 'Ignition',
        parameter: 'ignition',
        data_type: 'boolean',
        multiplier: 1,
        minimum: null,
        maximum: null,
        table: NO_TABLE,
      },
    ],
  ],
};

/** Without the mark of their end, of which an answer has one. */
const END = 4;
const blocks = new Map<number, Uint8Array>();
const backtest = createBacktest({
  async fetchBlocks(unitIds) {
    const own = unitIds.map((unitId) => blocks.get(unitId) ?? new Uint8Array());
    const answer = new Uint8Array(own.reduce((sum, { length }) => sum + length - END, END));
    let at = 0;
    for (const each of own) {
      answer.set(each.subarray(0, -END), at);
      at += each.length - END;
    }
    answer.set(own[0].subarray(-END), at);
    return success(answer);
  },
  fetchRecords: async () => success(new Map()),
});

window.backtest = {
  add: (unitId, text) =>
    void blocks.set(
      unitId,
      Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
    ),
  async run({ from, to, ring, limit, hold }) {
    const conditions = [
      { ...newCondition('speed'), limit, margin: 0 },
      { ...newCondition('place'), zone_ids: [1], negated: true },
    ];
    const frames = countFrames();
    const start = performance.now();
    const answer = await backtest.run(
      {
        units: [...blocks.keys()].map((unitId) => ({ unitId, setup: SETUP, timeZone: 'UTC' })),
        others: [],
        rules: [{ test: { match: 'all', hold, conditions }, limits: NO_LIMITS }],
        places: {
          zones: [
            { id: 1, speed_limit: null, shape: { type: 'polygon', coordinates: [ring.map((place) => [...place])] } },
          ],
          groups: [],
        },
        interval: { from, to },
      },
      () => undefined,
      new AbortController().signal,
    );
    const milliseconds = performance.now() - start;
    if (!answer.ok) throw new Error(answer.error.message);
    const fired = answer.value.reduce((sum, { found }) => sum + found[0].count, 0);
    return { milliseconds, fired, ...frames.stop() };
  },
};

/** Animation frames from now on. */
function countFrames(): { stop(): Pick<BacktestRun, 'frames' | 'longest'> } {
  const start = performance.now();
  let [last, count, longest, isStopped] = [start, 0, 0, false];
  const note = (): void => {
    if (isStopped) return;
    const now = performance.now();
    longest = Math.max(longest, now - last);
    [last, count] = [now, count + 1];
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  return {
    stop() {
      isStopped = true;
      return { frames: (count / (last - start)) * 1_000, longest };
    },
  };
}
