import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { openModules, type ModuleWorld } from '../../../tests/support/modules.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';

const test = withTestDatabase();
let world: ModuleWorld;
beforeAll(async () => {
  world = await openModules(test.database);
});
afterAll(() => world.close());

const PARS = 'Pars Logistics';
const setRole = async (username: string, role: string, by = 'consumer') =>
  world.call(by, PARS, 'updateUserRole', {
    user_id: await world.user(username),
    role_id: await world.role(PARS, role),
  });

describe('people of an account', () => {
  it('are listed with their roles, searched and sorted', async () => {
    const list = await world.call('consumer', PARS, 'getUsersList', { limit: 100, sort: 'username' });
    const rows = list.ok ? list.value.rows : [];
    expect(rows.find((row) => row.username === 'operator')).toMatchObject({
      role_name: 'Dispatcher',
      account_name: PARS,
      status: 'active',
      last_seen_at: null,
      picture: '',
    });
    expect(rows.map((row) => row.username)).toEqual(rows.map((row) => row.username).toSorted());
    expect(rows.every((row) => !('permissions' in row) && !('password_hash' in row))).toBe(true);
    const byRole = await world.call('consumer', PARS, 'getUsersList', { limit: 100, sort: 'role_name' });
    const roles = byRole.ok ? byRole.value.rows.map((row) => row.role_name.toLowerCase()) : [];
    expect(new Set(roles).size).toBeGreaterThan(1);
    expect(roles).toEqual(roles.toSorted());
    expect(await world.call('consumer', PARS, 'getUsersList', { search: 'omid sh' })).toMatchObject({
      ok: true,
      value: { total: 1 },
    });
    expect(
      await world.call('consumer', PARS, 'getUsersList', {
        filters: { role_id: await world.role('Kaveh Telematics', 'Administrator') },
      }),
    ).toMatchObject({ ok: true, value: { total: 0 } });
    expect(await world.call('consumer', PARS, 'getTeamPeoples', { search: 'sara az' })).toMatchObject({
      ok: true,
      value: { people: [{ name: 'Sara Azizi', role_name: 'Viewer' }] },
    });
  });

  it('of a sub-account are seen from above, of others not at all', async () => {
    const of = async (name: string) =>
      world.call('dealer', 'Kaveh Telematics', 'getAccountUsers', { account_id: await world.account(name) });
    expect(await of(PARS)).toMatchObject({ ok: true });
    expect(await of('Волга Транс')).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
    expect(await of('Wayline')).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
  });
});

describe('another role for somebody', () => {
  it('counts with their next call and is recorded', async () => {
    expect(await world.call('operator', PARS, 'getUsersList')).toMatchObject({
      ok: false,
      error: { code: ERROR.accessRight },
    });
    expect(await setRole('operator', 'Administrator')).toMatchObject({
      ok: true,
      value: { role_name: 'Administrator' },
    });
    expect(await world.call('operator', PARS, 'getUsersList')).toMatchObject({ ok: true });
    const [event] = await test.database.query<{ data: object }>(
      "select data from event where kind = 'userRoleChanged' order by sequence desc limit 1",
    );
    expect(event?.data).toMatchObject({
      username: 'operator',
      before: { role: 'Dispatcher' },
      after: { role: 'Administrator' },
    });
    expect(await setRole('operator', 'Dispatcher')).toMatchObject({ ok: true });
  });

  it('is of the same account and within what the caller holds', async () => {
    const foreign = { user_id: await world.user('viewer'), role_id: await world.role('Kaveh Telematics', 'Viewer') };
    expect(await world.call('consumer', PARS, 'updateUserRole', foreign)).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'role_id' }] },
    });
    await world.call('consumer', PARS, 'addRole', { name: 'Personnel', permissions: { user: ['r', 'u', 'd'] } });
    await setRole('operator', 'Personnel');
    expect(await setRole('viewer', 'Administrator', 'operator')).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'user_id' }] },
    });
    expect(await setRole('consumer', 'Personnel', 'operator')).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'user_id' }] },
    });
    await setRole('operator', 'Dispatcher');
  });

  it('is another one than before', async () => {
    expect(await setRole('viewer', 'Viewer')).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict, fields: [{ field: 'role_id', message: 'This user already has this role.' }] },
    });
  });

  it('is not one’s own to choose', async () => {
    expect(await setRole('consumer', 'Viewer')).toMatchObject({
      ok: false,
      error: { message: 'You cannot change your own role.' },
    });
  });

  it('leaves the account an administrator', async () => {
    const last = {
      account_id: await world.account(PARS),
      user_id: await world.user('consumer'),
      role_id: await world.role(PARS, 'Viewer'),
    };
    const administrators = await test.database.query<{ username: string }>(
      "select u.username from membership m join role r on r.id = m.role_id join app_user u on u.id = m.user_id where r.name = 'Administrator' and m.account_id = $1 and u.username <> 'consumer'",
      [last.account_id],
    );
    for (const { username } of administrators) await setRole(username, 'Viewer');
    expect(await world.call('dealer', 'Kaveh Telematics', 'updateSubConsumerAccountUserRole', last)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('last administrator') },
    });
    expect(await world.call('dealer', 'Kaveh Telematics', 'subAccountUserRemoved', last)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('last administrator') },
    });
    await setRole('operator', 'Administrator');
    expect(await world.call('dealer', 'Kaveh Telematics', 'updateSubConsumerAccountUserRole', last)).toMatchObject({
      ok: true,
    });
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'updateSubAccountUserRole', {
        ...last,
        role_id: await world.role(PARS, 'Administrator'),
      }),
    ).toMatchObject({ ok: true });
    await setRole('operator', 'Dispatcher');
  });
});

