import { describe, expect, it } from 'vitest';
import { ceilingOf, type Action, type Resource } from '../../../src/domain/access/index.ts';
import { toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Rule } from '../../../src/domain/rule/index.ts';
import { valueOf, withModules, type Caller } from '../../../tests/support/modules.ts';

const modules = withModules();
const as = modules.as('dealer', 'Kaveh Telematics');
const inOther = modules.as('consumer', 'Pars Logistics');
const over = (maximum: number | null, sensor = 'Coolant', more: object = {}) => [{ sensor, maximum, ...more }];
const HOT = { conditions: over(100), all_units: true };
let made = 0;
const add = async (more: object = {}) => valueOf(await as('createRule', { name: `Rule ${++made}`, ...HOT, ...more }));

const unitsOf = async (account: string) =>
  (
    await modules.database.query<{ id: number }>(
      'select u.id from unit u join account a on a.id = u.account_id where a.name = $1 order by u.id limit 3',
      [account],
    )
  ).map(({ id }) => id);
/** As detection stores it. */
const fire = (ruleId: number, accountId: number, unitId: number, minute: number, end: number | null = null) => {
  const at = (value: number) => toIso(Date.UTC(2026, 4, 1, 12, value));
  return modules.database.query(
    `insert into rule_occurrence (unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, since, end_at, value) values ($1, $2, $3, $3, $4, 'As it was', 'Truck', $5, 'temperature', $3, $6, 104)`,
    [
      unitId,
      ruleId,
      at(minute),
      accountId,
      JSON.stringify({ match: 'all', conditions: over(100), hold: 0 }),
      end === null ? null : at(end),
    ],
  );
};

