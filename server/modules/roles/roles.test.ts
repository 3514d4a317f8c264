import { describe, expect, it } from 'vitest';
import { ceilingOf, revoke, type Permissions } from '../../../src/domain/access/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const READS: Permissions = { units: ['r'] };
const asConsumer = modules.as('consumer', 'Pars Logistics');
const add = (name: string, more: object = {}) => asConsumer('addRole', { name, permissions: READS, ...more });
async function made(name: string, more: object = {}): Promise<number> {
  return valueOf(await add(name, more)).role_id;
}
/** The whole form of a role, as the editor sends it, with changes. */
async function change(roleId: number, changes: object, username = 'consumer') {
  const { name, parent_role_id, permissions, labels } = valueOf(await asConsumer('getOneRole', { role_id: roleId }));
  return modules.world.call(username, 'Pars Logistics', 'updateRole', {
    role_id: roleId,
    name,
    parent_role_id,
    permissions,
    labels,
    ...changes,
  });
}
const field = (name: string) => ({ ok: false, error: { fields: [{ field: name }] } });

describe('a role', () => {
  it('is created, listed with its counts, and recorded', async () => {
    const administrator = await modules.world.role('Pars Logistics', 'Administrator');
    const id = await made('Night shift', {
      parent_role_id: administrator,
      labels: ['night'],
      permissions: { units: ['r', 'm', 'sh'], report: ['r'] },
    });
    const list = await asConsumer('getUserRoles', { search: 'night shift' });
    expect(list).toMatchObject({
      ok: true,
      value: {
        total: 1,
        rows: [
          {
            role_id: id,
            parent_role_name: 'Administrator',
            labels: ['night'],
            users: 0,
            child_roles: 0,
            permission_count: 4,
          },
        ],
      },
    });
    const holders = await asConsumer('getOneRole', { role_id: administrator });
    expect(holders).toMatchObject({
      ok: true,
      value: {
        members: expect.arrayContaining([expect.objectContaining({ username: 'consumer', name: 'Leila Karimi' })]),
      },
    });
  });

  it('has a name of its own in its account, in whatever case', async () => {
    await made('Dock crew');
    expect(await add('dock CREW')).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict, fields: [{ field: 'name' }] },
    });
    expect(
      await modules.world.call('dealer', 'Kaveh Telematics', 'addRole', { name: 'Dock crew', permissions: READS }),
    ).toMatchObject({ ok: true });
  });

  it('reports to a role of the same account and never to itself or below', async () => {
    const top = await made('Top');
    const middle = await made('Middle', { parent_role_id: top });
    const bottom = await made('Bottom', { parent_role_id: middle });
    expect(await change(top, { parent_role_id: bottom })).toMatchObject(field('parent_role_id'));
    expect(await change(top, { parent_role_id: top })).toMatchObject(field('parent_role_id'));
    expect(
      await add('Elsewhere', { parent_role_id: await modules.world.role('Kaveh Telematics', 'Administrator') }),
    ).toMatchObject(field('parent_role_id'));
    expect(await change(bottom, { parent_role_id: top })).toMatchObject({ ok: true, value: { parent_role_id: top } });
  });

  it('grants nothing that its account cannot have, its maker does not hold, or that means nothing; the pairs are named', async () => {
    const message = async (permissions: object) => {
      const refused = await add('Too much', { permissions });
      return refused.ok ? '' : refused.error.fields?.[0]?.message;
    };
    expect(await message({ account: ['r', 'cr', 'cm'] })).toMatch(/type cannot have.*Accounts: Consumers in the menu/);
    expect(await message({ units: ['m'] })).toMatch(/can't be combined.*Units: Menu entry$/);
    expect(await message({ widgets: ['r', 'ex'] })).toMatch(/can't be combined/);
    await made('Keeper', { permissions: { role: ['r', 'a', 'u', 'd', 'm'], user: ['r', 'u'] } });
    await modules.world.call('consumer', 'Pars Logistics', 'updateUserRole', {
      user_id: await modules.world.user('operator'),
      role_id: await modules.world.role('Pars Logistics', 'Keeper'),
    });
    const beyond = await modules.world.call('operator', 'Pars Logistics', 'addRole', {
      name: 'Ladder',
      permissions: { role: ['r'], geofences: ['r'] },
    });
    expect(beyond).toMatchObject(field('permissions'));
    expect(!beyond.ok && beyond.error.fields?.[0]?.message).toMatch(/don't have: Geofences: View/);
  });
});

describe('a change of a role', () => {
  it('records before and after, and nothing when nothing changed', async () => {
    const id = await made('Changing');
    expect(await change(id, { permissions: { units: ['r', 'sh'] } })).toMatchObject({
      ok: true,
      value: { permission_count: 2 },
    });
    await change(id, {});
    const recorded = await modules.database.query<{ kind: string; data: object }>(
      "select kind, data from event where subject_type = 'role' and subject_id = $1 order by sequence",
      [id],
    );
    expect(recorded.map(({ kind }) => kind)).toEqual(['roleCreated', 'roleUpdated']);
    expect(recorded[1]?.data).toMatchObject({
      before: { permissions: { units: ['r'] } },
      after: { permissions: { units: ['r', 'sh'] } },
    });
  });

  it('reaches whoever holds the role with their next call', async () => {
    const id = await modules.world.role('Pars Logistics', 'Viewer');
    expect(await modules.world.call('viewer', 'Pars Logistics', 'getUnitList')).toMatchObject({ ok: true });
    const before = await asConsumer('getOneRole', { role_id: id });
    expect(await change(id, { permissions: { widgets: ['r'] } })).toMatchObject({ ok: true });
    expect(await modules.world.call('viewer', 'Pars Logistics', 'getUnitList')).toMatchObject({
      ok: false,
      error: { code: ERROR.accessRight },
    });
    await change(id, { permissions: before.ok ? before.value.permissions : {} });
    expect(await modules.world.call('viewer', 'Pars Logistics', 'getUnitList')).toMatchObject({ ok: true });
  });

  it('leaves the caller’s own role its name only', async () => {
    const own = await modules.world.role('Pars Logistics', 'Administrator');
    expect(
      await change(own, { permissions: revoke(ceilingOf('CONSUMER'), { resource: 'sims', action: 'rm' }) }),
    ).toMatchObject(field('permissions'));
    expect(await change(own, { parent_role_id: await modules.world.role('Pars Logistics', 'Viewer') })).toMatchObject(
      field('parent_role_id'),
    );
    expect(await change(own, { name: 'Management' })).toMatchObject({ ok: true });
    expect(await change(own, { name: 'Administrator' })).toMatchObject({ ok: true });
  });

  it('is refused for a role that may do more than the caller', async () => {
    expect(
      await change(await modules.world.role('Pars Logistics', 'Administrator'), { name: 'Mine' }, 'operator'),
    ).toMatchObject(field('permissions'));
  });

  it('takes nothing away that roles below hold, and names them', async () => {
    const chief = await made('Chief', { permissions: { units: ['r', 'sh', 'st'] } });
    const middle = await made('Lieutenant', { parent_role_id: chief, permissions: { units: ['r'] } });
    await made('Private', { parent_role_id: middle, permissions: { units: ['r', 'sh'] } });
    const refused = await change(chief, { permissions: { units: ['r', 'st'] } });
    expect(refused).toMatchObject(field('permissions'));
    expect(!refused.ok && refused.error.message).toMatch(
      /^A permission cannot be modified if others need it.*Private$/,
    );
    expect(await change(chief, { permissions: { units: ['r', 'sh'] } })).toMatchObject({ ok: true });
  });
});

describe('deleting a role', () => {
  const remove = (roleId: number) => asConsumer('deleteRole', { role_id: roleId });

  it('waits for its users, its child roles and its invitations', async () => {
    expect(await remove(await modules.world.role('Pars Logistics', 'Viewer'))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('assign its users') },
    });
    const parent = await made('Parent');
    const child = await made('Child', { parent_role_id: parent });
    expect(await remove(parent)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('child roles') },
    });
    await modules.database.query(
      `insert into invitation (id, account_id, role_id, email, email_key, token_hash, status, invited_by, created_at, sent_at, expires_at)
       select 900001, account_id, id, 'a@example.test', 'a@example.test', 'x', 'pending', $2, now(), now(), '2030-01-01' from role where id = $1`,
      [child, await modules.world.user('consumer')],
    );
    expect(await remove(child)).toMatchObject({ ok: false, error: { message: expect.stringContaining('invited') } });
    await modules.database.query("update invitation set status = 'withdrawn' where id = 900001");
    expect(await remove(child)).toEqual({ ok: true, value: {} });
    expect(await remove(parent)).toEqual({ ok: true, value: {} });
    expect(await remove(parent)).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
  });

  it('answers the same for another account’s role as for none', async () => {
    expect(await remove(await modules.world.role('Kaveh Telematics', 'Viewer'))).toEqual(await remove(999_999));
  });
});

describe('what the caller may grant', () => {
  it('is what their role holds', async () => {
    expect(await asConsumer('getAllPermissions')).toMatchObject({
      ok: true,
      value: { permissions: { devices: expect.arrayContaining(['r', 'a']) } },
    });
    const below = await modules.world.call('dealer', 'Kaveh Telematics', 'getSubDealerAccountUserRoles', {
      account_id: await modules.world.account('Pars Logistics'),
    });
    // Seen, and no sub-dealer.
    expect(below).toMatchObject({ ok: false, error: { code: ERROR.accessRight } });
  });
});
