import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import { MINUTE, toIso } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { newCondition, newGroup, type RuleCondition } from '../../src/domain/rule/index.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;

/** Fixes a minute apart, so many metres north of the middle of the geofences. */
const fixes = (metres: readonly number[], from = 0): DetectionPoint[] =>
  metres.map((north, minute) => ({
    ...createPoint(),
    time: START + (from + minute) * MINUTE,
    hasPosition: true,
    valid: true,
    latitude: 52 + north / 111_195,
    longitude: 13,
    speed: 20,
    satellites: 9,
  }));

const changed = (kind: 'geofenceUpdated' | 'geofenceDeleted' | 'ruleUpdated', account: number, id: number) =>
  testEvent(kind, {}, { account_id: account, subject_id: id, time: toIso(opened.world.now) });

const putZone = (
  id: number,
  radius: number,
  { account = 4, labels = [] as string[], limit = null as number | null } = {},
) =>
  test.database.transaction(async (transaction) => {
    await transaction.query(
      `insert into geofence (id, account_id, name, shape, colour, description, labels, speed_limit, min_stay, created_at)
       values ($1, $2, $3, $4, 'blue', '', $5, $6, 0, now())
       on conflict (id) do update set shape = excluded.shape, labels = excluded.labels, speed_limit = excluded.speed_limit`,
      [
        id,
        account,
        `Zone ${id}`,
        JSON.stringify({ type: 'circle', center: [13, 52], radius }),
        JSON.stringify(labels),
        limit,
      ],
    );
    await transaction.appendEvent(changed('geofenceUpdated', account, id));
  });
const removeZone = (id: number) =>
  test.database.transaction(async (transaction) => {
    await transaction.query('delete from geofence where id = $1', [id]);
    await transaction.appendEvent(changed('geofenceDeleted', 4, id));
  });

const addRule = (
  { kind = 'place', ...condition }: Partial<RuleCondition>,
  { account = 4, hold = 0, groups = [] as number[], isNested = false } = {},
) =>
  test.database.transaction(async (transaction) => {
    const own = { ...newCondition(kind), ...condition };
    // Beside something that never holds.
    const never = { ...newCondition('sensor'), sensor: 'none', minimum: 1 };
    const part = isNested ? newGroup([never, newGroup([own], 'all')]) : own;
    await transaction.query(
      `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at, unit_group_ids)
       values (1, $1, 'At the depot', 'active', 'all', $2, $3, $5, true, $4, $4, $6)`,
      [account, JSON.stringify([part]), hold, toIso(START), groups.length === 0, JSON.stringify(groups)],
    );
    await transaction.appendEvent(changed('ruleUpdated', account, 1));
  });

const fired = async () =>
  (
    await test.database.query<{ at: Date; end_at: Date | null }>('select at, end_at from rule_occurrence order by at')
  ).map(({ at, end_at }) => [(at.getTime() - START) / MINUTE, end_at && (end_at.getTime() - START) / MINUTE]);
const appliedAt = async (): Promise<number> =>
  (await test.database.query<{ applied_at: Date }>('select applied_at from rule'))[0].applied_at.getTime();

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule', 'zone_visit', 'geofence', 'label'])
    await test.database.query(`delete from ${table}`);
});

describe('rules on places', () => {
  it('fire while the unit is inside, and go on after a restart and with late reports', async () => {
    await putZone(1, 100);
    await addRule({ zone_ids: [1] });
    const track = fixes([500, 50, 0, 60, 500, 500]);
    await live(track.slice(0, 2));
    await opened.world.restart();
    await live(track.slice(2));
    expect(await fired()).toEqual([[1, 4]]);
    await opened.world.send(UNIT, [{ ...fixes([500])[0], time: START + 2.5 * MINUTE }], opened.world.now);
    opened.world.now += 2 * MINUTE;
    await opened.world.detection.run();
    opened.world.now += 2 * MINUTE;
    await opened.world.detection.run();
    expect(await fired()).toEqual([
      [1, 2.5],
      [3, 4],
    ]);
  });

  it('fire by places in groups of conditions, and begin again where those change', async () => {
    await putZone(1, 100);
    await addRule({ zone_ids: [1] }, { isNested: true });
    await live(fixes([500, 50, 40]));
    expect(await fired()).toEqual([[1, null]]);
    const before = await appliedAt();
    opened.world.now += MINUTE / 2;
    await putZone(1, 20);
    await vi.waitFor(async () => expect(await appliedAt()).toBeGreaterThan(before));
  });

  it('begin again with a geofence that changed its shape: what lasted is over, and the past stays', async () => {
    await putZone(1, 100);
    await addRule({ zone_ids: [1] });
    await live(fixes([500, 50, 40]));
    expect(await fired()).toEqual([[1, null]]);
    opened.world.now += MINUTE / 2;
    const before = await appliedAt();
    await putZone(1, 20);
    await vi.waitFor(async () => expect(await appliedAt()).toBeGreaterThan(before));
    await vi.waitFor(async () => expect((await fired())[0][1]).not.toBeNull());
    await live(fixes([40, 0, 0], 3));
    expect((await fired()).map(([at]) => at)).toEqual([1, 4]);
    expect(await opened.world.facts(UNIT)).not.toContain('occurrenceRemoved late');
  });

  it('go by the speed limits of geofences as they are now; who only asks where units are does not care for these', async () => {
    await putZone(1, 100, { limit: 30 });
    await addRule({ kind: 'roadLimit', limit_source: 'zone', zone_ids: [1], excess: 0 });
    await live(fixes([500, 50, 40]));
    expect(await fired()).toEqual([]);
    const before = await appliedAt();
    opened.world.now += MINUTE / 2;
    await putZone(1, 100, { limit: 15 });
    await vi.waitFor(async () => expect(await appliedAt()).toBeGreaterThan(before));
    await live(fixes([40, 30, 500], 3));
    expect(await fired()).toEqual([[3, 5]]);
    await test.database.query('delete from rule');
    await addRule({ zone_ids: [1] });
    await live(fixes([500, 50], 6));
    const placed = await appliedAt();
    await putZone(1, 100, { limit: 90 });
    await live(fixes([500, 50, 500], 8));
    expect(await appliedAt()).toBe(placed);
  });

  it('hold no more, inside or outside, where a geofence was deleted', async () => {
    await putZone(1, 100);
    await putZone(2, 100);
    await addRule({ zone_ids: [1, 2], negated: true });
    await live(fixes([0, 500, 500]));
    expect(await fired()).toEqual([[1, null]]);
    const before = await appliedAt();
    await removeZone(2);
    await vi.waitFor(async () => expect(await appliedAt()).toBeGreaterThan(before));
    await live(fixes([0, 500, 500, 0], 3));
    expect((await fired()).map(([at]) => at)).toEqual([1]);
  });

  it('follow the geofences of a group, of the accounts that the rule may see', async () => {
    await test.database.query(
      "insert into label (id, account_id, kind, name, created_at) overriding system value values (7, 4, 'geofence', 'Depots', now())",
    );
    await putZone(1, 100, { labels: ['Depots'] });
    await putZone(3, 100, { account: 1, labels: ['Depots'] });
    await addRule({ zone_group_ids: [7] }, { account: 1 });
    await live(fixes([500, 0, 500, 500]));
    expect(await fired()).toEqual([[1, 2]]);
    const before = await appliedAt();
    await putZone(1, 100);
    await vi.waitFor(async () => expect(await appliedAt()).toBeGreaterThan(before));
    await live(fixes([0, 500], 4));
    expect(await fired()).toEqual([[1, 2]]);
  });
});