describe('a rule', () => {
  it('is listed with what it watches and how it does', async () => {
    const [unit] = await unitsOf('Pars Logistics');
    const chosen = await add({
      name: 'Too cold',
      conditions: over(-5, 'Cargo', { minimum: -20 }),
      all_units: false,
      unit_ids: [unit, unit],
      hold: 300,
    });
    expect(chosen).toMatchObject({
      unit_ids: [unit],
      unit_count: 1,
      firing: 0,
      last_fired: null,
      status: 'active',
      conditions: [{ kind: 'sensor', condition: 'outside', minimum: -20, maximum: -5, negated: false }],
      hold: 300,
    });
    const every = await add();
    expect(every.unit_count).toBeGreaterThan(3);
    await fire(every.rule_id, every.account_id, unit, 0, 1);
    await fire(every.rule_id, every.account_id, unit, 5);
    expect(valueOf(await as('getRuleList', { search: 'cargo' }))).toMatchObject({
      total: 1,
      rows: [{ rule_id: chosen.rule_id }],
    });
    expect(
      valueOf(await as('getRuleList', { filters: { state: 'firing' } })).rows.map(({ rule_id, firing, last_fired }) => [
        rule_id,
        firing,
        last_fired,
      ]),
    ).toEqual([[every.rule_id, 1, '2026-05-01T12:05:00.000Z']]);
    expect(await as('getRuleList', { sort: 'secret' })).toMatchObject({ ok: false });
  });

  it('has a name of its own in its account, and units that the account sees', async () => {
    const { name } = await add();
    const [foreign] = await modules.database.query<{ id: number }>(
      "select u.id from unit u join account a on a.id = u.account_id join account p on p.id = a.parent_id where p.name <> 'Kaveh Telematics' and a.name <> 'Kaveh Telematics' and p.parent_id is distinct from (select id from account where name = 'Kaveh Telematics') limit 1",
    );
    expect(await as('createRule', { ...HOT, name: name.toUpperCase() })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict, fields: [{ field: 'name' }] },
    });
    expect(
      await as('createRule', { ...HOT, name: 'Unknown unit', all_units: false, unit_ids: [999_999] }),
    ).toMatchObject({ ok: false, error: { fields: [{ field: 'unit_ids' }] } });
    expect(
      await as('createRule', { ...HOT, name: 'Foreign unit', all_units: false, unit_ids: [foreign.id] }),
    ).toMatchObject({ ok: false, error: { fields: [{ field: 'unit_ids' }] } });
    expect(await as('createRule', { ...HOT, name: 'No bound', conditions: over(null) })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'conditions[0].minimum' }] },
    });
    expect(await inOther('getRule', { rule_id: (await add()).rule_id })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
  });

  it('that asks for something else ends what lasted; another name does not', async () => {
    const [unit] = await unitsOf('Pars Logistics');
    const rule = await add();
    await fire(rule.rule_id, rule.account_id, unit, 0);
    const form = {
      name: rule.name,
      status: rule.status,
      match: rule.match,
      conditions: rule.conditions,
      hold: 0,
      all_units: true,
      unit_ids: [],
    };
    expect(valueOf(await as('updateRule', { rule_id: rule.rule_id, ...form, name: `${rule.name} b` })).firing).toBe(1);
    expect(
      await as('updateRule', {
        rule_id: rule.rule_id,
        ...form,
        conditions: over(90),
        expected: { conditions: over(95) },
      }),
    ).toMatchObject({ ok: false, error: { code: ERROR.conflict, fields: [{ field: 'conditions' }] } });
    expect(
      valueOf(
        await as('updateRule', {
          rule_id: rule.rule_id,
          ...form,
          conditions: over(90),
          expected: { conditions: rule.conditions },
        }),
      ),
    ).toMatchObject({ firing: 0, conditions: [{ maximum: 90 }] });
    const wrong = over(90, 'Coolant', { minimum: 95 });
    expect(await as('updateRule', { rule_id: rule.rule_id, conditions: wrong })).toMatchObject({
      ok: false,
      error: { code: ERROR.validation, fields: [{ field: 'conditions[0].maximum' }] },
    });
    // A value that alone would do is looked at beside those that stay.
    expect(await as('updateRule', { rule_id: rule.rule_id, all_units: false })).toMatchObject({
      ok: false,
      error: { code: ERROR.validation, fields: [{ field: 'unit_ids' }] },
    });
    const [event] = await modules.database.query<{ data: object }>(
      "select data from event where subject_type = 'rule' and subject_id = $1 and kind = 'ruleUpdated' order by sequence desc limit 1",
      [rule.rule_id],
    );
    expect(event.data).toMatchObject({
      before: { conditions: [{ maximum: 100 }] },
      after: { conditions: [{ maximum: 90 }] },
    });
  });

  it('that is asked of other units begins again; at a unit that is deleted nothing lasts', async () => {
    const [one, other] = await unitsOf('Pars Logistics');
    const rule = await add({ all_units: false, unit_ids: [one, other] });
    await fire(rule.rule_id, rule.account_id, one, 0);
    const { name, status, match, conditions, hold } = rule;
    const form = { name, status, match, conditions, hold, all_units: false };
    expect(valueOf(await as('updateRule', { rule_id: rule.rule_id, ...form, unit_ids: [other] }))).toMatchObject({
      firing: 0,
      unit_ids: [other],
    });
    await fire(rule.rule_id, rule.account_id, other, 5);
    expect(valueOf(await as('getRule', { rule_id: rule.rule_id })).firing).toBe(1);
    valueOf(await as('deleteUnits', { unit_ids: [other] }));
    expect(valueOf(await as('getRule', { rule_id: rule.rule_id }))).toMatchObject({ firing: 0, unit_ids: [] });
  });

  it('is paused, works again and is deleted with others; what it recorded stays as it was', async () => {
    const [unit] = await unitsOf('Pars Logistics');
    const rules = [await add(), await add()];
    const ids = rules.map(({ rule_id }) => rule_id);
    await fire(ids[0], rules[0].account_id, unit, 0);
    expect(valueOf(await as('updateRuleStatus', { rule_ids: ids, status: 'inactive' })).done).toEqual(ids);
    expect(valueOf(await as('getRule', { rule_id: ids[0] }))).toMatchObject({ status: 'inactive', firing: 0 });
    expect(valueOf(await as('deleteRules', { rule_ids: [...ids, 999_999] }))).toMatchObject({
      done: ids,
      refused: [{ id: 999_999 }],
    });
    expect(valueOf(await as('getOccurrences', { filters: { rule_id: ids[0] } }))).toMatchObject({
      total: 1,
      rows: [
        { rule_name: 'As it was', unit_name: 'Truck', value: 104, conditions: over(100), sensor_type: 'temperature' },
      ],
    });
  });
});

