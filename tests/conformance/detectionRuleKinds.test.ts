import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, toIso } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import { newCondition, type RuleCondition } from '../../src/domain/rule/index.ts';
import type { AttributeValue } from '../../src/domain/telemetry/index.ts';
import { LATER } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;

type Said = Partial<DetectionPoint> & { readonly attributes?: Readonly<Record<string, AttributeValue>> };

/** Reports a minute apart, on a road to the north. */
const reports = (said: readonly Said[]): DetectionPoint[] =>
  said.map((more, minute) => ({
    ...createPoint(),
    time: START + minute * MINUTE,
    hasPosition: true,
    valid: true,
    latitude: 52 + minute / 200,
    longitude: 13,
    speed: 30,
    satellites: 9,
    ...more,
  }));

const addRule = (id: number, condition: Partial<RuleCondition> & Pick<RuleCondition, 'kind'>) =>
  test.database.transaction(async (transaction) => {
    await transaction.query(
      `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
       values ($1::int8, 1, 'Rule ' || $1::text, 'active', 'all', $2, 0, true, true, $3, $3)`,
      [id, JSON.stringify([{ ...newCondition(condition.kind), ...condition }]), toIso(START)],
    );
    await transaction.appendEvent(
      testEvent('ruleUpdated', {}, { account_id: 1, subject_id: id, time: toIso(opened.world.now) }),
    );
  });

/** Minutes at which each rule fired and ended, and its figure. */
const fired = async () =>
  (
    await test.database.query<{ rule_id: number; at: Date; end_at: Date | null; value: number | null }>(
      'select rule_id, at, end_at, value from rule_occurrence order by rule_id, at',
    )
  ).map(({ rule_id, at, end_at, value }) => [
    rule_id,
    (at.getTime() - START) / MINUTE,
    end_at && Math.round((end_at.getTime() - START) / MINUTE),
    value,
  ]);
const recorded = async () => (await opened.world.facts(UNIT)).filter((kind) => /Fired|occurrence/.test(kind));

/** What kinds find of it, by minute. */
const TRIP = reports([
  { odometer: 98_000, attributes: { digital_inputs: 0, speed_limit: 50 } },
  { odometer: 99_000, attributes: { digital_inputs: 2, speed_limit: 50 }, speed: 75 },
  { odometer: 100_500, attributes: { digital_inputs: 2, speed_limit: 100 }, speed: 75 },
  { odometer: 101_000, attributes: { digital_inputs: 0, harsh_event: 'braking' } },
  { odometer: 200_500 },
  { odometer: 150_000 },
  { odometer: 151_000, attributes: { speed_limit: 0 }, speed: 180 },
  { odometer: 152_000 },
]);
const FOUND = [
  [1, 1, 2, 75],
  [2, 3, 3, null],
  [3, 1, 1, null],
  [3, 3, 3, null],
  [4, 2, 2, 100.5],
  [4, 4, 4, 200.5],
  [5, 5, 5, 50.5],
  [6, 5, 0, 6],
];

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule']) await test.database.query(`delete from ${table}`);
  await addRule(1, { kind: 'roadLimit', margin: 0 });
  await addRule(2, { kind: 'harsh' });
  await addRule(3, { kind: 'input', input: 2, input_state: 'changed' });
  await addRule(4, { kind: 'counter', counter_at: 100 });
  await addRule(5, { kind: 'rollback' });
  await addRule(6, { kind: 'messages', messages: 5, period: 10 });
});

/** The clock has passed all that time alone ends. */
const settle = async () => {
  opened.world.now = START + 30 * MINUTE;
  await opened.world.detection.run();
};
// Periods of ten minutes follow one another from the hour on.
const found = FOUND.map(([rule, at, end, value]) => (rule === 6 ? [rule, at, 10, value] : [rule, at, end, value]));

describe('kinds that read several figures of reports, or count them', () => {
  it('fire as reports come, each time once, and end', async () => {
    await live(TRIP);
    await settle();
    expect(await fired()).toEqual(found);
    expect((await recorded()).filter((kind) => kind === 'ruleFired')).toHaveLength(FOUND.length);
    const rows = await test.database.query<{ rule_id: number; sensor_type: string }>(
      'select distinct rule_id, sensor_type from rule_occurrence order by rule_id',
    );
    expect(rows.map(({ sensor_type: type }) => type)).toEqual([
      'speed',
      'custom',
      'custom',
      'mileage',
      'mileage',
      'custom',
    ]);
  });

  it('find the same in one go, and across restarts between any two reports', async () => {
    await opened.world.send(UNIT, TRIP, TRIP[0].time);
    await opened.world.detection.run();
    await settle();
    const whole = await fired();
    expect(whole).toEqual(found);
    await test.database.query('delete from rule_occurrence');
    for (const table of ['journal', 'track_block', 'last_position', 'detection_state', 'detection_anchor'])
      await test.database.query(`delete from ${table}`);
    await opened.world.restart();
    for (const point of TRIP) {
      await live([point]);
      await opened.world.restart();
    }
    await opened.world.detection.sweep();
    await settle();
    expect(await fired()).toEqual(whole);
  });

  it('find the same once late reports are there, and wake nobody twice', async () => {
    const late = TRIP.slice(2, 5);
    await live(TRIP.filter((point) => !late.includes(point)));
    const before = (await recorded()).filter((kind) => kind === 'ruleFired').length;
    opened.world.now += 20 * MINUTE;
    await opened.world.send(UNIT, late, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await fired()).toEqual(found);
    expect((await recorded()).filter((kind) => kind === 'ruleFired')).toHaveLength(before);
  });
});
