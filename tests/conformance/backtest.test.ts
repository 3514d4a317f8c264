import { describe, expect, it } from 'vitest';
import { UnitDetector } from '../../server/pipeline/unitDetector.ts';
import { spansOf } from '../../server/modules/rules/pastDrivers.ts';
import { recordsOf } from '../../src/app/fleet/backtestRecords.ts';
import {
  NO_RECORDS,
  prepareRules,
  type BacktestPlaces,
  type BacktestSetup,
  type PastFact,
  type PastFiring,
  type TriedRule,
} from '../../src/domain/backtest/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { DAY, HOUR, type Instant, type Interval } from '../../src/domain/base/index.ts';
import {
  DEFAULT_FILTERS,
  DEFAULT_FUEL,
  DEFAULT_TRIP_DETECTOR,
  type DriverLookup,
} from '../../src/domain/detection/index.ts';
import { randomTrace, trackOf } from '../../src/domain/detection/testing/index.ts';
import {
  completeParts,
  leavesOf,
  newGroup,
  NO_LIMITS,
  sensorPlaces,
  type RuleCondition,
  type RuleLimits,
  type RulePart,
  type RuleTest,
} from '../../src/domain/rule/index.ts';
import { NO_TABLE, SensorSet } from '../../src/domain/sensor/index.ts';
import {
  encodeTrack,
  END_OF_BLOCKS,
  frameBlock,
  sliceTrack,
  type TrackColumns,
} from '../../src/domain/telemetry/index.ts';
import { BacktestCore } from '../../src/streams/sources/backtest/backtestCore.ts';
import { austin, hasTraces } from '../support/realTraces.ts';

const START = Date.UTC(2026, 2, 1);
const UNIT = 7;
const SETUP: BacktestSetup = {
  filters: { ...DEFAULT_FILTERS, max_speed: 200, min_satellites: 3 },
  trips: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4, driver_release: 1_800 },
  devices: [
    ['Volts', 'fuel_level', 'Tank', '[Volts] * 2', 'Key', 'ignition'].flatMap((name, place, all) =>
      place % 2 === 1
        ? []
        : [
            {
              type: name === 'Key' ? ('ignition' as const) : ('custom' as const),
              name,
              parameter: all[place + 1],
              data_type: 'number' as const,
              multiplier: 1 as const,
              minimum: null,
              maximum: null,
              table: NO_TABLE,
            },
          ],
    ),
  ],
};
const PLACES: BacktestPlaces = {
  zones: [{ id: 5, speed_limit: 10, shape: { type: 'circle', center: [10, 50.05], radius: 4_000 } }],
  groups: [{ id: 6, zone_ids: [5] }],
};

type Part = Partial<RuleCondition> | RulePart;
const parts = (conditions: readonly Part[]): RulePart[] =>
  completeParts(conditions.map((each) => ({ kind: 'speed' as const, ...each })));
