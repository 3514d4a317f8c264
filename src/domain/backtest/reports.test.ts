import { describe, expect, it } from 'vitest';
import { COORDINATE_SCALE, DAY, destination, HOUR, SECOND, SPEED_SCALE } from '../base/index.ts';
import { chance } from '../base/testing/index.ts';
import { DEFAULT_FILTERS, DEFAULT_TRIP_DETECTOR } from '../detection/index.ts';
import { completeParts, newGroup, NO_LIMITS, type RuleLimits, type RulePart, type RuleTest } from '../rule/index.ts';
import { NO_TABLE } from '../sensor/index.ts';
import { ATTRIBUTES, NO_SPEED, TRACK_FLAG, TrackBuilder, type TrackColumns } from '../telemetry/index.ts';
import {
  NO_RECORDS,
  backtestUnit,
  prepareRules,
  prepareSetup,
  readReports,
  type BacktestSetup,
  type TriedRule,
} from './index.ts';

const START = Date.UTC(2026, 2, 1);
const [MIDDLE, RADIUS] = [50.02, 900];
const SENSOR = { data_type: 'number', multiplier: 1, minimum: null, maximum: null, table: NO_TABLE } as const;
const setupOf = (filters: Partial<BacktestSetup['filters']>): BacktestSetup => ({
  filters: { ...DEFAULT_FILTERS, ...filters },
  trips: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 },
  devices: [[{ ...SENSOR, type: 'custom', name: 'Volts', parameter: 'external_voltage' }]],
});
const PLACES = {
  zones: [{ id: 5, speed_limit: 40, shape: { type: 'circle', center: [10, MIDDLE], radius: RADIUS } as const }],
  groups: [],
};

/** Days of a unit that goes to and fro over the edges of a zone, waits, is silent, and reports what it should not. */
function traceOf(seed: number, isExact: boolean): TrackColumns {
  const random = chance(seed);
  const builder = new TrackBuilder();
  builder.reset(7);
  let [time, metres, speed, left, course] = [START, 0, 0, 0, 1];
  while (time < START + 2 * DAY) {
    if (left-- <= 0) {
      left = Math.floor(random() * 120);
      speed = random() < 0.4 ? 0 : 20 + random() * 70;
      if (random() < 0.1) time += Math.floor(random() * 5_000) * SECOND;
    }
    time += (5 + Math.floor(random() * 30)) * SECOND;
    speed = speed === 0 ? 0 : Math.max(1, speed + (random() - 0.5) * 12);
    metres += course * speed * 3;
    if (Math.abs(metres) > 4_000) course = -Math.sign(metres);
    const [latitude, longitude] = destination(MIDDLE, 10, 0, metres + (random() - 0.5) * 40);
    const flags = (random() < 0.97 ? TRACK_FLAG.valid : 0) | (random() < 0.97 ? TRACK_FLAG.hasPosition : 0);
    builder.add(
      time,
      Math.round(longitude * COORDINATE_SCALE),
      Math.round(latitude * COORDINATE_SCALE),
      random() < 0.05 ? NO_SPEED : Math.round(speed * SPEED_SCALE),
      0,
      0,
      random() < 0.05 ? 3 : 9,
      flags,
      1,
      random() < 0.02 ? -900 : 1,
    );
    if (random() < 0.5)
      builder.addWhole(ATTRIBUTES.external_voltage.id, 'external_voltage', 10, 115 + Math.floor(random() * 30));
    if (random() < 0.01) builder.addText(ATTRIBUTES.alarm.id, 'alarm', 'sos');
    if (!isExact && random() < 0.2) builder.addWhole(ATTRIBUTES.accuracy.id, 'accuracy', 1, Math.floor(random() * 400));
  }
  return builder.finish();
}

const parts = (...conditions: readonly object[]): RulePart[] =>
  completeParts(conditions.map((each) => ({ kind: 'speed' as const, margin: 5, ...each })));
const test = (hold: number, match: RuleTest['match'], ...conditions: readonly object[]): RuleTest => ({
  match,
  hold,
  conditions: parts(...conditions),
});
const group = (match: RuleTest['match'], negated: boolean, ...conditions: readonly object[]) => ({
  ...newGroup(parts(...conditions), match),
  negated,
});
const PLACE = { kind: 'place', zone_ids: [5] };
const VOLTS = { kind: 'sensor', sensor: 'volts', minimum: 12, maximum: null };
const TESTS: readonly RuleTest[] = [
  test(0, 'all', { limit: 60 }),
  test(30, 'all', { limit: 20, comparison: 'under', negated: true }),
  test(10, 'all', { limit: 50 }, { ...PLACE, negated: true }),
  test(0, 'all', PLACE),
  test(0, 'all', { kind: 'roadLimit', limit_source: 'zone', zone_ids: [5], excess: 5 }),
  test(300, 'all', { ...PLACE, negated: true }),
  test(60, 'all', { limit: 40, margin: 20 }, VOLTS),
  test(0, 'any', { limit: 70 }, { ...VOLTS, condition: 'inside' }),
  test(0, 'all', { ...VOLTS, figure_margin: 1 }),
  test(20, 'all', { ...VOLTS, condition: 'inside', maximum: 13, figure_margin: 0.5, negated: true }),
  test(120, 'all', group('any', true, { limit: 30 }, PLACE), VOLTS),
  test(0, 'any', { kind: 'alarm', alarm: '' }, group('all', false, PLACE, { limit: 45, comparison: 'under' })),
];
const LIMITS: readonly Partial<RuleLimits>[] = [
  {},
  { repeat_after: 30 },
  { most_a_day: 3, during: 'inside', hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', until: '17:30' }] },
];
const RULES = TESTS.flatMap((each) =>
  LIMITS.map((limits): TriedRule => ({ test: each, limits: { ...NO_LIMITS, ...limits } })),
);
/** It is about time, so that every report is heard. */
const HEARS_ALL: TriedRule = { test: test(0, 'all', { kind: 'silence' }), limits: NO_LIMITS };

function firingsOf(track: TrackColumns, given: BacktestSetup, rules: readonly TriedRule[]) {
  const setup = prepareSetup(
    given,
    rules.map((rule) => rule.test),
  );
  const interval = { from: START + 3 * HOUR, to: START + 3 * DAY, listensFrom: START + HOUR };
  const unit = { reports: readReports(track, setup), records: NO_RECORDS, setup, timeZone: 'UTC' };
  return backtestUnit(unit, prepareRules(rules, PLACES), interval, new Map());
}

describe('reports that change nothing', () => {
  it.each([
    { seed: 1, isExact: true, filters: {} },
    { seed: 2, isExact: false, filters: {} },
    { seed: 3, isExact: false, filters: { max_speed: 150, static_drift: { enable: true, distance: 30, speed: 3 } } },
  ])('need not be heard to find the same ($seed)', ({ seed, isExact, filters }) => {
    const track = traceOf(seed, isExact);
    const setup = setupOf(filters);
    const whole = firingsOf(track, setup, [...RULES, HEARS_ALL]);
    const found = RULES.map((rule, place) => {
      const alone = firingsOf(track, setup, [rule]);
      expect(alone.found[0]).toEqual(whole.found[place]);
      expect(alone.reports).toBe(whole.reports);
      return alone.found[0].count;
    });
    expect(Math.min(...found)).toBeGreaterThan(0);
    // Two at once, as before and after an edit.
    const both = firingsOf(track, setup, [RULES[0], RULES[15]]);
    expect(both.found).toEqual([whole.found[0], whole.found[15]]);
  });
});
