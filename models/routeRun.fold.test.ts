import { strict as assert } from 'node:assert';
import { afterAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../src/domain/base/index.ts';
import { RunFold, type ByHand, type RunResult } from '../src/domain/detection/index.ts';
import type { RunPlan } from '../src/domain/route/index.ts';
import { createCoverage } from './coverage.ts';
import { MODELS } from './models.ts';
import { modelGraph, type PathDriver } from './testModel.ts';

// A run has no workflow in the client: it is a fold of what its unit reports. So the model's paths are walked on the
// fold itself.

const START = Date.UTC(2026, 4, 4, 8);
/** 0.01° of latitude are 1,112 m. */
const at = (metres: number): number => 35 + metres / 111_195;
const checkpoint = (key: number, metres: number, minutes: number) => ({
  key,
  name: `C${key}`,
  shape: { type: 'circle', center: [51, at(metres)], radius: 100 } as const,
  center: [51, at(metres)] as const,
  due: START + minutes * MINUTE,
  tolerance: 5 * MINUTE,
});
const END = 20_000;
const PLAN: RunPlan = {
  order: 'skips',
  checkpoints: [checkpoint(1, 0, 0), checkpoint(2, 10_000, 12), checkpoint(3, END, 24)],
  corridor: {
    type: 'corridor',
    coordinates: [
      [51, at(0)],
      [51, at(END)],
    ],
    width: 200,
  },
  start: START,
  from: START - 30 * MINUTE,
  until: START + 3 * HOUR,
};

/** Metres driven between two reports, half a minute apart. */
const STEP = 500;
/** East of the line, far beyond the corridor. */
const ASIDE = 2_000;

/** A unit whose reports are folded as they come, and all of them once more at each look: both must find the same. */
class DrivenRun {
  #fixes: { time: number; latitude: number; longitude: number }[] = [];
  #byHand: ByHand = { startedAt: null, abortedAt: null };
  #fold = new RunFold(PLAN);
  now = START - 10 * MINUTE;
  metres = 0;
  aside = 0;

  constructor() {
    this.report();
  }

  report(): void {
    const longitude = 51 + this.aside / (111_195 * Math.cos((35 * Math.PI) / 180));
    const fix = { time: this.now, latitude: at(this.metres), longitude };
    this.#fixes.push(fix);
    this.#fold.accept(fix);
    // Results in between leave no trace.
    this.#fold.result(this.now);
  }

  driveTo(metres: number): void {
    while (this.metres !== metres) {
      const step = Math.min(STEP, Math.abs(metres - this.metres)) * Math.sign(metres - this.metres);
      this.metres += step;
      this.now += MINUTE / 2;
      this.report();
    }
  }

  byHand(change: Partial<ByHand>): void {
    this.#byHand = { ...this.#byHand, ...change };
    this.#fold = this.#again();
  }

  result(): RunResult {
    const whole = this.#again().result(this.now);
    assert.deepEqual(this.#fold.result(this.now), whole);
    return whole;
  }

  #again(): RunFold {
    const fold = new RunFold(PLAN, this.#byHand);
    for (const fix of this.#fixes) fold.accept(fix);
    return fold;
  }
}

/** Until the next checkpoint is overdue, without a report. */
function sleep(run: DrivenRun): void {
  const { checkpoints, next } = run.result();
  const waiting = checkpoints.findIndex(({ status }, place) => status === 'pending' && (place > 0 || next !== null));
  const { due, tolerance } = PLAN.checkpoints[waiting];
  run.now = Math.max(run.now, (due ?? 0) + tolerance + 1);
}

function driverOf(run: DrivenRun): PathDriver {
  const turn = async (aside: number): Promise<void> => {
    run.aside = aside;
    run.driveTo(run.metres + 2 * STEP);
  };
  const looks = (expected: Partial<RunResult>, isLate: boolean, wasOff?: boolean) => () => {
    const result = run.result();
    expect(result).toMatchObject(expected);
    expect(result.checkpoints.some(({ status }) => status === 'late')).toBe(isLate);
    if (wasOff !== undefined) expect(result.offSpans.length > 0).toBe(wasOff);
    if (result.endedAt !== null) expect(result.offSpans.every(({ to }) => to !== null)).toBe(true);
  };
  const over = (state: 'finished' | 'aborted', reason: RunResult['reason'] = '') => ({
    state,
    reason,
    next: null,
    eta: null,
    due: null,
    isOff: false,
  });
  const started = { state: 'started', reason: '' } as const;
  return {
    acts: {
      async leave() {
        run.now = Math.max(run.now, START);
        run.report();
        run.driveTo(2 * STEP);
      },
      comeBack: async () => run.driveTo(0),
      async startByHand() {
        run.byHand({ startedAt: run.now });
        run.now += MINUTE / 2;
        run.report();
      },
      sleep: async () => sleep(run),
      goOff: () => turn(ASIDE),
      goBack: () => turn(0),
      async finish() {
        run.aside = 0;
        run.driveTo(END);
      },
      abort: async () => run.byHand({ abortedAt: run.now }),
      async end() {
        run.now = PLAN.until;
      },
    },
    looks: {
      planned: looks({ state: 'planned', startedAt: null, isOff: false }, false, false),
      overdue: looks({ state: 'planned', startedAt: null }, true),
      started: looks({ ...started, next: 1, isOff: false }, false, false),
      startedByHand: looks(started, false),
      drivenByHand: looks(started, false, false),
      lateByHand: looks(started, true),
      late: looks({ ...started, isOff: false }, true),
      offRoute: looks({ ...started, isOff: true }, false, true),
      backOnRoute: looks({ ...started, isOff: false }, false, true),
      lateOffRoute: looks({ ...started, isOff: true }, true, true),
      finished: looks(over('finished'), false, false),
      finishedOffRoute: looks(over('finished'), false, true),
      finishedLate: looks(over('finished'), true),
      abortedByHand() {
        expect(run.result()).toMatchObject(over('aborted', 'byHand'));
      },
      neverStarted: looks({ ...over('aborted', 'neverStarted'), startedAt: null }, false, false),
      unfinished() {
        expect(run.result()).toMatchObject(over('aborted', 'unfinished'));
      },
    },
  };
}

const { title, machine } = MODELS.routeRun;
const { paths, transitions } = modelGraph(machine);
const coverage = createCoverage(`${title} on the fold`, transitions);
afterAll(() => console.log(`\n${coverage.table()}\n`));

describe('every transition of the model of a run, walked on the fold', () => {
  it.each(paths.map((path) => [path.title, path] as const))('%s', async (_, path) =>
    path.walk(driverOf(new DrivenRun()), coverage.record),
  );

  it('leaves none out', () => {
    expect(coverage.missing()).toEqual([]);
    expect(coverage.total).toBe(transitions.length);
  });
});