describe('a rule on all units', () => {
  let people = 970_000;
  /** Somebody of the dealer's with an administrator's permissions but this one. */
  const lacking = async (resource: Resource, action: Action) => {
    const id = ++people;
    const permissions = ceilingOf('DEALER');
    const role = { ...permissions, [resource]: permissions[resource]?.filter((each) => each !== action) };
    const account = await modules.world.account('Kaveh Telematics');
    const at = toIso(modules.world.now);
    await modules.database.query(
      'insert into role (id, account_id, name, permissions, created_at) values ($1, $2, $3, $4, $5)',
      [id, account, `Role ${id}`, role, at],
    );
    await modules.database.query(
      "insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, created_at) values ($1, $2, $2, $3, $3, 'Some', 'Body', 'none', $4)",
      [id, `body${id}`, `body${id}@example.test`, at],
    );
    await modules.database.query(
      'insert into membership (user_id, account_id, role_id, created_at) values ($1, $2, $1, $3)',
      [id, account, at],
    );
    return modules.as(`body${id}`, 'Kaveh Telematics');
  };
  const change = async (by: Caller, rule: Rule, more: object) =>
    valueOf(await by('updateRule', { ...more, rule_id: rule.rule_id }));

  it.each([
    ['units', 'ar'],
    ['account', 'asa'],
  ] as const)(
    'ends at its own account without %s:%s of its maker, whoever changes it later',
    async (resource, action) => {
      const narrow = await lacking(resource, action);
      const every = await add();
      const own = valueOf(await narrow('createRule', { name: `Rule ${++made}`, ...HOT }));
      expect([every.sub_accounts, own.sub_accounts]).toEqual([true, false]);
      expect(own.unit_count).toBeLessThan(every.unit_count);
      expect(await change(as, own, { conditions: over(99) })).toMatchObject({
        sub_accounts: false,
        conditions: [{ maximum: 99 }],
      });
      expect(await change(narrow, every, { conditions: over(98) })).toMatchObject({
        sub_accounts: true,
        conditions: [{ maximum: 98 }],
      });
    },
  );

  it('reaches as far as the permissions of whoever chooses all units again', async () => {
    const [unit] = await unitsOf('Pars Logistics');
    const narrow = await lacking('units', 'ar');
    const rule = valueOf(await narrow('createRule', { name: `Rule ${++made}`, ...HOT }));
    const named = await change(as, rule, { all_units: false, unit_ids: [unit] });
    expect(await change(as, named, { all_units: true, unit_ids: [] })).toMatchObject({ sub_accounts: true });
  });
});

describe('occurrences', () => {
  it('are found by rule, unit, time and whether they last; newest first', async () => {
    const [one, other] = await unitsOf('Pars Logistics');
    const { rule_id: id, account_id: account } = await add();
    await fire(id, account, one, 0, 2);
    await fire(id, account, other, 10);
    const of = async (request: object) =>
      valueOf(await as('getOccurrences', request as never)).rows.map(({ unit_id, end }) => [unit_id, end !== null]);
    const filters = { rule_id: id };
    expect(await of({ filters })).toEqual([
      [other, false],
      [one, true],
    ]);
    expect(await of({ filters: { ...filters, state: 'lasting' } })).toEqual([[other, false]]);
    expect(await of({ filters: { ...filters, unit_id: one } })).toEqual([[one, true]]);
    expect(await of({ filters, from: '2026-05-01T12:10:00Z' })).toEqual([[other, false]]);
    expect(await of({ filters, to: '2026-05-01T12:10:00Z' })).toEqual([[one, true]]);
    expect(await as('getOccurrences', { from: 'yesterday' })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'from' }] },
    });
    expect(valueOf(await inOther('getOccurrences', { filters: { rule_id: id } })).total).toBe(0);
  });
});

