import { describe, expect, it } from 'vitest';
import {
  HOUR,
  MINUTE,
  SECOND,
  toIso,
  type AccountId,
  type RouteId,
  type RouteRunId,
  type UnitId,
} from '../base/index.ts';
import { isLate, latenessOf, runAt, runToShow, type RouteRun, type RunCheckpoint } from './index.ts';

const NOW = Date.UTC(2026, 4, 4, 8);
const at = (minutes: number): string => toIso(NOW + minutes * MINUTE);
const checkpoint = (key: number, due: number, more: Partial<RunCheckpoint> = {}): RunCheckpoint => ({
  key,
  name: `C${key}`,
  position: { latitude: 35, longitude: 51 },
  due: at(due),
  tolerance: 300,
  arrived: null,
  departed: null,
  status: 'pending',
  delay: null,
  ...more,
});
const run = (more: Partial<RouteRun> = {}): RouteRun => ({
  run_id: 1 as RouteRunId,
  account_id: 1 as AccountId,
  route_id: 7 as RouteId,
  route_name: 'Round',
  colour: 'blue',
  labels: [],
  unit_id: 1 as UnitId,
  unit_name: 'Van',
  schedule_key: 1,
  schedule_name: 'Weekdays',
  schedule_labels: [],
  order: 'skips',
  state: 'finished',
  reason: '',
  start: at(0),
  end: at(60),
  started_at: at(1),
  ended_at: at(70),
  checkpoints: [
    checkpoint(1, 0, { arrived: at(-20), departed: at(1), status: 'onTime', delay: 60 }),
    checkpoint(2, 20, { status: 'skipped' }),
    checkpoint(3, 40, { arrived: at(50), departed: at(52), status: 'late', delay: 600 }),
    checkpoint(4, 60, { arrived: at(70), status: 'late', delay: 600 }),
  ],
  next: null,
  off_route: false,
  off_spans: [{ from: at(10), to: at(30) }],
  adherence: 80,
  distance: 9_000,
  remaining: null,
  eta: null,
  ...more,
});
const lookedAt = (minutes: number): RouteRun => runAt(run(), NOW + minutes * MINUTE);
const statuses = (minutes: number): string[] => lookedAt(minutes).checkpoints.map(({ status }) => status);

describe('a run at an instant of the past', () => {
  it('was planned, then driven, then over, and nothing that came later is known', () => {
    expect([-30, 0, 1, 69, 70].map((minutes) => lookedAt(minutes).state)).toEqual([
      'planned',
      'planned',
      'started',
      'started',
      'finished',
    ]);
    expect(lookedAt(69)).toMatchObject({ ended_at: null, adherence: null, next: 4 });
    expect(lookedAt(-30)).toMatchObject({ started_at: null, next: null, off_spans: [] });
    expect(lookedAt(70)).toEqual(run());
  });

  it('has its checkpoints as they were: pending, late by the clock, skipped once a later one was reached', () => {
    expect(statuses(-30)).toEqual(['pending', 'pending', 'pending', 'pending']);
    expect(lookedAt(-10).checkpoints[0]).toMatchObject({ arrived: at(-20), departed: null, status: 'pending' });
    expect(statuses(10)).toEqual(['onTime', 'pending', 'pending', 'pending']);
    expect(statuses(26)).toEqual(['onTime', 'late', 'pending', 'pending']);
    expect(lookedAt(26).next).toBe(2);
    expect(statuses(51)).toEqual(['onTime', 'skipped', 'late', 'pending']);
  });

  it('was off the route while it was', () => {
    expect([9, 10, 29, 30].map((minutes) => lookedAt(minutes).off_route)).toEqual([false, true, true, false]);
    expect(lookedAt(20).off_spans).toEqual([{ from: at(10), to: null }]);
  });
});

describe('how late a run is', () => {
  it('is said in whole minutes: of the checkpoint that is overdue, else of the last one that was passed', () => {
    expect(latenessOf(lookedAt(26), NOW + 26.9 * MINUTE)).toBe(6 * MINUTE);
    expect(isLate(lookedAt(26))).toBe(true);
    expect(latenessOf(lookedAt(10), NOW + 10 * MINUTE)).toBe(MINUTE);
    expect(isLate(lookedAt(10))).toBe(false);
    const early = run({ checkpoints: [checkpoint(1, 0, { arrived: at(-7), status: 'early', delay: -439 })] });
    expect(latenessOf(early, NOW)).toBe(-7 * MINUTE);
  });

  it('is nothing once it was aborted, or while nothing says', () => {
    const aborted = { ...lookedAt(26), state: 'aborted' } as const;
    expect([latenessOf(aborted, NOW), isLate(aborted), latenessOf(lookedAt(-30), NOW)]).toEqual([null, false, null]);
  });
});

describe('the run of a unit that matters', () => {
  const planned = (id: number, minutes: number): RouteRun =>
    run({
      run_id: id as RouteRunId,
      state: 'planned',
      start: at(minutes),
      end: at(minutes + 60),
      started_at: null,
      ended_at: null,
      off_spans: [],
      checkpoints: [checkpoint(1, minutes), checkpoint(2, minutes + 60)],
    });
  const shown = (runs: readonly RouteRun[], minutes: number): [number, boolean] | null => {
    const found = runToShow(runs, NOW + minutes * MINUTE, false);
    return found && [found.run.run_id, found.isNear];
  };

  it('is the one that is driven, then the one that should have begun, that comes soon, or just ended', () => {
    const both = [run(), planned(2, 200), planned(3, 400)];
    expect([30, 71, 140, 201, 500].map((minutes) => shown(both, minutes))).toEqual([
      [1, true],
      [1, true],
      [2, true],
      [2, true],
      [2, true],
    ]);
    expect(shown([run()], 129)).toEqual([1, true]);
    expect(shown([run()], 131)).toBe(null);
  });

  it('is the next one where none is near', () => {
    expect(shown([planned(3, 400), planned(2, 200)], 0)).toEqual([2, false]);
    expect(shown([planned(2, 200)], 200 - HOUR / MINUTE)).toEqual([2, true]);
    expect(shown([], 0)).toBe(null);
  });

  it('is as the server says it is while the timeline is live', () => {
    const live = run({ state: 'started', ended_at: null, eta: at(80), next: 4 });
    expect(runToShow([live], NOW + 60 * MINUTE + SECOND, true)?.run).toBe(live);
  });
});