const rule = (hold: number, match: RuleTest['match'], ...conditions: readonly Part[]): RuleTest => ({
  match,
  hold,
  conditions: parts(conditions),
});
const group = (match: RuleTest['match'], ...conditions: readonly Part[]) => newGroup(parts(conditions), match);
const TESTS: readonly RuleTest[] = [
  rule(0, 'all', { limit: 50 }),
  rule(120, 'all', { limit: 20, comparison: 'under', margin: 0 }),
  rule(60, 'any', { kind: 'sensor', sensor: 'tank', maximum: 120 }, { limit: 80 }),
  rule(600, 'all', { kind: 'ignition' }, { limit: 5, negated: true }),
  rule(0, 'all', { kind: 'place', zone_ids: [5] }),
  rule(300, 'all', { kind: 'place', zone_group_ids: [6], negated: true }, { limit: 30 }),
  rule(0, 'all', { kind: 'sensor', sensor: 'Door', maximum: 1 }),
  rule(120, 'all', { kind: 'motion' }, { limit: 40 }),
  rule(0, 'all', { kind: 'motion', negated: true }, { kind: 'ignition' }),
  rule(0, 'all', { kind: 'silence' }),
  rule(60, 'all', { kind: 'fix', negated: true }),
  rule(0, 'any', { kind: 'parameter', parameter: 'fuel_level' }),
  rule(0, 'all', { kind: 'harsh', force: 0.05 }),
  rule(0, 'any', { kind: 'harsh', harsh: 'acceleration', force: 0.1 }, { kind: 'counter', counter_at: 5 }),
  rule(0, 'all', { kind: 'driving', driving_minutes: 20, rest_minutes: 10 }),
  rule(0, 'all', { kind: 'driving', driving: 'rest', rest_minutes: 60 }),
  rule(0, 'all', { kind: 'messages', messages: 20, period: 30 }),
  rule(0, 'any', { kind: 'rollback' }, { kind: 'input', input_state: 'changed' }, { kind: 'roadLimit' }),
  rule(0, 'all', { kind: 'roadLimit', limit_source: 'zone', zone_ids: [5], excess: 0 }),
  rule(
    120,
    'all',
    group('any', { limit: 60 }, { kind: 'sensor', sensor: 'tank', maximum: 120 }),
    { kind: 'place', zone_ids: [5], negated: true },
    { ...group('all', { kind: 'ignition' }, { limit: 20, comparison: 'under' }), negated: true },
  ),
  rule(
    300,
    'any',
    group('all', { kind: 'motion' }, group('any', { kind: 'alarm', alarm: 'hard_braking' }, { limit: 70, margin: 0 })),
    { ...group('any', { kind: 'silence' }, { kind: 'motion', motion: 'trip' }), negated: true },
  ),
];

const limited = (test: RuleTest, limits: Partial<RuleLimits>): TriedRule => ({
  test,
  limits: { ...NO_LIMITS, ...limits },
});
const NIGHTS: Partial<RuleLimits> = {
  during: 'inside',
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', until: '07:30' }],
};
const RULES: readonly TriedRule[] = [
  ...TESTS.map((test) => limited(test, {})),
  limited(TESTS[0], NIGHTS),
  limited(TESTS[0], { ...NIGHTS, during: 'outside', valid_from: '2026-03-02' }),
  limited(TESTS[0], { repeat_after: 20 }),
  limited(TESTS[0], { most_a_day: 3 }),
  limited(TESTS[8], { ...NIGHTS, most_a_day: 2, repeat_after: 45 }),
  limited(rule(0, 'all', { kind: 'driver' }), {}),
  limited(rule(0, 'all', { kind: 'driver', driver: 'nobody' }, { limit: 30 }), {}),
  limited(rule(60, 'any', { kind: 'driver', driver: 'unknownKey' }), { most_a_day: 4 }),
  limited(rule(0, 'all', { kind: 'driver', driver: 'operators', operator_ids: [11, 13] }), {}),
];
/** Kinds whose reports may be passed over; `src/domain/backtest/reports.test.ts` tries more of them. */
const QUIET: ReadonlySet<string> = new Set(['speed', 'sensor', 'place', 'alarm']);
const ZONE = 'Asia/Tehran';

/** Keys of two operators; the third is nobody's. What was decided by hand in between. */
const OWNERS = new Map([
  ['D0', 11],
  ['D1', 12],
]);
const ASSIGNED = [{ operatorId: 13, from: START + 1.4 * DAY, to: START + 1.5 * DAY }];
const RELEASED = [1.2, 1.6, 1.8].map((days) => ({ operatorId: 11, at: START + days * DAY }));

/** As the server's rules know it, who is there by a key or by hand (pipeline/ruleDrivers). */
const LOOKUP: DriverLookup = {
  at(key, since, time) {
    const owner = OWNERS.get(key) ?? null;
    const byHand = ASSIGNED.filter(({ from, to }) => from <= time && time < to).map(({ operatorId }) => operatorId);
    const isReleased = RELEASED.some(({ operatorId, at }) => operatorId === owner && at >= since && at <= time);
    const byKey = owner === null || isReleased ? [] : [owner];
    return { hasKey: key !== '', isKnown: owner !== null, operators: byHand.length > 0 ? byHand : byKey };
  },
};

