import { beforeEach, describe, expect, it } from 'vitest';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
const above = modules.as('dealer', 'Kaveh Telematics');
const inOther = modules.as('multi', 'Rhein-Isar Kurier');
const WHOLE = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

let units: number[] = [];
let number = 0;
beforeEach(async () => {
  const { rows } = valueOf(await as('getUnitList', { limit: 1_000 }));
  const own = await modules.database.query<{ id: number }>(
    "select u.id from unit u join account a on a.id = u.account_id where a.name = 'Pars Logistics' and not exists (select from unit_allocation l where l.unit_id = u.id) order by u.id",
  );
  units = own.map(({ id }) => id).filter((id) => rows.some(({ unit_id }) => unit_id === id));
  expect(units.length).toBeGreaterThan(3);
  await modules.database.query('delete from driver_key_session');
  await modules.database.query('delete from operator');
});

const operator = async (more: object = {}): Promise<number> =>
  Number(valueOf(await as('createOperator', { name: `Operator ${++number}`, ...more })).operator_id);
/** As detection stores them. */
const signedIn = (unitId: number, key: string, from: number, to: number | null = null) =>
  modules.database.query(
    "insert into driver_key_session (unit_id, key, from_at, to_at, ended) values ($1, $2, $3, $4, case when $4::timestamptz is null then null else 'signedOut' end)",
    [unitId, key, at(from), to === null ? null : at(to)],
  );
const bindingsOf = async (id: number) =>
  valueOf(await as('getOperatorBindings', { operator_ids: [id], ...WHOLE })).bindings.map((each) => [
    each.unit_id,
    each.source,
    Number(each.from.slice(11, 13)),
    each.to === null ? null : Number(each.to.slice(11, 13)),
  ]);

describe('assigning by hand', () => {
  it('ends what was open elsewhere, is refused where it overlaps, and records events', async () => {
    const id = await operator();
    valueOf(await as('assignOperator', { operator_id: id, unit_id: units[0], from: at(8) }));
    valueOf(await as('assignOperator', { operator_id: id, unit_id: units[1], from: at(10) }));
    expect(await bindingsOf(id)).toEqual([
      [units[1], 'manual', 10, null],
      [units[0], 'manual', 8, 10],
    ]);
    const refused = await as('assignOperator', { operator_id: id, unit_id: units[2], from: at(9), to: at(11) });
    expect(refused).toMatchObject({ ok: false, error: { code: ERROR.conflict, fields: [{ field: 'from' }] } });
    valueOf(await as('assignOperator', { operator_id: id, unit_id: units[2], from: at(5), to: at(8) }));
    const events = await modules.database.query<{ kind: string }>(
      "select kind from event where subject_type = 'driver' and subject_id = $1 order by sequence",
      [id],
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'driverAssigned',
      'driverReleased',
      'driverAssigned',
      'driverAssigned',
    ]);
  });

  it('may be at several units at the same time where that was said, never twice at one', async () => {
    const id = await operator({ several_units: true });
    valueOf(await as('assignOperator', { operator_id: id, unit_id: units[0], from: at(8) }));
    valueOf(await as('assignOperator', { operator_id: id, unit_id: units[1], from: at(9) }));
    expect((await bindingsOf(id)).map(([, , , to]) => to)).toEqual([null, null]);
    expect(await as('assignOperator', { operator_id: id, unit_id: units[0], from: at(12) })).toMatchObject({
      ok: false,
    });
  });

  it('is changed, ended and removed', async () => {
    const id = await operator();
    const { binding_id } = valueOf(await as('assignOperator', { operator_id: id, unit_id: units[0], from: at(8) }));
    valueOf(await as('updateOperatorBinding', { binding_id, from: at(6), to: at(7), unit_id: units[1] }));
    expect(await bindingsOf(id)).toEqual([[units[1], 'manual', 6, 7]]);
    expect(await as('updateOperatorBinding', { binding_id, from: at(6), to: at(6) })).toMatchObject({ ok: false });
    valueOf(await as('deleteOperatorBinding', { binding_id }));
    expect(await bindingsOf(id)).toEqual([]);
    expect(await as('releaseOperator', { operator_id: id, unit_id: units[0] })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict },
    });
  });

  it('names neither operators nor units of others', async () => {
    const id = await operator();
    const foreign = await modules.database.query<{ id: number }>(
      "select u.id from unit u join account a on a.id = u.account_id where a.type = 'OWNER' or a.name like '%Telematics' limit 1",
    );
    expect(await as('assignOperator', { operator_id: id, unit_id: foreign[0]?.id ?? 999_999 })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
    expect(await inOther('assignOperator', { operator_id: id, unit_id: units[0] })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
  });
});