describe('a rule on places', () => {
  const zoneOf = async (account: string) =>
    (
      await modules.database.query<{ id: number; name: string; account_id: number }>(
        `insert into geofence (id, account_id, name, shape, colour, description, labels, min_stay, created_at)
         select $1, a.id, $2, '{"type":"circle","center":[51,35],"radius":100}', 'blue', '', '[]', 0, now() from account a where a.name = $3
         returning id, name, account_id`,
        [9_000 + ++made, `Zone ${made}`, account],
      )
    )[0];
  const inside = (...zone_ids: readonly number[]) => [{ kind: 'place', zone_ids }];

  it('names geofences of its account and of those below, and no others', async () => {
    const [own, below] = [await zoneOf('Kaveh Telematics'), await zoneOf('Pars Logistics')];
    const rule = await add({ conditions: inside(own.id, below.id) });
    expect(rule).toMatchObject({
      names: { zone: { [own.id]: own.name, [below.id]: below.name }, zoneGroup: {} },
      missing: 0,
    });
    expect(
      await inOther('createRule', { ...HOT, name: 'Of above', conditions: inside(below.id, own.id) }),
    ).toMatchObject({ ok: false, error: { fields: [{ field: 'conditions[0].zone_ids' }] } });
    expect(
      await as('createRule', { ...HOT, name: 'Of none', conditions: [{ kind: 'place', zone_group_ids: [own.id] }] }),
    ).toMatchObject({ ok: false, error: { fields: [{ field: 'conditions[0].zone_group_ids' }] } });
    expect(await as('createRule', { ...HOT, name: 'Of nothing', conditions: inside() })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'conditions[0].zone_ids' }] },
    });
  });

  it('names them in groups of conditions as well, and refuses unknown ones at their place there', async () => {
    const [own, other] = [await zoneOf('Kaveh Telematics'), await zoneOf('Pars Logistics')];
    const nested = (...zone_ids: readonly number[]) => [
      { kind: 'speed', limit: 90 },
      {
        kind: 'group',
        match: 'any',
        conditions: [...over(5, 'Trailer'), { kind: 'group', conditions: inside(...zone_ids) }],
      },
    ];
    const rule = await add({ conditions: nested(own.id) });
    expect(rule).toMatchObject({ names: { zone: { [own.id]: own.name } }, missing: 0 });
    expect(valueOf(await as('getRuleList', { search: 'trailer' }))).toMatchObject({
      rows: [{ rule_id: rule.rule_id }],
    });
    expect(
      await inOther('createRule', { ...HOT, name: 'Of above', conditions: nested(other.id, own.id) }),
    ).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'conditions[1].conditions[1].conditions[0].zone_ids' }] },
    });
    await modules.database.query('delete from geofence where id = $1', [own.id]);
    expect(valueOf(await as('getRule', { rule_id: rule.rule_id }))).toMatchObject({ missing: 1 });
  });

  it('is refused where it asks for being inside and outside of the same at once', async () => {
    const { id } = await zoneOf('Kaveh Telematics');
    const conditions = [...inside(id), { kind: 'place', zone_ids: [id], negated: true }];
    expect(await as('createRule', { ...HOT, name: 'Nowhere', conditions })).toMatchObject({
      ok: false,
      error: {
        code: ERROR.validation,
        fields: [{ field: 'conditions[1].kind', message: 'It can never hold together with condition 1' }],
      },
    });
  });

  it('says that it is incomplete once one of them is deleted, and can still be renamed', async () => {
    const zone = await zoneOf('Kaveh Telematics');
    const { rule_id } = await add({ conditions: inside(zone.id) });
    await modules.database.query('delete from geofence where id = $1', [zone.id]);
    expect(valueOf(await as('getRule', { rule_id }))).toMatchObject({ missing: 1, names: { zone: {} } });
    expect(valueOf(await as('updateRule', { rule_id, name: `Rule ${++made}` }))).toMatchObject({ missing: 1 });
  });
});
