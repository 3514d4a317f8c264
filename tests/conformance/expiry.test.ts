import { beforeEach, describe, expect, it } from 'vitest';
import { findExpiring } from '../../server/pipeline/index.ts';
import { DAY, HOUR, toIso, type Instant } from '../../src/domain/base/index.ts';
import { newCondition, type ExpiryFact } from '../../src/domain/rule/index.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { test } = opened;

const addRule = (id: number, days: number, from: Instant = START, fact: ExpiryFact = 'simExpires', account = 4) =>
  test.database.query(
    `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
     values ($1::int8, $4, 'Rule ' || $1::text, 'active', 'all', $2, 0, true, true, $3, $3)`,
    [id, JSON.stringify([{ ...newCondition('fact'), fact, expiry_days: days }]), toIso(from), account],
  );
const dayOf = (days: number): string => toIso(START + days * DAY).slice(0, 10);
const addCard = (id: number, number: string, days: number, { account = 4, status = 'active' } = {}) =>
  test.database.query(
    `insert into sim (id, account_id, sim_number, sim_operator, status, expires_on, created_at)
     values ($1, $2, $3, 'Orange', $4, $5, now())`,
    [id, account, number, status, dayOf(days)],
  );
const look = async (after: number): Promise<void> => {
  opened.world.now = START + after;
  const { directory } = opened.world;
  await findExpiring({ database: opened.test.database, directory, time: { now: () => opened.world.now } });
};
/** The rule, the unit, the hour, and the days that were left. */
const fired = async () =>
  (
    await test.database.query<{ rule_id: number; unit_id: number; at: Date; value: number }>(
      'select rule_id, unit_id, at, value from rule_occurrence order by rule_id, at, unit_id',
    )
  ).map(({ rule_id, unit_id, at, value }) => [rule_id, unit_id, (at.getTime() - START) / HOUR, value]);

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule', 'sim']) await test.database.query(`delete from ${table}`);
  await test.database.query("update device set sim_number_1 = '', sim_number_2 = ''");
  await test.database.query("update device set sim_number_2 = '491700001' where id = $1", [UNIT]);
  await addRule(1, 14);
});

describe('SIM cards that expire', () => {
  it('fire once for the days of each rule, and again with another day', async () => {
    await addRule(2, 3);
    await addCard(1, '491700001', 10);
    for (const after of [HOUR, 2 * HOUR, 6 * DAY, 8 * DAY, 8 * DAY + HOUR]) await look(after);
    expect(await fired()).toEqual([
      [1, UNIT, 1, 10],
      [2, UNIT, 8 * 24, 2],
    ]);
    expect((await opened.world.facts(UNIT)).filter((kind) => /^rule|^occ/.test(kind))).toEqual([
      'ruleFired',
      'ruleFired',
    ]);
    await test.database.query('update sim set expires_on = $1', [dayOf(20)]);
    await look(9 * DAY);
    expect((await fired()).filter(([rule]) => rule === 1).map(([, , hour]) => hour)).toEqual([1, 9 * 24]);
  });

  it('fire for a rule that is made later, and not where they expired before', async () => {
    await test.database.query('delete from rule');
    await addCard(1, '491700001', 5);
    await look(DAY);
    await addRule(3, 7, START + 2 * DAY);
    await look(2 * DAY + HOUR);
    expect(await fired()).toEqual([[3, UNIT, 49, 3]]);
    await addRule(4, 30, START + 6 * DAY);
    await look(6 * DAY + HOUR);
    expect((await fired()).map(([rule]) => rule)).toEqual([3]);
  });

  it('are active ones in a device of their account', async () => {
    await addCard(1, '491700001', 5, { account: 7 });
    await addCard(2, '491700001', 5, { status: 'inactive' });
    await addCard(3, '491700002', 5);
    await look(HOUR);
    expect(await fired()).toEqual([]);
  });
});

/** An allocation of the unit, or of the device in it, by hours. */
const allocate = (kind: 'unit' | 'device', id: number, account: number, from: number, to: number | null) =>
  test.database.query(
    `insert into ${kind}_allocation (id, ${kind}_id, account_id, start_at, end_at, user_id, created_at${kind === 'unit' ? ', device_ids' : ''})
     values ($1, $2, $3, $4, $5, 1, $4${kind === 'unit' ? ", '[]'" : ''})`,
    [id, UNIT, account, toIso(START + from * HOUR), to === null ? null : toIso(START + to * HOUR)],
  );

describe('allocations that end', () => {
  beforeEach(async () => {
    await test.database.query('delete from rule');
    await test.database.query('delete from unit_allocation');
    await test.database.query('delete from device_allocation');
    await addRule(1, 3, START, 'allocationEnds');
  });

  it('fire once for the days of each rule, of the unit and of its device', async () => {
    await addRule(2, 0, START, 'allocationEnds');
    await allocate('unit', 1, 7, 0, 5 * 24);
    await allocate('device', 2, 7, 0, 10 * 24);
    // The last hour of the allocation is on its last day.
    for (const hour of [24, 48, 50, 119, 121, 168, 192]) await look(hour * HOUR);
    expect(await fired()).toEqual([
      [1, UNIT, 48, 3],
      [1, UNIT, 7 * 24, 3],
      [2, UNIT, 5 * 24 - 1, 0],
    ]);
  });

  it('say nothing before they begin, without an end, and after they were ended', async () => {
    await allocate('unit', 1, 7, 24, 48);
    await allocate('device', 2, 7, 0, null);
    await look(HOUR);
    expect(await fired()).toEqual([]);
    await test.database.query('update unit_allocation set end_at = $1', [toIso(START + 30 * HOUR)]);
    await look(31 * HOUR);
    expect(await fired()).toEqual([]);
  });
});