describe('taking somebody out', () => {
  it('is not for oneself', async () => {
    expect(await world.call('consumer', PARS, 'userRemoved', { user_id: await world.user('consumer') })).toMatchObject({
      ok: false,
      error: { message: 'You cannot remove yourself' },
    });
  });

  it('ends their place in the account at once and in no other', async () => {
    const cold = await world.account('Pars Cold Chain');
    const multi = await world.user('multi');
    await test.database.query(
      `insert into api_key (id, user_id, account_id, name, prefix, hash, permissions, created_at) values (1, $1, $2, 'k', 'wl_', 'h', '{}', now())`,
      [multi, cold],
    );
    expect(await world.call('multi', 'Pars Cold Chain', 'getUnitList')).toMatchObject({ ok: true });
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'subConsumerUserRemoved', { account_id: cold, user_id: multi }),
    ).toEqual({ ok: true, value: {} });
    expect(await world.call('multi', 'Pars Cold Chain', 'getUnitList')).toMatchObject({
      ok: false,
      error: { code: ERROR.accountAccess },
    });
    expect(await world.call('multi', 'Rhein-Isar Kurier', 'getUnitList')).toMatchObject({ ok: true });
    expect(
      await test.database.query('select 1 from api_key where user_id = $1 and revoked_at is null', [multi]),
    ).toEqual([]);
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'subConsumerUserRemoved', { account_id: cold, user_id: multi }),
    ).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
  });
});

describe('whether somebody may sign in', () => {
  const setStatus = async (username: string, status: 'active' | 'inactive' | 'blocked', by = 'consumer', reason = '') =>
    world.call(by, PARS, 'updateUserStatus', { user_id: await world.user(username), status, reason });
  const refusedAt = (key: string) => ({
    ok: false,
    error: { code: ERROR.conflict, message: expect.stringMatching(key) },
  });

  it('is changed with a reason, listed, recorded once and changed back', async () => {
    expect(await setStatus('operator', 'blocked', 'consumer', 'Left the company')).toMatchObject({
      ok: true,
      value: { status: 'blocked' },
    });
    expect(await setStatus('operator', 'blocked')).toMatchObject({ ok: true });
    expect(
      await world.call('consumer', PARS, 'getUsersList', { filters: { status: 'blocked' }, search: 'operator' }),
    ).toMatchObject({ ok: true, value: { total: 1 } });
    expect(await setStatus('operator', 'active')).toMatchObject({ ok: true, value: { status: 'active' } });
    const events = await test.database.query<{ data: object }>(
      "select data from event where kind = 'userStatusChanged' order by sequence",
    );
    expect(events.map(({ data }) => data)).toMatchObject([
      { username: 'operator', before: { status: 'active' }, after: { status: 'blocked', reason: 'Left the company' } },
      { after: { status: 'active' } },
    ]);
  });

  it('is not one’s own, nor of somebody who may do more, nor of the last administrator', async () => {
    expect(await setStatus('consumer', 'blocked')).toMatchObject(refusedAt('your own login'));
    await setRole('operator', 'Personnel');
    expect(await setStatus('consumer', 'inactive', 'operator')).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'user_id' }] },
    });
    await setRole('operator', 'Dispatcher');
    const consumer = {
      account_id: await world.account(PARS),
      user_id: await world.user('consumer'),
      status: 'blocked' as const,
    };
    expect(await world.call('dealer', 'Kaveh Telematics', 'updateSubAccountUserStatus', consumer)).toMatchObject(
      refusedAt('last administrator'),
    );
  });

  it('needs all of their accounts in reach', async () => {
    const viewer = await world.user('viewer');
    const [role] = await test.database.query<{ id: number; account_id: number }>(
      "select r.id, r.account_id from role r join account a on a.id = r.account_id where a.name = 'Rhein-Isar Kurier' and r.name = 'Viewer'",
    );
    await test.database.query(
      'insert into membership (user_id, account_id, role_id, created_at) values ($1, $2, $3, now())',
      [viewer, role?.account_id, role?.id],
    );
    expect(await setStatus('viewer', 'blocked')).toMatchObject(refusedAt('also belongs to accounts'));
    await test.database.query('delete from membership where user_id = $1 and account_id = $2', [
      viewer,
      role?.account_id,
    ]);
    expect(await setStatus('viewer', 'inactive')).toMatchObject({ ok: true });
    expect(await setStatus('viewer', 'active')).toMatchObject({ ok: true });
  });
});
