import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../base/index.ts';
import type { RunPlan } from '../../route/index.ts';
import { adherenceOf, eventsOfRun, RunFold, type RunResult } from './index.ts';

const START = Date.UTC(2026, 4, 4, 8);
/** 0.01° of latitude are 1,112 m. */
const at = (metres: number): number => 35 + metres / 111_195;

const circle = (metres: number, radius = 100) => ({ type: 'circle', center: [51, at(metres)], radius }) as const;
const checkpoint = (key: number, metres: number, minutes: number | null) => ({
  key,
  name: `C${key}`,
  shape: circle(metres),
  center: [51, at(metres)] as const,
  due: minutes === null ? null : START + minutes * MINUTE,
  tolerance: 5 * MINUTE,
});
const plan = (more: Partial<RunPlan> = {}): RunPlan => ({
  order: 'skips',
  checkpoints: [checkpoint(1, 0, 0), checkpoint(2, 10_000, 10), checkpoint(3, 20_000, 20)],
  corridor: {
    type: 'corridor',
    coordinates: [
      [51, at(0)],
      [51, at(20_000)],
    ],
    width: 200,
  },
  start: START,
  from: START - 30 * MINUTE,
  until: START + 3 * HOUR,
  ...more,
});

interface Step {
  readonly minutes: number;
  readonly metres: number;
  /** East of the line. */
  readonly off?: number;
}
const fixOf = ({ minutes, metres, off = 0 }: Step) => ({
  time: START + minutes * MINUTE,
  latitude: at(metres),
  longitude: 51 + off / (111_195 * Math.cos((35 * Math.PI) / 180)),
});
/** Drives at 60 km/h from the start, a report every half minute, after standing there. */
const drive = (leaves: number, more: (minutes: number) => Partial<Step> = () => ({})): Step[] => [
  ...[-20, -10].map((minutes) => ({ minutes: leaves + minutes, metres: 0 })),
  ...Array.from({ length: 41 }, (_, half) => ({
    minutes: leaves + half / 2,
    metres: Math.min(20_000, half * 500),
    ...more(leaves + half / 2),
  })),
];
const fold = (steps: readonly Step[], now: number, of: RunPlan = plan()): RunResult => {
  const run = new RunFold(of);
  for (const step of steps) run.accept(fixOf(step));
  return run.result(START + now * MINUTE);
};
const statuses = ({ checkpoints }: RunResult): string[] => checkpoints.map(({ status }) => status);

