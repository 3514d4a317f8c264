import { beforeEach, describe, expect, it } from 'vitest';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import { MINUTE, toIso } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { LATER } from '../support/detection.ts';
import { completeParts, newGroup, type RuleCondition, type RulePart } from '../../src/domain/rule/index.ts';
import { IGNITION } from '../../src/domain/telemetry/index.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;

/** Levels a minute apart of a unit that is stopped. */
const tank = (levels: readonly number[], from = 0): DetectionPoint[] =>
  levels.map((level, minute) => ({
    ...createPoint(),
    time: START + (from + minute) * MINUTE,
    hasPosition: true,
    valid: true,
    latitude: 52,
    longitude: 13,
    speed: 0,
    satellites: 9,
    fuelLevels: [level],
  }));

/** A drive of a minute a report. */
const drive = (reports: readonly (readonly [speed: number, ignition: 'on' | 'off'])[]): DetectionPoint[] =>
  tank(reports.map(() => 50)).map((point, minute) => ({
    ...point,
    speed: reports[minute][0],
    latitude: 52 + minute / 1_000,
    ignition: IGNITION[reports[minute][1]],
  }));

const addRule = (more: object = {}) => {
  const rule = {
    id: 1,
    account: 1,
    status: 'active',
    match: 'all',
    conditions: [{ sensor: 'tank', minimum: 10 }] as readonly (Partial<RuleCondition> | RulePart)[],
    hold: 0,
    from: START,
    subAccounts: true,
    ...more,
  };
  return test.database.transaction(async (transaction) => {
    await transaction.query(
      `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, true, $9, $8, $8)
       on conflict (id) do update set status = excluded.status, conditions = excluded.conditions, applied_at = excluded.applied_at`,
      [
        rule.id,
        rule.account,
        `Rule ${rule.id}`,
        rule.status,
        rule.match,
        JSON.stringify(completeParts(rule.conditions)),
        rule.hold,
        toIso(rule.from),
        rule.subAccounts,
      ],
    );
    await transaction.appendEvent(
      testEvent('ruleUpdated', {}, { account_id: rule.account, subject_id: rule.id, time: toIso(opened.world.now) }),
    );
  });
};
const addSensor = () =>
  test.database.query(
    `insert into sensor (id, device_id, position, field, name, type, definition, created_at)
     select 1, device_id, 0, 'tank', 'Tank', 'fuel_level', $2, now() from unit_device where unit_id = $1`,
    [
      UNIT,
      JSON.stringify({
        type: 'fuel_level',
        name: 'Tank',
        description: '',
        parameter: 'fuel_level',
        field: 'tank',
        visible: true,
        data_type: 'number',
        multiplier: 1,
        minimum: null,
        maximum: null,
        table: { kind: 'none' },
      }),
    ],
  );

const fired = async () =>
  (
    await test.database.query<{ rule_id: number; at: Date; end_at: Date | null; value: number }>(
      'select rule_id, at, end_at, value from rule_occurrence order by rule_id, at',
    )
  ).map(({ rule_id, at, end_at, value }) => [
    rule_id,
    (at.getTime() - START) / MINUTE,
    end_at && (end_at.getTime() - START) / MINUTE,
    value,
  ]);
const recorded = async () =>
  (await opened.world.facts(UNIT)).filter((kind) => /rule|occurrence/.test(kind) && kind !== 'ruleUpdated');

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule']) await test.database.query(`delete from ${table}`);
  await addSensor();
});

