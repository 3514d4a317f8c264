import { describe, expect, it } from 'vitest';
import { UnitDetector } from '../../server/pipeline/unitDetector.ts';
import type { BacktestPlaces, BacktestSetup, PastFiring } from '../../src/domain/backtest/index.ts';
import { prepareRules } from '../../src/domain/backtest/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { DAY, HOUR, type Interval } from '../../src/domain/base/index.ts';
import { DEFAULT_FILTERS, DEFAULT_FUEL, DEFAULT_TRIP_DETECTOR } from '../../src/domain/detection/index.ts';
import { randomTrace, trackOf } from '../../src/domain/detection/testing/index.ts';
import { newCondition, sensorPlaces, type RuleCondition, type RuleTest } from '../../src/domain/rule/index.ts';
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
  trips: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 },
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
  zones: [{ id: 5, shape: { type: 'circle', center: [10, 50.05], radius: 4_000 } }],
  groups: [{ id: 6, zone_ids: [5] }],
};

const rule = (hold: number, match: RuleTest['match'], ...conditions: readonly Partial<RuleCondition>[]): RuleTest => ({
  match,
  hold,
  conditions: conditions.map((each) => ({ ...newCondition(each.kind ?? 'speed'), ...each })),
});
const RULES: readonly RuleTest[] = [
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
];

/** What the server's detection finds of it, its reports cut at random. */
function byServer(track: TrackColumns, { to }: Interval, random: () => number): PastFiring[][] {
  const set = SensorSet.ofDevices(SETUP.devices);
  const watching = prepareRules(RULES, PLACES).flatMap(({ test, places }, ruleId) => {
    const sensors = sensorPlaces(test, (sensor) => set.placeOf(sensor));
    return sensors ? [{ ruleId, from: START, test, sensors, places: places ?? [], sight: null }] : [];
  });
  const setup = { ...SETUP, key: 'one', learnsSatellites: false, fuel: DEFAULT_FUEL, set };
  const detector = new UnitDetector(setup, { watching, isAnyAtWork: true }, { layers: [] }, null);
  for (let from = track.times[0] ?? to; from < to;) {
    const next = from + random() * 5 * HOUR;
    detector.accept(sliceTrack(track, from, Math.min(next, to)));
    from = next;
  }
  detector.noteTime(to);
  return RULES.map((_, ruleId) =>
    detector.rules.found
      .filter((firing) => firing.ruleId === ruleId && firing.at < to)
      .map(({ since, at, end, value, place }) => ({ unitId: UNIT, since, at, end, value, place })),
  );
}

/** What the browser finds of the stored blocks of it, in an interval that begins later. */
function byBrowser(track: TrackColumns, interval: Interval): (readonly PastFiring[])[] {
  const core = new BacktestCore();
  const blocks = [];
  for (let from = START; from < interval.to; from += 3 * HOUR) {
    const part = sliceTrack(track, from, from + 3 * HOUR);
    if (part.count > 0) blocks.push(frameBlock(encodeTrack(part)));
  }
  core.handle({ type: 'keep', blocks: new Uint8Array(Buffer.concat([...blocks, END_OF_BLOCKS])) });
  const units = [{ unitId: UNIT, setup: SETUP }];
  const ask = { type: 'run', units, tests: RULES, places: PLACES, interval } as const;
  const first = core.handle({ ...ask, run: 1 });
  // A second run, on what is decoded already, says the same.
  expect(core.handle({ ...ask, run: 2 })?.pasts).toEqual(first?.pasts);
  return first?.pasts[0].found.map(({ firings }) => firings) ?? [];
}

function expectSame(track: TrackColumns, interval: Interval, random: () => number): number {
  const inside = (firings: readonly PastFiring[]) => firings.filter(({ at }) => at >= interval.from);
  const server = byServer(track, interval, random).map(inside);
  expect(byBrowser(track, interval).map(inside)).toEqual(server);
  return server.reduce((sum, firings) => sum + firings.length, 0);
}

describe('the back-test of a rule', () => {
  it('finds what the server finds, wherever its interval begins', () => {
    let found = 0;
    for (const seed of [1, 2]) {
      const random = chance(seed);
      const track = trackOf(randomTrace(random, 3_500, START), UNIT);
      const end = track.times[track.count - 1];
      for (const from of [START + DAY, START + 1.3 * DAY]) found += expectSame(track, { from, to: end + HOUR }, random);
    }
    expect(found).toBeGreaterThan(100);
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
      found += expectSame(track, { from: track.times[0], to: START + DAY }, random);
    }
    expect(found).toBeGreaterThan(10);
  });
});