describe('a run', () => {
  it('is on time where checkpoints are passed within the tolerance, and finished at the last one', () => {
    const result = fold(drive(0), 30);
    expect(result).toMatchObject({ state: 'finished', reason: '', next: null, isOff: false });
    expect(statuses(result)).toEqual(['onTime', 'onTime', 'onTime']);
    expect(adherenceOf(plan(), result)).toBe(100);
    expect(eventsOfRun(plan(), result).map(({ kind }) => kind)).toEqual([
      'checkpointReached',
      'checkpointReached',
      'checkpointReached',
      'runFinished',
    ]);
  });

  it('counts the start by when it is left, the others by when they are reached: early and late beyond the tolerance alone', () => {
    const leaves = (minutes: number): string => fold(drive(minutes), 60).checkpoints[0].status;
    // The edge of the circle is passed 0.1 minutes after the wheels turn.
    expect([4.8, 5, -5, -5.2].map(leaves)).toEqual(['onTime', 'late', 'onTime', 'early']);
    expect(statuses(fold(drive(15), 60))).toEqual(['late', 'late', 'late']);
  });

  it('interpolates when an edge was crossed between two reports', () => {
    const result = fold(drive(0), 30);
    const [first, second] = result.checkpoints;
    expect((first.departed ?? 0) - START).toBeCloseTo(6 * SECOND, -3);
    expect((second.arrived ?? 0) - START).toBeCloseTo((9_900 / 1_000) * MINUTE, -3);
  });

  it('reaches a checkpoint that it went through between two reports', () => {
    const sparse = drive(0).filter(({ minutes }) => minutes <= 0 || minutes % 4 === 2 || minutes > 19);
    expect(statuses(fold(sparse, 30))).toEqual(['onTime', 'onTime', 'onTime']);
  });

  it('is late by the clock alone while its device sleeps, from one moment to the next', () => {
    const standing = [{ minutes: -20, metres: 0 }];
    expect(statuses(fold(standing, 5))).toEqual(['pending', 'pending', 'pending']);
    const sleeping = fold(standing, 5.001);
    expect(statuses(sleeping)).toEqual(['late', 'pending', 'pending']);
    expect(sleeping.due).toBe(START + 15 * MINUTE + 1);
    expect(eventsOfRun(plan(), sleeping)).toMatchObject([{ kind: 'checkpointLate', at: START + 5 * MINUTE }]);
  });

  it('never started where nothing happened, and skips nothing', () => {
    const result = fold([], 180);
    expect(result).toMatchObject({ state: 'aborted', reason: 'neverStarted', due: null });
    expect(eventsOfRun(plan(), result)).toEqual([]);
  });

  it('is unfinished where the last checkpoint was not reached in its time', () => {
    const result = fold(drive(0).slice(0, 30), 180);
    expect(result).toMatchObject({ state: 'aborted', reason: 'unfinished' });
    expect(statuses(result)).toEqual(['onTime', 'onTime', 'skipped']);
  });

  it('begins where the unit stood before its time, though the tracker slept', () => {
    const slept = [{ minutes: -90, metres: 0 }, ...drive(0).filter(({ minutes }) => minutes >= 1)];
    expect(fold(slept, 30)).toMatchObject({
      state: 'finished',
      checkpoints: [{ arrived: START - 30 * MINUTE }, {}, {}],
    });
  });

  it('begins again where the unit comes back to the start before the next checkpoint', () => {
    const refuelling: Step[] = [
      { minutes: -29, metres: 0 },
      { minutes: -25, metres: 900 },
      { minutes: -24, metres: 950 },
      { minutes: -10, metres: 0 },
    ];
    const result = fold([...refuelling, ...drive(0).slice(2)], 30);
    expect(statuses(result)).toEqual(['onTime', 'onTime', 'onTime']);
    expect(result.distance).toBeLessThan(20_100);
  });
});

describe('order', () => {
  const past = drive(0).map((step) => (Math.abs(step.metres - 10_000) < 1_500 ? { ...step, off: 400 } : step));

  it('leaves out what is passed over where checkpoints may be skipped', () => {
    const result = fold(past, 30);
    expect(result.state).toBe('finished');
    expect(statuses(result)).toEqual(['onTime', 'skipped', 'onTime']);
    expect(eventsOfRun(plan(), result).filter(({ kind }) => kind === 'checkpointSkipped')).toMatchObject([
      { checkpoint: 'C2', at: result.checkpoints[2].arrived },
    ]);
  });

  it('waits for the next one where it is strict', () => {
    const result = fold(past, 30, plan({ order: 'strict' }));
    expect(result).toMatchObject({ state: 'started', next: 1 });
    expect(statuses(result)).toEqual(['onTime', 'late', 'late']);
  });

  it('takes them as they come where it is free, and ends with the last that was missing', () => {
    const back = [
      ...Array.from({ length: 41 }, (_, half) => ({ minutes: half / 2, metres: 20_000 - half * 500 })),
      { minutes: 21, metres: -300 },
    ];
    const result = fold(back, 30, plan({ order: 'any' }));
    expect(result.state).toBe('finished');
    expect(result.checkpoints.map(({ arrived }) => Math.round(((arrived ?? 0) - START) / MINUTE))).toEqual([20, 10, 0]);
  });

  it('does not end a round that ends where it begins before another checkpoint was reached', () => {
    const round = plan({
      checkpoints: [checkpoint(1, 0, 0), checkpoint(2, 10_000, 10), checkpoint(3, 0, 20)],
      corridor: null,
    });
    const there = drive(0).filter(({ minutes }) => minutes <= 11);
    expect(fold(there.slice(0, 8), 3, round)).toMatchObject({ state: 'started', next: 1 });
    const home = Array.from({ length: 23 }, (_, half) => ({
      minutes: 11.5 + half / 2,
      metres: Math.max(0, 10_500 - half * 500),
    }));
    expect(fold([...there, ...home], 40, round)).toMatchObject({ state: 'finished' });
  });
});

