import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { NOON, openModules, REMOTE, type ModuleWorld } from '../../../tests/support/modules.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';

const test = withTestDatabase();
let world: ModuleWorld;
beforeAll(async () => {
  world = await openModules(test.database);
  await world.call('consumer', 'Pars Logistics', 'updateAccountDetails', { region: 'Southern Fars' });
  await world.call('consumer', 'Pars Logistics', 'addRole', { name: 'Night shift', permissions: { units: ['r'] } });
});
afterAll(() => world.close());

const list = async (filters: object = {}, more: object = {}) => {
  const page = await world.call('consumer', 'Pars Logistics', 'getAuditList', { filters, ...more });
  if (!page.ok) throw new Error(JSON.stringify(page.error));
  return page.value;
};

describe('the audit', () => {
  it('says who did what, from where, newest first', async () => {
    const { rows } = await list({ user_id: await world.user('consumer') });
    expect(rows[0]).toMatchObject({
      kind: 'roleCreated',
      username: 'consumer',
      remote: REMOTE,
      account_name: 'Pars Logistics',
      time: new Date(NOON).toISOString(),
    });
    expect(rows[1]).toMatchObject({
      kind: 'accountUpdated',
      data: { before: { region: 'Fars' }, after: { region: 'Southern Fars' } },
    });
  });

  it('is narrowed by person, kind, thing, time and words', async () => {
    const role = await world.role('Pars Logistics', 'Night shift');
    expect((await list({ kinds: ['roleCreated'], subject_id: role })).total).toBe(1);
    expect(
      (
        await list({ subject_type: 'role', user_id: await world.user('consumer'), from: new Date(NOON).toISOString() })
      ).rows.map((row) => row.subject_id),
    ).toEqual([role]);
    expect((await list({ from: new Date(NOON + 1).toISOString() })).total).toBe(0);
    expect((await list({ to: new Date(NOON).toISOString() })).rows.every((row) => Date.parse(row.time) < NOON)).toBe(
      true,
    );
    expect((await list({}, { search: 'night sh' })).total).toBe(1);
    expect(
      await world.call('consumer', 'Pars Logistics', 'getAuditList', { filters: { from: 'yesterday' } }),
    ).toMatchObject({ ok: false, error: { fields: [{ field: 'filters.from' }] } });
  });

  it('reaches accounts below and no others', async () => {
    const of = async (name: string) =>
      world.call('dealer', 'Kaveh Telematics', 'getAuditList', { filters: { account_id: await world.account(name) } });
    expect(await of('Pars Logistics')).toMatchObject({ ok: true });
    expect(await of('Волга Транс')).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
    expect(await of('Wayline')).toEqual(await of('Волга Транс'));
  });
});