describe('operators of sub-accounts', () => {
  it('are listed and assigned by the account above, to units that their own account sees alone', async () => {
    const id = await operator();
    expect(
      valueOf(await above('getOperatorList', { limit: 1_000 })).rows.map((row) => Number(row.operator_id)),
    ).toContain(id);
    valueOf(await above('assignOperator', { operator_id: id, unit_id: units[0], from: at(8), to: at(9) }));
    expect(valueOf(await above('getOperatorTimeline', { operator_id: id, ...WHOLE })).drives).toEqual([]);
    const [other] = await modules.database.query<{ id: number }>(
      "select u.id from unit u join account a on a.id = u.account_id where a.name <> 'Pars Logistics' and a.parent_id = (select id from account where name = 'Kaveh Telematics') and not exists (select from unit_allocation l where l.unit_id = u.id) limit 1",
    );
    expect(other).toBeDefined();
    expect(await above('assignOperator', { operator_id: id, unit_id: other?.id ?? 0, from: at(10) })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
  });
});

describe('keys', () => {
  it('are known for the whole past once an operator has them, by code or as another key, reversed as well', async () => {
    await signedIn(units[0], '08F7E6D5C4B3A201', 8, 10);
    await signedIn(units[1], 'card-2', 11);
    expect(valueOf(await as('getUnknownKeys', { sort: '-last_seen' }))).toMatchObject({
      total: 2,
      rows: [{ key: 'card-2', count: 1, units: 1, unit_id: units[1] }, { key: '08F7E6D5C4B3A201' }],
    });
    const id = await operator({ code: '01A2B3C4D5E6F708' });
    expect(await bindingsOf(id)).toEqual([[units[0], 'key', 8, 10]]);
    valueOf(await as('claimDriverKey', { operator_id: id, key: 'card-2' }));
    expect(await bindingsOf(id)).toEqual([
      [units[1], 'key', 11, null],
      [units[0], 'key', 8, 10],
    ]);
    expect(valueOf(await as('getUnknownKeys', {})).total).toBe(0);
    expect(valueOf(await as('getUnit', { unit_id: units[1] })).drivers).toMatchObject([{ operator_id: id, to: null }]);
    const second = await operator();
    expect(await as('claimDriverKey', { operator_id: second, key: 'card-2' })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict, fields: [{ field: 'code' }] },
    });
  });

  it('that were given back still say who drove until then', async () => {
    const first = await operator({ code: 'card-1' });
    const second = await operator();
    await signedIn(units[0], 'card-1', 8, 10);
    valueOf(await as('updateOperator', { operator_id: first, code: 'card-9' }));
    valueOf(await as('claimDriverKey', { operator_id: second, key: 'card-1' }));
    expect(await bindingsOf(first)).toEqual([[units[0], 'key', 8, 10]]);
    expect(await bindingsOf(second)).toEqual([]);
  });

  it('give way to what was decided by hand, and come back when that is removed', async () => {
    const first = await operator();
    const second = await operator();
    await signedIn(units[0], 'card-1', 8, 18);
    valueOf(await as('claimDriverKey', { operator_id: first, key: 'card-1' }));
    const { binding_id } = valueOf(
      await as('assignOperator', { operator_id: second, unit_id: units[0], from: at(10), to: at(12) }),
    );
    expect(await bindingsOf(first)).toEqual([
      [units[0], 'key', 12, 18],
      [units[0], 'key', 8, 10],
    ]);
    valueOf(await as('deleteOperatorBinding', { binding_id }));
    expect(await bindingsOf(first)).toEqual([[units[0], 'key', 8, 18]]);
    valueOf(await as('releaseOperator', { operator_id: first, unit_id: units[0], at: at(9) }));
    expect(await bindingsOf(first)).toEqual([[units[0], 'key', 8, 9]]);
    const [binding] = valueOf(await as('getOperatorBindings', { operator_ids: [first], ...WHOLE })).bindings;
    expect(binding).toMatchObject({ ended: 'byHand', key: 'card-1' });
    valueOf(await as('deleteOperatorBinding', { binding_id: binding.binding_id }));
    expect(await bindingsOf(first)).toEqual([]);
  });

  it('are unknown again when their operator is deleted', async () => {
    await signedIn(units[0], 'card-1', 8);
    const id = await operator({ code: 'card-1' });
    expect(valueOf(await as('getUnknownKeys', {})).total).toBe(0);
    valueOf(await as('deleteOperators', { operator_ids: [id] }));
    expect(valueOf(await as('getUnknownKeys', {})).rows).toMatchObject([{ key: 'card-1' }]);
  });
});

it('are found by a key, and by no bracket of the list of keys', async () => {
  await operator({ keys: ['A1B2C3D4'] });
  await operator();
  const found = async (search: string) => valueOf(await as('getOperatorList', { search })).total;
  expect([await found('b2c3'), await found('[]'), await found('[')]).toEqual([1, 0, 0]);
});
