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

  it('names no people of accounts above to an account below, nor finds them by name or address', async () => {
    const dealer = await world.user('dealer');
    const { value: device } = (await world.call('dealer', 'Kaveh Telematics', 'createDevice', {
      name: 'Lent',
      device_model: 'FMB920',
      unique_identifier: 'AUDITLENT',
    })) as { ok: true; value: { device_id: number } };
    const lent = { device_ids: [device.device_id], account_id: await world.account('Pars Logistics') };
    const from = new Date(NOON - 3_600_000).toISOString();
    await world.call('dealer', 'Kaveh Telematics', 'allocateDevices', {
      ...lent,
      start_date: from,
      end_date: new Date(NOON + 3_600_000).toISOString(),
    });
    const subject = { subject_type: 'device', subject_id: device.device_id };
    const [entry] = (await list(subject)).rows;
    expect(entry).toMatchObject({ kind: 'deviceAllocated', user_id: null, username: '', remote: '', by_parent: true });
    expect((await list({ user_id: dealer })).total).toBe(0);
    expect((await list(subject, { search: 'dealer' })).total).toBe(0);
    expect((await list(subject, { search: REMOTE })).total).toBe(0);
    const above = await world.call('dealer', 'Kaveh Telematics', 'getAuditList', {
      filters: { ...subject, account_id: await world.account('Pars Logistics') },
    });
    expect(above).toMatchObject({ value: { rows: [{ username: 'dealer', remote: REMOTE, by_parent: false }] } });
    // Events of before do not say in which account their person acted.
    await test.database.query('update event set actor_account_id = null');
    expect((await list(subject)).rows[0]).toMatchObject({ username: '', by_parent: true });
    expect((await list({ kinds: ['roleCreated'] })).rows[0]).toMatchObject({ username: 'consumer', by_parent: false });
  });

  it('names no people of accounts above among what was done to a unit that is lent', async () => {
    const { value: carried } = (await world.call('dealer', 'Kaveh Telematics', 'createDevice', {
      name: 'Carried',
      device_model: 'FMB920',
      unique_identifier: 'AUDITUNIT',
    })) as { ok: true; value: { device_id: number } };
    const device_ids = [carried.device_id];
    const { value: unit } = (await world.call('dealer', 'Kaveh Telematics', 'createUnit', {
      name: 'Lent van',
      device_ids,
    })) as { ok: true; value: { unit_id: number } };
    await world.call('dealer', 'Kaveh Telematics', 'allocateUnit', {
      unit_id: unit.unit_id,
      device_ids,
      account_id: await world.account('Pars Logistics'),
      start_date: new Date(NOON).toISOString(),
      end_date: new Date(NOON + 3_600_000).toISOString(),
    });
    const asked = { unit_id: unit.unit_id };
    const seen = await world.call('consumer', 'Pars Logistics', 'getUnitActivity', asked);
    expect(seen).toMatchObject({
      value: { rows: [{ kind: 'unitAllocated', username: '', remote: '', by_parent: true }] },
    });
    const own = await world.call('dealer', 'Kaveh Telematics', 'getUnitActivity', asked);
    expect(own).toMatchObject({
      value: { rows: [{ username: 'dealer', remote: REMOTE }, { username: 'dealer' }, {}] },
    });
    const spans = { unit_id: unit.unit_id, sort: 'username' };
    expect(await world.call('consumer', 'Pars Logistics', 'getUnitAllocations', spans)).toMatchObject({
      value: { rows: [{ username: '' }] },
    });
    expect(await world.call('dealer', 'Kaveh Telematics', 'getUnitAllocations', spans)).toMatchObject({
      value: { rows: [{ username: 'dealer' }] },
    });
  });
});
