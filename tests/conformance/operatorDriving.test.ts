import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDutyWatch } from '../../server/pipeline/index.ts';
import { MINUTE, toIso } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { newCondition, type RuleCondition } from '../../src/domain/rule/index.ts';
import { LATER } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { test } = opened;
const OTHER = 41;
const KEY = 'ANNA';

let watch: ReturnType<typeof openDutyWatch>;
const open = () =>
  openDutyWatch({
    database: opened.test.database,
    directory: opened.world.directory,
    detection: { tripOf: (unitId) => opened.world.detection.tripOf(unitId) },
    time: { now: () => opened.world.now },
    logger: {
      warn(details: object, message: string) {
        throw new Error(`${message} ${JSON.stringify(details)}`);
      },
    },
  });

/** A ride at 54 km/h from a minute to another one, then standing for a while; by the driver. */
const ride = (from: number, to: number, standing = 10): DetectionPoint[] =>
  Array.from({ length: to - from + standing + 1 }, (_, step) => ({
    ...createPoint(),
    time: START + (from + step) * MINUTE,
    hasPosition: true,
    valid: true,
    latitude: 52 + ((Math.min(step, to - from) + from) * 0.9) / 111.195,
    longitude: 13,
    speed: from + step < to ? 54 : 0,
    satellites: 9,
    // Signed out at the end.
    driverKey: from + step < to + standing ? KEY : '',
  }));
const live = async (unitId: number, points: readonly DetectionPoint[]): Promise<void> => {
  for (const point of points) {
    opened.world.now = point.time;
    await opened.world.send(unitId, [point]);
    await opened.world.detection.run();
    await watch.run();
  }
};

const addRule = (id: number, condition: Partial<RuleCondition>, account = 4) =>
  test.database.query(
    `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
     values ($1::int8, $2, 'Rule ' || $1::text, 'active', 'all', $3, 0, true, true, $4, $4)`,
    [id, account, JSON.stringify([{ ...newCondition('fact'), fact: 'operatorDriving', ...condition }]), toIso(START)],
  );
/** The rule, the unit and the minute. */
const fired = async () =>
  (
    await test.database.query<{ rule_id: number; unit_id: number; at: Date }>(
      'select rule_id, unit_id, at from rule_occurrence order by rule_id, at',
    )
  ).map(({ rule_id, unit_id, at }) => [rule_id, unit_id, Math.round((at.getTime() - START) / MINUTE)]);
const recorded = async () => (await opened.world.facts(OTHER)).filter((kind) => kind.startsWith('ruleFired'));

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule', 'operator']) await test.database.query(`delete from ${table}`);
  await test.database.query(
    "insert into operator (id, account_id, name, code, created_at) values (1, 4, 'Anna', $1, now())",
    [KEY],
  );
  await test.database.query('insert into operator_key (operator_id, account_id, key) values (1, 4, $1)', [KEY]);
  await addRule(1, { driving_minutes: 60, rest_minutes: 45 });
  await addRule(2, { driving_minutes: 120, rest_minutes: 45 });
  await addRule(3, { driving_minutes: 60, rest_minutes: 45 }, 7);
  watch = open();
});
afterEach(() => watch.close());

describe('driving of an operator at several units', () => {
  it('fires where the limit is reached at the second unit, once, while it is driven', async () => {
    await live(UNIT, ride(0, 40));
    expect(await fired()).toEqual([]);
    await live(OTHER, ride(55, 90, 0));
    const [[rule, unit, minute], ...more] = await fired();
    expect([rule, unit, more]).toEqual([1, OTHER, []]);
    // Forty minutes at the one, and twenty at the other.
    expect(minute).toBe(75);
    expect(await recorded()).toEqual(['ruleFired']);
  });

  it('finds the same across restarts, and after a rest begins from nothing', async () => {
    await live(UNIT, ride(0, 40));
    watch.close();
    await opened.world.restart();
    watch = open();
    for (const point of ride(55, 90)) {
      await live(OTHER, [point]);
      watch.close();
      watch = open();
    }
    await live(UNIT, ride(160, 200));
    expect((await fired()).map(([rule, unit]) => [rule, unit])).toEqual([[1, OTHER]]);
    expect(await recorded()).toEqual(['ruleFired']);
  });

  it('is put right by late reports, and gone where these show a rest', async () => {
    const first = ride(0, 40);
    await live(OTHER, ride(55, 90));
    expect(await fired()).toEqual([]);
    opened.world.now += 20 * MINUTE;
    await opened.world.send(UNIT, first, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    await watch.run();
    expect((await fired()).map(([rule, unit]) => [rule, unit])).toEqual([[1, OTHER]]);
    expect(await recorded()).toEqual(['ruleFired late']);
    // Somebody else drove the first one: the assignment is ended by hand, as the account's people may.
    await test.database.query('delete from trip where unit_id = $1', [UNIT]);
    watch.close();
    watch = open();
    await watch.run();
    expect(await fired()).toEqual([]);
  });
});