function serverDetector(): UnitDetector {
  const set = SensorSet.ofDevices(SETUP.devices);
  const watching = prepareRules(RULES, PLACES).flatMap(({ test, places, limitsIn }, ruleId) => {
    const sensors = sensorPlaces(test, (sensor) => set.placeOf(sensor));
    const common = { ruleId, from: START, test, places: places ?? [], sight: null };
    return sensors ? [{ ...common, sensors, limits: limitsIn(ZONE), drivers: LOOKUP }] : [];
  });
  const setup = { ...SETUP, key: 'one', learnsSatellites: false, fuel: DEFAULT_FUEL, set };
  return new UnitDetector(setup, { watching, isAnyAtWork: true }, { layers: [] }, null);
}

/** What the server's detection finds of it, its reports cut at random. */
function byServer(track: TrackColumns, { to }: Interval, random: () => number): UnitDetector {
  const detector = serverDetector();
  for (let from = track.times[0] ?? to; from < to;) {
    const next = from + random() * 5 * HOUR;
    detector.accept(sliceTrack(track, from, Math.min(next, to)));
    from = next;
  }
  detector.noteTime(to);
  return detector;
}

const firingsOf = (detector: UnitDetector, to: Instant): PastFiring[][] =>
  RULES.map((_, ruleId) =>
    detector.rules.found
      .filter((firing) => firing.ruleId === ruleId && firing.at < to)
      .map(({ since, at, end, value, place }) => ({ unitId: UNIT, since, at, end, value, place })),
  );

/** Who was there, as the server stores and answers it. */
function driversOf(detector: UnitDetector, { to }: Interval) {
  const sessions = detector
    .keySessionsAt(to)
    .map((session) => ({
      from: session.from,
      to: session.to ?? Number.POSITIVE_INFINITY,
      operatorId: OWNERS.get(session.key) ?? null,
      endsByRest: session.ended === 'ignitionOff',
    }));
  const stored = { sessions, assigned: ASSIGNED, released: RELEASED };
  const drivers = spansOf(stored, { from: START - DAY, to: to + 1 }, null, new Set([11, 12, 13]));
  return recordsOf({ unit_id: UNIT, facts: [], drivers, roads: [] });
}

/** What the browser finds of the stored blocks of it, in an interval that begins later. */
function byBrowser(
  track: TrackColumns,
  records: ReturnType<typeof driversOf>,
  interval: Interval,
): (readonly PastFiring[])[] {
  const core = new BacktestCore();
  const blocks = [];
  for (let from = START; from < interval.to; from += 3 * HOUR) {
    const part = sliceTrack(track, from, from + 3 * HOUR);
    if (part.count > 0) blocks.push(frameBlock(encodeTrack(part)));
  }
  core.handle({ type: 'keep', blocks: new Uint8Array(Buffer.concat([...blocks, END_OF_BLOCKS])) });
  const units = [{ unitId: UNIT, setup: SETUP, timeZone: ZONE, records }];
  const ask = { type: 'run', units, others: [], rules: RULES, places: PLACES, interval } as const;
  const first = core.handle({ ...ask, run: 1 });
  // A second run, on what is decoded already, says the same.
  expect(core.handle({ ...ask, run: 2 })?.pasts).toEqual(first?.pasts);
  const found = first?.pasts[0].found.map(({ firings }) => firings) ?? [];
  const inside = (firings: readonly PastFiring[] = []) => firings.filter(({ at }) => at >= interval.from);
  // By itself it passes over reports that change nothing of it; together with the others it hears all.
  for (const [place, each] of RULES.entries()) {
    if (!leavesOf(each.test.conditions).every(({ kind }) => QUIET.has(kind))) continue;
    const alone = core.handle({ ...ask, rules: [each], run: 3 })?.pasts[0].found[0].firings;
    expect(inside(alone)).toEqual(inside(found[place]));
  }
  return found;
}