describe('rules on units of a group', () => {
  const putUnit = (labels: readonly string[]) =>
    test.database.transaction(async (transaction) => {
      await transaction.query('update unit set labels = $2 where id = $1', [UNIT, JSON.stringify(labels)]);
      await transaction.appendEvent(
        testEvent('unitUpdated', { name: 'U' }, { account_id: 4, subject_id: UNIT, time: toIso(opened.world.now) }),
      );
    });
  const membersOf = async () => (await test.database.query('select unit_id from rule_member')).length;

  it('follow its members: who joins is watched from then on, who leaves no more', async () => {
    await test.database.query(
      "insert into label (id, account_id, kind, name, created_at) overriding system value values (8, 4, 'units', 'Lorries', now())",
    );
    await putZone(1, 100);
    await live(fixes([0]));
    await addRule({ zone_ids: [1] }, { account: 1, groups: [8] });
    await live(fixes([0, 0], 1));
    expect(await fired()).toEqual([]);
    opened.world.now = START + 2.5 * MINUTE;
    await putUnit(['Lorries']);
    await vi.waitFor(async () => expect(await membersOf()).toBe(1));
    await live(fixes([0, 0], 3));
    await opened.world.restart();
    await live(fixes([0], 5));
    expect(await fired()).toEqual([[3, null]]);
    await putUnit([]);
    await vi.waitFor(async () => expect(await membersOf()).toBe(0));
    await live(fixes([0], 6));
    await vi.waitFor(async () => expect((await fired())[0][1]).not.toBeNull());
  });
});

describe('rules on drivers', () => {
  const keyed = (keys: readonly (string | null)[], from = 0): DetectionPoint[] =>
    fixes(
      keys.map(() => 0),
      from,
    ).map((point, index) => ({ ...point, driverKey: keys[index] }));
  const addOperator = () =>
    decide(
      `with added as (
         insert into operator (id, account_id, name, code, created_at) overriding system value values (5, 4, 'Ann', 'AAA1', now()) returning id
       ) insert into operator_key (operator_id, account_id, key) select id, 4, 'AAA1' from added`,
    );

  /** What people decided, as the log has it. */
  const decide = (sql: string, parameters: readonly unknown[] = []) =>
    test.database.transaction(async (transaction) => {
      await transaction.query(sql, parameters);
      await transaction.appendEvent(testEvent('operatorUpdated', {}, { account_id: 4, subject_id: 5 }));
    });

  beforeEach(() => test.database.query('delete from operator'));

  it('distinguish a key that no operator has from one that somebody has', async () => {
    await addOperator();
    await addRule({ kind: 'driver', driver: 'unknownKey' });
    await live(keyed([null, 'AAA1', null, 'ZZZ9', null, 'AAA1']));
    expect(await fired()).toEqual([[3, 5]]);
  });

  it('fire while nobody is at the unit, by a key or by hand', async () => {
    await addOperator();
    await decide(
      "insert into operator_binding (operator_id, unit_id, from_at, to_at, source, created_at) values (5, $1, $2, $3, 'manual', now())",
      [UNIT, toIso(START + 4 * MINUTE), toIso(START + 6 * MINUTE)],
    );
    await addRule({ kind: 'driver', driver: 'nobody' });
    await live(keyed(['AAA1', '', null, null, null, null, null]));
    expect(await fired()).toEqual([
      [1, 4],
      [6, null],
    ]);
  });

  it('fire while one of the chosen operators drives', async () => {
    await addOperator();
    await addRule({ kind: 'driver', driver: 'operators', operator_ids: [5] });
    await live(keyed([null, 'ZZZ9', 'AAA1', null, '']));
    expect(await fired()).toEqual([[2, 4]]);
  });
});
