import { beforeEach, describe, expect, it } from 'vitest';
import { openTraffic } from '../../server/pipeline/index.ts';
import { DAY, HOUR, toIso } from '../../src/domain/base/index.ts';
import { newCondition, type RuleCondition } from '../../src/domain/rule/index.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { test } = opened;
const [OTHER, DELETED] = [41, 9_999];

const addRule = (id: number, condition: Partial<RuleCondition>) =>
  test.database.query(
    `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
     values ($1::int8, 4, 'Rule ' || $1::text, 'active', 'all', $2, 0, true, true, $3, $3)`,
    [id, JSON.stringify([{ ...newCondition('fact'), fact: 'traffic', ...condition }]), toIso(START)],
  );

let counted: Map<number, number>;
const count = {
  take: () => {
    const taken = counted;
    counted = new Map();
    return taken;
  },
  putBack: (taken: ReadonlyMap<number, number>) => (counted = new Map(taken)),
};
/** So many bytes of the unit, and they are stored. */
const pass = async (bytes: number, after: number, unitId = UNIT): Promise<void> => {
  opened.world.now = START + after;
  counted.set(unitId, bytes);
  const { database } = opened.test;
  await openTraffic({
    database,
    directory: opened.world.directory,
    time: { now: () => opened.world.now },
    count,
  }).run();
};
const fired = async () =>
  (
    await test.database.query<{ rule_id: number; unit_id: number; at: Date; value: number }>(
      'select rule_id, unit_id, at, value from rule_occurrence order by rule_id, at, unit_id',
    )
  ).map(({ rule_id, unit_id, at, value }) => [rule_id, unit_id, (at.getTime() - START) / HOUR, value]);

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule', 'unit_traffic']) await test.database.query(`delete from ${table}`);
  counted = new Map();
  await addRule(1, { megabytes: 1, traffic_period: 'day' });
  await addRule(2, { megabytes: 2, traffic_period: 'month' });
});

describe('traffic of units', () => {
  it('fires once a day and a month where it passes the bound', async () => {
    await pass(900_000, HOUR);
    expect(await fired()).toEqual([]);
    await pass(100_001, 2 * HOUR);
    await pass(500_000, 3 * HOUR);
    await pass(400_000, DAY + HOUR);
    await pass(700_000, DAY + 2 * HOUR);
    await pass(900_000, DAY + 3 * HOUR, OTHER);
    expect(await fired()).toEqual([
      [1, UNIT, 2, 1],
      [1, UNIT, 26, 1.1],
      [2, UNIT, 26, 2.6],
    ]);
    expect((await opened.world.facts(UNIT)).filter((kind) => kind === 'ruleFired')).toHaveLength(3);
  });

  it('counts months apart, and nothing of units that are gone', async () => {
    await pass(1_500_000, HOUR);
    await pass(1_500_000, 40 * DAY);
    await pass(5_000_000, 40 * DAY, DELETED);
    expect((await fired()).map(([rule]) => rule)).toEqual([1, 1]);
  });

  it('is counted with what comes where it could not be stored', async () => {
    opened.world.now = START + HOUR;
    counted.set(UNIT, 2_000_000);
    const transaction = () => Promise.reject(new Error('refused'));
    const { directory } = opened.world;
    const traffic = openTraffic({ database: { transaction }, directory, time: { now: () => opened.world.now }, count });
    await expect(traffic.run()).rejects.toThrow('refused');
    expect(counted.get(UNIT)).toBe(2_000_000);
  });
});