describe('rules on what was committed', () => {
  it('watch the units of sub-accounts only where the permissions of their maker reach there', async () => {
    await addRule({ id: 1, subAccounts: false });
    await addRule({ id: 2, account: 4, subAccounts: false });
    await addRule({ id: 3, account: 2 });
    await live(tank([20, 9]));
    expect((await fired()).map(([rule]) => rule)).toEqual([2, 3]);
  });

  it('fire as the reports come, each stretch once, with what the unit was called', async () => {
    await addRule();
    await live(tank([20, 9, 8]));
    expect([await fired(), await recorded()]).toEqual([[[1, 1, null, 9]], ['ruleFired']]);
    await live(tank([20, 5], 3));
    expect([await fired(), await recorded()]).toEqual([
      [
        [1, 1, 3, 9],
        [1, 4, null, 5],
      ],
      ['ruleFired', 'ruleCleared', 'ruleFired'],
    ]);
    const [row] = await test.database.query(
      'select rule_name, unit_name, sensor_type, test, latitude from rule_occurrence order by at limit 1',
    );
    expect(row).toMatchObject({
      rule_name: 'Rule 1',
      unit_name: opened.world.directory.nameOf(UNIT),
      sensor_type: 'fuel_level',
      test: { match: 'all', conditions: [{ sensor: 'tank', minimum: 10 }], hold: 0 },
      latitude: 52,
    });
  });

  it('go on after a restart where they stood', async () => {
    await addRule({ hold: 120 });
    const points = tank([20, 9, 8, 7, 6, 20, 5, 20]);
    for (const point of points) {
      await live([point]);
      await opened.world.restart();
    }
    await opened.world.detection.sweep();
    expect([await fired(), await recorded()]).toEqual([[[1, 3, 5, 7]], ['ruleFired', 'ruleCleared']]);
  });

  it('fire at their instant while the device is silent, also where a restart was between', async () => {
    await addRule({ hold: 180 });
    await live(tank([20, 9]));
    opened.world.now = START + 3 * MINUTE;
    await opened.world.detection.run();
    expect(await fired()).toEqual([]);
    await opened.world.restart();
    await opened.world.detection.sweep();
    opened.world.now = START + 5 * MINUTE;
    await opened.world.detection.run();
    expect([await fired(), await recorded()]).toEqual([[[1, 4, null, 9]], ['ruleFired']]);
    await opened.world.restart();
    await opened.world.detection.sweep();
    await live(tank([20], 7));
    expect([await fired(), await recorded()]).toEqual([[[1, 4, 7, 9]], ['ruleFired', 'ruleCleared']]);
  });

  it('fire where a unit moves, stops and parks, as its trips are found, and by the clock when it sleeps', async () => {
    await addRule({ id: 1, conditions: [{ kind: 'motion' }] });
    await addRule({ id: 2, conditions: [{ kind: 'motion', motion: 'trip' }] });
    await addRule({ id: 3, conditions: [{ kind: 'motion', motion: 'stopped' }], hold: 600 });
    await addRule({ id: 4, conditions: [{ kind: 'motion', motion: 'parked' }] });
    await addRule({ id: 5, conditions: [{ kind: 'motion', motion: 'idling' }], hold: 60 });
    await live(
      drive([
        [0, 'off'],
        [30, 'on'],
        [30, 'on'],
        [30, 'on'],
        [0, 'on'],
        [0, 'on'],
      ]),
    );
    opened.world.now = START + 20 * MINUTE;
    await opened.world.detection.run();
    const found = await fired();
    // Parked so long after it stopped as its trip detector asks for.
    expect(found).toEqual([
      [1, 1, 4, null],
      [2, 3, 9, null],
      [3, 14, null, null],
      [4, 9, null, null],
      [5, 5, null, null],
    ]);
    await opened.world.restart();
    await opened.world.detection.sweep();
    await opened.world.detection.run();
    expect(await fired()).toEqual(found);
  });

  it('notice lost connections, also of units that were silent when the rule was made, and of those before a restart', async () => {
    const silence = [{ kind: 'silence', silence: 600 }] as const;
    await addRule({ conditions: silence });
    await live(tank([20, 20]));
    opened.world.now = START + 30 * MINUTE;
    await opened.world.detection.run();
    expect(await fired()).toEqual([[1, 11, null, null]]);
    // It is forgotten by now: nothing more is expected of it.
    opened.world.now = START + 120 * MINUTE;
    await opened.world.detection.run();
    await addRule({ id: 2, conditions: silence, from: opened.world.now });
    await expect
      .poll(async () => {
        opened.world.now += MINUTE;
        await opened.world.detection.run();
        return (await fired()).length;
      })
      .toBe(2);
    expect((await fired())[1]).toEqual([2, 130, null, null]);
    await addRule({ id: 3, conditions: silence, from: opened.world.now });
    const from = (opened.world.now - START) / MINUTE;
    await opened.world.restart();
    await opened.world.detection.sweep();
    opened.world.now += 30 * MINUTE;
    await opened.world.detection.run();
    expect((await fired())[2]).toEqual([3, from + 10, null, null]);
    await live(tank([20], 300));
    expect((await fired()).map(([, , end]) => end)).toEqual([300, 300, 300]);
  });

  it('keep to their hours by the clock of the account that owns the unit, and fire so often a day', async () => {
    await addRule();
    // 05:00 of the reports is 07:00 there.
    await test.database.query(
      `update account set settings = settings || '{"timezone": "Europe/Berlin"}' where id = (select account_id from unit where id = $1)`,
      [UNIT],
    );
    await test.database.query(
      `update rule set during = 'inside', hours = '[{"days": [1], "from": "07:02", "until": "07:30"}]', most_a_day = 2`,
    );
    await opened.world.restart();
    await live(tank([9, 9, 9, 20, 9, 20, 9, 20]));
    expect(await fired()).toEqual([
      [1, 2, 3, 9],
      [1, 4, 5, 9],
    ]);
    await test.database.query("update account set settings = settings - 'timezone'");
  });

  it('take back what silence made them say when reports of then come after all', async () => {
    await addRule({ hold: 180 });
    await live(tank([20, 9]));
    opened.world.now = START + 5 * MINUTE;
    await opened.world.detection.run();
    expect(await fired()).toEqual([[1, 4, null, 9]]);
    await opened.world.send(UNIT, tank([20], 3), opened.world.now);
    await opened.world.detection.run();
    expect([await fired(), (await recorded()).at(-1)]).toEqual([[], 'occurrenceRemoved late']);
  });

  it('learn from late reports, and wake nobody twice', async () => {
    await addRule();
    const points = tank([20, 20, 9, 8, 20, 20, 7]);
    const late = points.slice(2, 4);
    await live(points.filter((point) => !late.includes(point)));
    expect(await fired()).toEqual([[1, 6, null, 7]]);
    opened.world.now += 20 * MINUTE;
    await opened.world.send(UNIT, late, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await fired()).toEqual([
      [1, 2, 4, 9],
      [1, 6, null, 7],
    ]);
    expect(await recorded()).toEqual(['ruleFired', 'ruleFired late', 'ruleCleared late']);
  });

  it('take back what late reports show not to have been', async () => {
    await addRule({ hold: 240 });
    const points = tank([20, 9, 9, 20, 9, 9, 9]);
    await live(points.filter((_, minute) => minute !== 3));
    expect(await fired()).toEqual([[1, 5, null, 9]]);
    await opened.world.send(UNIT, [points[3]], opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect([await fired(), (await recorded()).at(-1)]).toEqual([[], 'occurrenceRemoved late']);
  });

  it('begin when they are made, on units that are followed already', async () => {
    await live(tank([5, 5]));
    await addRule({ from: START + 2 * MINUTE });
    await live(tank([5, 4], 2));
    expect(await fired()).toEqual([[1, 2, null, 5]]);
  });

  const TOWED = [
    { kind: 'speed', limit: 10 },
    { kind: 'ignition', ignition: 'off' },
  ] as const;

  it('of several conditions fire where all hold together, however reports were cut or came late', async () => {
    await addRule({ conditions: TOWED, hold: 60 });
    const points = drive([
      [0, 'off'],
      [30, 'on'],
      [30, 'off'],
      [40, 'off'],
      [7, 'off'],
      [0, 'off'],
      [50, 'off'],
      [50, 'on'],
      [50, 'off'],
      [50, 'off'],
    ]);
    const late = points.slice(6, 8);
    for (const point of points.filter((each) => !late.includes(each))) {
      await live([point]);
      await opened.world.restart();
    }
    expect(await fired()).toEqual([
      // The speed came back by less than the margin at first.
      [1, 3, 5, 40],
      [1, 9, null, 50],
    ]);
    await opened.world.send(UNIT, late, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect((await fired()).map(([, at, end]) => [at, end])).toEqual([
      [3, 5],
      [9, null],
    ]);
    const [row] = await test.database.query('select sensor_type from rule_occurrence limit 1');
    expect(row).toMatchObject({ sensor_type: 'speed' });
  });

  const group = (match: 'all' | 'any', ...parts: readonly Partial<RuleCondition>[]) =>
    newGroup(completeParts(parts), match);

  it('with groups fire where those hold together, however reports were cut or came late', async () => {
    const fast = group('any', { kind: 'speed', limit: 40, margin: 0 }, { kind: 'alarm', alarm: 'hard_braking' });
    await addRule({ conditions: [fast, { kind: 'ignition' }, { ...group('all', ...TOWED), negated: true }], hold: 90 });
    const points = drive([
      [50, 'on'],
      [30, 'on'],
      [50, 'on'],
      [50, 'on'],
      [50, 'on'],
      [20, 'on'],
      [20, 'on'],
      [50, 'off'],
      [50, 'off'],
      [20, 'on'],
    ]).map((point, minute) => ([6, 8].includes(minute) ? { ...point, attributes: { alarm: 'hard_braking' } } : point));
    const late = points.slice(1, 2);
    for (const point of points.filter((each) => !late.includes(each))) {
      await live([point]);
      await opened.world.restart();
    }
    // Braking counts at once where the ignition is on; a speed lasts for as long as the rule says.
    expect(await fired()).toEqual([
      [1, 1.5, 5, 50],
      [1, 6, 7, 20],
    ]);
    await opened.world.send(UNIT, late, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await fired()).toEqual([
      [1, 3.5, 5, 50],
      [1, 6, 7, 20],
    ]);
    const [row] = await test.database.query('select sensor_type from rule_occurrence limit 1');
    expect(row).toMatchObject({ sensor_type: 'speed' });
  });

  it('with groups need the sensors of one of them, and watch silence in them as well', async () => {
    const low = { kind: 'sensor', sensor: 'tank', minimum: 10 } as const;
    const none = { kind: 'sensor', sensor: 'door', minimum: 1 } as const;
    await addRule({ id: 1, conditions: [group('any', none, low)] });
    await addRule({ id: 2, conditions: [group('all', none, low)] });
    await addRule({ id: 3, conditions: [group('any', none, { kind: 'silence', silence: 120 })] });
    await live(tank([20, 9]));
    opened.world.now += 3 * MINUTE;
    await opened.world.detection.run();
    expect((await fired()).map(([rule, at]) => [rule, at])).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  it('without a figure store none', async () => {
    await addRule({ conditions: TOWED.slice(1) });
    await live(
      drive([
        [0, 'on'],
        [0, 'off'],
      ]),
    );
    expect(await fired()).toEqual([[1, 1, null, null]]);
  });

  it('ask for the sensors of every device of the unit', async () => {
    const second = 9_000 + UNIT;
    await test.database.query(
      "insert into device select (jsonb_populate_record(d, jsonb_build_object('id', $2::int8, 'unique_identifier', 'second'))).* from device d where id = $1",
      [await deviceOf(), second],
    );
    await test.database.query('insert into unit_device (unit_id, device_id, position) values ($1, $2, 1)', [
      UNIT,
      second,
    ]);
    try {
      await test.database.query('update sensor set device_id = $1', [second]);
      await test.database.query(
        `insert into sensor (id, device_id, position, field, name, type, definition, created_at)
         select 2, $1, 0, 'speed', 'Speed', 'custom', jsonb_set(jsonb_set(definition, '{name}', '"Speed"'), '{parameter}', '"speed"'), now() from sensor where id = 1`,
        [await deviceOf()],
      );
      await opened.world.restart();
      await addRule();
      await live(tank([20, 9, ...Array.from({ length: 20 }, () => 8), ...Array.from({ length: 20 }, () => 40)]));
      opened.world.now += LATER;
      await opened.world.detection.run();
      expect(await fired()).toEqual([[1, 1, 22, 9]]);
      expect((await opened.world.fuelEvents(UNIT)).map(({ kind }) => kind)).toContain('refill');
    } finally {
      for (const table of ['sensor', 'unit_device'])
        await test.database.query(`delete from ${table} where device_id = $1`, [second]);
      await test.database.query('delete from device where id = $1', [second]);
    }
  });

  it('end with the sensor that they ask for', async () => {
    await addRule();
    await live(tank([5, 5]));
    expect(await fired()).toEqual([[1, 0, null, 5]]);
    await test.database.transaction(async (transaction) => {
      await transaction.query('delete from sensor');
      await transaction.appendEvent(
        testEvent('sensorDeleted', {}, { account_id: 1, subject_id: await deviceOf(), time: toIso(opened.world.now) }),
      );
    });
    await opened.world.detection.run();
    await live(tank([5], 2));
    await expect.poll(async () => (await fired()).map(([, at, end]) => [at, end !== null])).toEqual([[0, true]]);
  });

  it('are recorded in the log of their own account, and of nobody else', async () => {
    const [{ account_id: owner }] = await test.database.query<{ account_id: number }>(
      'select account_id from unit where id = $1',
      [UNIT],
    );
    await addRule();
    await live(tank([5]));
    const logs = await test.database.query<{ account_id: number }>(
      "select account_id from event where kind = 'ruleFired'",
    );
    expect(owner).not.toBe(1);
    expect(logs.map(({ account_id }) => account_id)).toEqual([1]);
  });

  it('of an account that does not see the unit stay silent', async () => {
    const [stranger] = await test.database.query<{ id: number }>(
      'select id from account a where not exists (select 1 from unit u where u.id = $1 and (u.account_id = a.id or exists (select 1 from account p where p.id = u.account_id and p.parent_id = a.id))) and a.parent_id is not null order by id desc limit 1',
      [UNIT],
    );
    await addRule({ account: stranger.id });
    await live(tank([5]));
    expect(await fired()).toEqual([]);
  });
});

const deviceOf = async () =>
  (
    await test.database.query<{ device_id: number }>(
      'select device_id from unit_device where unit_id = $1 order by position',
      [UNIT],
    )
  )[0].device_id;