function expectSame(track: TrackColumns, interval: Interval, random: () => number): number[] {
  const inside = (firings: readonly PastFiring[]) => firings.filter(({ at }) => at >= interval.from);
  const detector = byServer(track, interval, random);
  const server = firingsOf(detector, interval.to).map(inside);
  expect(byBrowser(track, driversOf(detector, interval), interval).map(inside)).toEqual(server);
  return server.map((firings) => firings.length);
}

describe('the back-test of a rule', () => {
  it('finds what the server finds, wherever its interval begins', () => {
    const found = RULES.map(() => 0);
    for (const seed of [1, 2]) {
      const random = chance(seed);
      const points = randomTrace(random, 3_500, START);
      const braking = points.map((point) => (random() < 0.01 ? { ...point, alarm: 'hard_braking' } : point));
      const track = trackOf(braking, UNIT);
      const end = track.times[track.count - 1];
      for (const from of [START + DAY, START + 1.3 * DAY])
        for (const [place, count] of expectSame(track, { from, to: end + HOUR }, random).entries())
          found[place] += count;
    }
    // The unit has no door, reports no fuel, inputs, odometer or speed limits, and is where it is after the first day.
    expect(found.flatMap((count, place) => (count === 0 ? place : []))).toEqual([4, 6, 11, 17, 18]);
  });

  it.skipIf(!hasTraces)('finds what the server finds of a real trace', () => {
    const random = chance(9);
    let found = 0;
    for (const points of [...austin('2016-11-24').values()].slice(0, 5)) {
      const shift = Math.floor(points[0].time / DAY) * DAY - START;
      const track = trackOf(
        points.map((point) => ({ ...point, time: point.time - shift, satellites: 9 })),
        UNIT,
      );
      const counts = expectSame(track, { from: track.times[0], to: START + DAY }, random);
      found += counts.reduce((sum, count) => sum + count, 0);
    }
    expect(found).toBeGreaterThan(10);
  });

  it('makes of stored facts what rules on them make of new ones', () => {
    const fact = (hour: number, more: Partial<PastFact> = {}): PastFact => ({
      fact: 'fuelTheft',
      at: START + hour * HOUR,
      place: null,
      value: 30,
      litres: 30,
      kilometres: null,
      minutes: null,
      ...more,
    });
    const facts = [
      fact(1),
      fact(2, { litres: 8 }),
      fact(3),
      fact(3.2),
      fact(4, { fact: 'zonePassed', litres: null, zoneId: 5 }),
      fact(5, { fact: 'zonePassed', litres: null, zoneId: 9 }),
      fact(30),
    ];
    const ask = (limits: Partial<RuleLimits>, ...conditions: Partial<RuleCondition>[]) => {
      const rules = [
        limited(rule(0, 'any', ...conditions.map((each) => ({ kind: 'fact' as const, ...each }))), limits),
      ];
      const units = [{ unitId: UNIT, setup: SETUP, timeZone: ZONE, records: { ...NO_RECORDS, facts } }];
      const interval = { from: START, to: START + DAY };
      const core = new BacktestCore();
      const [past] =
        core.handle({ type: 'run', run: 1, units, others: [], rules, places: PLACES, interval })?.pasts ?? [];
      return past.found[0].firings.map(({ at }) => (at - START) / HOUR);
    };
    expect(ask({}, { litres: 10 })).toEqual([1, 3, 3.2]);
    expect(ask({ repeat_after: 30 }, { litres: 10 })).toEqual([1, 3]);
    expect(ask({ most_a_day: 1 }, {})).toEqual([1]);
    expect(ask({}, { fact: 'zonePassed', zone_group_ids: [6] }, { litres: 31 })).toEqual([4]);
    // 02:00 UTC is 05:30 there.
    expect(ask({ during: 'outside', hours: [{ days: [7], from: '05:00', until: '06:00' }] }, {})).toEqual([1, 3, 3.2]);
  });
});