describe('the corridor', () => {
  const away = (off: number, from: number, to: number) => (minutes: number) =>
    minutes >= from && minutes <= to ? { off } : {};

  it('is left after a minute outside, or immediately further away, and returned to', () => {
    expect(fold(drive(0, away(150, 5, 5.5)), 30).offSpans).toEqual([]);
    const minute = fold(drive(0, away(150, 5, 6.5)), 30);
    expect(minute.offSpans).toHaveLength(1);
    expect(minute.offSpans[0].from).toBeGreaterThan(START + 4.5 * MINUTE);
    expect(minute.offSpans[0].to).toBeLessThan(START + 7 * MINUTE);
    expect(eventsOfRun(plan(), minute).filter(({ kind }) => kind.endsWith('Route'))).toMatchObject([
      { kind: 'offRoute', at: minute.offSpans[0].from },
      { kind: 'backOnRoute', at: minute.offSpans[0].to, place: minute.offSpans[0].back },
    ]);
    expect(fold(drive(0, away(400, 5, 5)), 30).offSpans).toHaveLength(1);
  });

  it('makes adherence the part of the way that lay inside', () => {
    const result = fold(drive(0, away(400, 5, 10)), 30);
    const share = adherenceOf(plan(), result) ?? 0;
    expect(share).toBeGreaterThan(65);
    expect(share).toBeLessThan(80);
  });
});

describe('arrival', () => {
  it('is the way to go at the mean speed of the last quarter of an hour', () => {
    const result = fold(
      drive(0).filter(({ minutes }) => minutes <= 12),
      12,
    );
    expect(result.remaining).toBeCloseTo(8_000, -2);
    expect(((result.eta ?? 0) - START) / MINUTE).toBeCloseTo(20, 0);
  });

  it('is never reckoned with less than the floor', () => {
    const standing = [...drive(0).filter(({ minutes }) => minutes <= 12), { minutes: 40, metres: 12_000 }];
    const { eta } = fold(standing, 40);
    expect(((eta ?? 0) - START) / MINUTE).toBeCloseTo(40 + (8 / 20) * 60, 0);
  });
});

describe('the fold', () => {
  /** A seeded generator: the same worlds every time. */
  const random = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return seed / 4_294_967_296;
  };

  it('gives the same run whenever it was looked at on the way', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const next = random(seed);
      const order = (['strict', 'skips', 'any'] as const)[seed % 3];
      const world = drive(next() * 20 - 5).map((step) => ({
        ...step,
        metres: step.metres + (next() - 0.5) * 60,
        off: next() < 0.15 ? next() * 500 : 0,
      }));
      const steps = world.filter(() => next() > 0.2).toSorted((a, b) => a.minutes - b.minutes);
      const watched = new RunFold(plan({ order }));
      for (const step of steps) {
        watched.accept(fixOf(step));
        if (next() < 0.5) watched.result(START + step.minutes * MINUTE);
      }
      expect(watched.result(START + 3 * HOUR)).toEqual(fold(steps, 180, plan({ order })));
    }
  });

  it('starts and ends by hand', () => {
    const run = new RunFold(plan(), { startedAt: START + MINUTE, abortedAt: START + 8 * MINUTE });
    for (const step of drive(2)) run.accept(fixOf(step));
    const result = run.result(START + HOUR);
    expect(result).toMatchObject({
      state: 'aborted',
      reason: 'byHand',
      startedAt: START + MINUTE,
      endedAt: START + 8 * MINUTE,
    });
    expect(statuses(result)).toEqual(['onTime', 'skipped', 'skipped']);
  });
});
