import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../base/index.ts';
import { planAt, planRuns, routeSchema, type PlannedRoute } from './index.ts';

const checkpoint = (key: number) => ({
  key,
  name: `C${key}`,
  latitude: 35,
  longitude: 51 + key / 100,
  radius: 100,
  geofence_id: null,
});
const schedule = (more: object = {}) => ({
  key: 1,
  unit_ids: [7],
  repeat: 'weekly',
  days: [1, 3],
  start: '08:00',
  tolerance: 5,
  times: [{ checkpoint: 2, minutes: 30 }],
  ...more,
});
const routeOf = (schedules: readonly object[]): PlannedRoute => ({
  ...routeSchema.validateSync({ name: 'Round', checkpoints: [checkpoint(1), checkpoint(2)], schedules }),
  shapes: {},
});
/** A Monday. */
const MONDAY = Date.UTC(2026, 4, 4);
const week = { from: MONDAY, to: MONDAY + 7 * DAY };
const startsOf = (route: PlannedRoute, zone = 'UTC', span = week): string[] =>
  planRuns(route, zone, span).map(({ plan }) => new Date(plan.start).toISOString().slice(0, 16));

describe('planning', () => {
  it('makes a run of each unit on each day, in the zone of the account', () => {
    expect(startsOf(routeOf([schedule()]))).toEqual(['2026-05-04T08:00', '2026-05-06T08:00']);
    expect(startsOf(routeOf([schedule({ unit_ids: [7, 8] })]), 'Asia/Tehran').slice(0, 2)).toEqual([
      '2026-05-04T04:30',
      '2026-05-04T04:30',
    ]);
  });

  it('keeps to the clock where clocks are put forward or back', () => {
    const every = routeOf([schedule({ days: [1, 2, 3, 4, 5, 6, 7] })]);
    const spring = Date.UTC(2026, 2, 28);
    expect(startsOf(every, 'Europe/Berlin', { from: spring, to: spring + 2 * DAY })).toEqual([
      '2026-03-28T07:00',
      '2026-03-29T06:00',
    ]);
  });

  it('keeps to first and last day, to one date, and makes nothing of what is paused', () => {
    expect(startsOf(routeOf([schedule({ from: '2026-05-05', until: '2026-05-06' })]))).toEqual(['2026-05-06T08:00']);
    expect(startsOf(routeOf([schedule({ repeat: 'once', date: '2026-05-08' })]))).toEqual(['2026-05-08T08:00']);
    expect(startsOf(routeOf([schedule({ enabled: false })]))).toEqual([]);
  });

  it('goes on past midnight with times of day', () => {
    const night = routeOf([
      schedule({ start: '23:30', timing: 'absolute', times: [{ checkpoint: 2, clock: '00:15', tolerance: 10 }] }),
    ]);
    const [{ plan }] = planRuns(night, 'UTC', week);
    expect(plan.checkpoints[1]).toMatchObject({ due: plan.start + 45 * MINUTE, tolerance: 10 * MINUTE });
  });

  it('gives no report to two runs of a unit', () => {
    const often = routeOf([
      schedule(),
      schedule({ key: 2, start: '09:00' }),
      schedule({ key: 3, start: '08:10', unit_ids: [9] }),
    ]);
    const own = planRuns(often, 'UTC', week).filter(({ unitId }) => unitId === 7);
    expect(own.slice(1).every(({ plan }, place) => plan.from >= own[place].plan.until)).toBe(true);
    expect(own[1].plan.from).toBe(own[1].plan.start - 30 * MINUTE);
  });

  it('knows no end without times, and waits for a day', () => {
    const plan = planAt(routeOf([]), MONDAY);
    expect(plan).toMatchObject({
      from: MONDAY - 30 * MINUTE,
      until: MONDAY + DAY,
      checkpoints: [{ due: MONDAY }, { due: null }],
    });
  });

  it('waits as long again as a run should take, two hours at least', () => {
    const long = routeOf([schedule({ times: [{ checkpoint: 2, minutes: 300 }] })]);
    const [{ plan }] = planRuns(long, 'UTC', week);
    expect(plan.until - plan.start).toBe(10 * HOUR);
  });
});

describe('a route', () => {
  const faultOf = (value: object): string => {
    try {
      routeSchema.validateSync({ name: 'Round', checkpoints: [checkpoint(1), checkpoint(2)], ...value });
      return '';
    } catch (error) {
      const { path, message } = error as { path?: string; message: string };
      return `${path ?? ''} ${message}`;
    }
  };

  it.each([
    [{ checkpoints: [checkpoint(1)] }, 'checkpoints validation.route.checkpoints'],
    [
      { checkpoints: [checkpoint(1), { ...checkpoint(2), latitude: null }] },
      'checkpoints[1].latitude validation.route.place',
    ],
    [{ checkpoints: [checkpoint(1), checkpoint(1)] }, 'checkpoints validation.invalid'],
    [{ schedules: [schedule({ unit_ids: [] })] }, 'schedules[0].unit_ids validation.route.units'],
    [{ schedules: [schedule({ days: [] })] }, 'schedules[0].days validation.route.days'],
    [{ schedules: [schedule({ start: '24:00' })] }, 'schedules[0].start validation.invalid'],
    [
      { schedules: [schedule({ from: '2026-05-09', until: '2026-05-08' })] },
      'schedules[0].until validation.route.until',
    ],
    [
      {
        checkpoints: [checkpoint(1), checkpoint(2), checkpoint(3)],
        schedules: [
          schedule({
            times: [
              { checkpoint: 2, minutes: 30 },
              { checkpoint: 3, minutes: 20 },
            ],
          }),
        ],
      },
      'schedules[0].times[1].minutes validation.route.timeOrder',
    ],
    [{ corridor: { type: 'circle', center: [51, 35], radius: 100 } }, 'corridor validation.shape.invalid'],
    [
      {
        corridor: {
          type: 'corridor',
          coordinates: [
            [51, 35],
            [51, 36],
          ],
          width: 1,
        },
      },
      'corridor validation.shape.width',
    ],
  ])('refuses %j', (value, fault) => expect(faultOf(value)).toBe(fault));

  it('may be driven in any order at any times', () => {
    const times = [
      { checkpoint: 1, minutes: 40 },
      { checkpoint: 2, minutes: 20 },
    ];
    expect(faultOf({ order_rule: 'any', schedules: [schedule({ times })] })).toBe('');
  });
});
