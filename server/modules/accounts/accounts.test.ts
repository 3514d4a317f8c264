import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ceilingOf, type Permissions } from '../../../src/domain/access/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { openModules, REMOTE, type ModuleWorld } from '../../../tests/support/modules.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { hostProof } from './hostName.ts';

const test = withTestDatabase();
let world: ModuleWorld;
beforeAll(async () => {
  world = await openModules(test.database);
});
afterAll(() => world.close());

const form = (name: string, more: object = {}) => ({
  name,
  type: 'CONSUMER',
  default_owner_email: 'boss@example.test',
  ...more,
});
const events = (account: number) =>
  test.database.query<{ kind: string; user_id: number; remote: string; data: Record<string, unknown> }>(
    'select kind, user_id, remote, data from event where account_id = $1 order by sequence desc',
    [account],
  );

describe('lists of accounts', () => {
  it('hold children or all below, by the method, and never anything beside or above', async () => {
    const direct = await world.call('dealer', 'Kaveh Telematics', 'getConsumerList', { limit: 100 });
    expect(direct).toMatchObject({ ok: true });
    const names = direct.ok ? direct.value.rows.map((row) => row.name) : [];
    expect(names).toEqual(expect.arrayContaining(['Bosphorus Transit', 'Pars Logistics', 'Rhein-Isar Kurier']));
    expect(names).not.toContain('Pars Cold Chain');
    const deep = await world.call('dealer', 'Kaveh Telematics', 'getUserSubAccounts', { limit: 100, sort: '-units' });
    const rows = deep.ok ? deep.value.rows : [];
    expect(rows.map((row) => row.name)).toContain('Pars Cold Chain');
    expect(rows.map((row) => row.name)).not.toContain('Волга Транс');
    expect(rows[0]?.name).toBe('Pars Logistics');
    expect(rows[0]).toMatchObject({
      parent_name: 'Kaveh Telematics',
      children: expect.any(Number),
      users: expect.any(Number),
    });
  });

  it('search, filter and refuse a column that they do not have', async () => {
    const found = await world.call('owner', 'Wayline', 'getUserSubAccounts', {
      search: 'cold',
      filters: { type: 'CONSUMER' },
    });
    expect(found).toMatchObject({ ok: true, value: { total: 1, rows: [{ name: 'Pars Cold Chain' }] } });
    expect(await world.call('owner', 'Wayline', 'getUserSubAccounts', { sort: 'settings' })).toMatchObject({
      ok: false,
      error: { code: ERROR.validation },
    });
  });

  it('answer the same for a foreign account as for one that does not exist', async () => {
    const foreign = await world.call('dealer', 'Kaveh Telematics', 'getSubConsumerList', {
      account_id: await world.account('Волга Мониторинг'),
    });
    const missing = await world.call('dealer', 'Kaveh Telematics', 'getSubConsumerList', { account_id: 999_999 });
    expect(foreign).toEqual(missing);
    expect(foreign).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
  });

  it('make a tree with parents first; a search keeps the way down to what it found', async () => {
    const tree = await world.call('consumer', 'Pars Logistics', 'getChildAccounts');
    const all = tree.ok ? tree.value.accounts : [];
    expect(tree.ok && tree.value.total).toBe(all.length);
    expect(all[0]).toMatchObject({ name: 'Pars Logistics', parent_id: null });
    const seen = new Set(all.map((node) => node.account_id));
    expect(all.slice(1).every((node) => node.parent_id !== null && seen.has(node.parent_id))).toBe(true);
    const searched = await world.call('owner', 'Wayline', 'getChildAccounts', { search: 'cold' });
    expect(searched.ok && searched.value.accounts.map((node) => node.name)).toEqual([
      'Wayline',
      'Kaveh Telematics',
      'Pars Logistics',
      'Pars Cold Chain',
    ]);
  });
});

describe('a new account', () => {
  it('has its roles and its invitation, and is entered in the log with who did it and from where', async () => {
    const made = await world.call(
      'dealer',
      'Kaveh Telematics',
      'createDealerConsumerAccounts',
      form('Zagros Freight', { country: 'IR', category: 'business', settings: { timezone: 'Asia/Tehran' } }),
    );
    expect(made).toMatchObject({
      ok: true,
      value: {
        name: 'Zagros Freight',
        status: 'active',
        category: 'business',
        parent_name: 'Kaveh Telematics',
        settings: { timezone: 'Asia/Tehran', skipFormat: false },
      },
    });
    const id = await world.account('Zagros Freight');
    const roles = await test.database.query<{ name: string; permissions: Permissions; parent_role_id: number }>(
      'select name, permissions, parent_role_id from role where account_id = $1 order by id',
      [id],
    );
    expect(roles.map((role) => role.name)).toEqual(['Administrator', 'Dispatcher', 'Viewer']);
    expect(roles[0]?.permissions).toEqual(ceilingOf('CONSUMER'));
    expect(roles[1]?.parent_role_id).not.toBeNull();
    expect(world.invited.at(-1)).toMatchObject({
      accountId: id,
      roleName: 'Administrator',
      emails: ['boss@example.test'],
    });
    const [, , , created] = await events(id);
    expect(created).toMatchObject({ kind: 'accountCreated', remote: REMOTE, data: { after: { country: 'IR' } } });
    expect(JSON.stringify(created?.data)).not.toContain('boss@');
    // The tree knows it without another read.
    expect(world.directory.account(id as AccountId)).toMatchObject({ name: 'Zagros Freight', type: 'CONSUMER' });
  });

  it('is not made at all when the person cannot be invited, and says so at the field that was asked', async () => {
    world.refuseInvitations = {
      code: ERROR.conflict,
      message: 'no',
      title: '',
      category: 'conflict',
      fields: [{ field: 'emails', message: 'no' }],
    };
    const refused = await world.call('dealer', 'Kaveh Telematics', 'createDealerConsumerAccounts', form('Half Made'));
    world.refuseInvitations = null;
    expect(refused).toMatchObject({ ok: false, error: { fields: [{ field: 'default_owner_email' }] } });
    await expect(world.account('Half Made')).rejects.toThrow('0 rows');
  });

  it('has a name that no sibling has, in whatever case', async () => {
    const taken = await world.call(
      'dealer',
      'Kaveh Telematics',
      'createDealerConsumerAccounts',
      form('PARS logistics'),
    );
    expect(taken).toMatchObject({
      ok: false,
      error: {
        code: ERROR.conflict,
        fields: [{ field: 'name', message: 'An account with this name already exists here.' }],
      },
    });
    expect(await world.call('owner', 'Wayline', 'createDealerConsumerAccounts', form('Pars Logistics'))).toMatchObject({
      ok: true,
    });
    await test.database.query(
      "update account set name = 'Pars Logistics of the owner' where name = 'Pars Logistics' and parent_id = $1",
      [await world.account('Wayline')],
    );
  });

  it('stands only where its type may stand', async () => {
    const pars = await world.account('Pars Logistics');
    const gulf = await world.account('Pars Gulf');
    const sub = (name: string, parent: number, more: object = {}) => ({
      ...form(name, more),
      parent_account_id: parent,
    });
    const byConsumer = (
      method: 'createConsumerSubAccounts' | 'createDealerConsumerSubAccounts',
      parent: number,
      more: object = {},
    ) => world.call('consumer', 'Pars Logistics', method, sub('Pars North', parent, more));
    expect(await byConsumer('createConsumerSubAccounts', pars, { type: 'DEALER' })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'type' }] },
    });
    expect(await byConsumer('createConsumerSubAccounts', gulf)).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict },
    });
    expect(await byConsumer('createConsumerSubAccounts', await world.account('Rhein-Isar Kurier'))).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
    expect(await byConsumer('createDealerConsumerSubAccounts', await world.account('Pars Cold Chain'))).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'type' }] },
    });
    expect(
      await world.call('consumer', 'Pars Logistics', 'createDealerConsumerAccounts', form('Pars North')),
    ).toMatchObject({ ok: false, error: { fields: [{ field: 'type' }] } });
    expect(await byConsumer('createConsumerSubAccounts', pars)).toMatchObject({
      ok: true,
      value: { parent_id: pars, type: 'CONSUMER' },
    });
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'createDealerSubAccounts', sub('Nowhere', pars)),
      // Seen, and no place for a dealer's sub-account.
    ).toMatchObject({ ok: false, error: { code: ERROR.accessRight } });
    expect(
      await world.call(
        'dealer',
        'Kaveh Telematics',
        'createDealerConsumerAccounts',
        form('Kaveh South', { type: 'DEALER' }),
      ),
    ).toMatchObject({ ok: true });
    const south = await world.account('Kaveh South');
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'createDealerSubAccounts', sub('Far South', south)),
    ).toMatchObject({ ok: true, value: { parent_id: south } });
  });

  it('gives its administrator no more than who made it holds', async () => {
    const [role] = await test.database.query<{ id: number; permissions: Permissions }>(
      "select r.id, r.permissions from role r join account a on a.id = r.account_id where a.name = 'Kaveh Telematics' and r.name = 'Administrator'",
    );
    const { report: _, ...narrow } = role?.permissions ?? {};
    await test.database.query('update role set permissions = $2 where id = $1', [role?.id, JSON.stringify(narrow)]);
    // Changed behind the product's back, so everything is read again.
    world.close();
    world = await openModules(test.database);
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'createDealerConsumerAccounts', form('Narrow Ltd')),
    ).toMatchObject({ ok: true });
    const made = await test.database.query<{ permissions: Permissions }>(
      'select permissions from role where account_id = $1',
      [await world.account('Narrow Ltd')],
    );
    expect(made.every(({ permissions }) => permissions.report === undefined)).toBe(true);
    await test.database.query('update role set permissions = $2 where id = $1', [
      role?.id,
      JSON.stringify(role?.permissions),
    ]);
    world.close();
    world = await openModules(test.database);
  });
});

describe('a change of an account', () => {
  it('records before and after of what changed, and nothing when nothing did', async () => {
    const id = await world.account('Pars Logistics');
    const first = await world.call('consumer', 'Pars Logistics', 'updateAccountDetails', {
      region: 'Southern Fars',
      address: '12 Lotfali Street',
    });
    expect(first).toMatchObject({ ok: true, value: { region: 'Southern Fars' } });
    const before = await events(id);
    expect(before[0]).toMatchObject({
      kind: 'accountUpdated',
      data: { before: { region: 'Fars' }, after: { region: 'Southern Fars' } },
    });
    expect(
      await world.call('consumer', 'Pars Logistics', 'updateAccountDetails', { region: 'Southern Fars' }),
    ).toMatchObject({ ok: true });
    expect(await events(id)).toHaveLength(before.length);
  });

  it('keeps what the product noted in the settings', async () => {
    await world.call('consumer', 'Pars Logistics', 'updateAccountDetails', {
      settings: { timezone: 'Asia/Dubai', date_format: 'YYYY-MM-DD' },
    });
    const [row] = await test.database.query<{ settings: Record<string, unknown> }>(
      'select settings from account where id = $1',
      [await world.account('Pars Logistics')],
    );
    expect(row?.settings).toMatchObject({ demo_company: 'pars', timezone: 'Asia/Dubai', date_format: 'YYYY-MM-DD' });
  });

  it('names each field that only an account above decides', async () => {
    const own = await world.call('consumer', 'Pars Logistics', 'updateAccountDetails', {
      allow_white_labelling: true,
      host_name: 'fleet.pars.example',
      restrict_sub_accounts: false,
    });
    expect(own).toMatchObject({ ok: false, error: { code: ERROR.validation } });
    expect(!own.ok && own.error.fields?.map((problem) => problem.field)).toEqual([
      'allow_white_labelling',
      'host_name',
    ]);
  });

  it('gives one host name to one account that may have its own look', async () => {
    const pars = await world.account('Pars Logistics');
    const rhein = await world.account('Rhein-Isar Kurier');
    const set = (account: number, data: object) =>
      world.call('dealer', 'Kaveh Telematics', 'updateConsumerAccountDetails', { account_id: account, ...data });
    const unproven = await set(pars, { host_name: 'fleet.pars.example', allow_white_labelling: true });
    const [, record = '', proof = ''] =
      /TXT record (\S+) with the value (\S+) /.exec((!unproven.ok && unproven.error.fields?.[0]?.message) || '') ?? [];
    expect(record).toBe('_wayline.fleet.pars.example');
    world.txtRecords.set(record, ['something else', proof]);
    expect(await set(pars, { host_name: 'fleet.pars.example' })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'host_name' }] },
    });
    expect(await set(pars, { host_name: 'Fleet.Pars.example', allow_white_labelling: true })).toMatchObject({
      ok: true,
      value: { host_name: 'fleet.pars.example' },
    });
    expect(await set(rhein, { host_name: 'fleet.pars.example', allow_white_labelling: true })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict },
    });
    expect(await set(pars, { allow_white_labelling: false })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'host_name' }] },
    });
    expect(await set(pars, { allow_white_labelling: false, host_name: '' })).toMatchObject({
      ok: true,
      value: { host_name: '' },
    });
  });

  it('lets the operator give any host name but that of the server, and others none by the proof of a stranger', async () => {
    const kaveh = await world.account('Kaveh Telematics');
    const own = { host_name: 'wayline.example', allow_white_labelling: true };
    const give = (host_name: string) =>
      world.call('owner', 'Wayline', 'updateDealerAccountDetails', { account_id: kaveh, ...own, host_name });
    expect(await give('wayline.example')).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'host_name', message: 'This is the address of the server itself.' }] },
    });
    expect(await give('kaveh.example')).toMatchObject({ ok: true, value: { host_name: 'kaveh.example' } });
    world.txtRecords.set('_wayline.taken.example', [hostProof('a secret of the tests', kaveh + 1, 'taken.example')]);
    const pars = await world.account('Pars Logistics');
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'updateConsumerAccountDetails', {
        ...own,
        account_id: pars,
        host_name: 'taken.example',
      }),
    ).toMatchObject({ ok: false, error: { fields: [{ field: 'host_name' }] } });
  });

  it('reaches by each method exactly the accounts that it is for', async () => {
    const ids = Object.fromEntries(
      await Promise.all(
        ['Kaveh Telematics', 'Pars Logistics', 'Pars Cold Chain', 'Wayline'].map(
          async (name) => [name, await world.account(name)] as const,
        ),
      ),
    );
    const reaches = async (
      method:
        | 'updateDealerAccountDetails'
        | 'updateConsumerAccountDetails'
        | 'updateChildAccountDetails'
        | 'updateDealerChildAccountDetails'
        | 'updateConsumerChildAccountDetails',
    ) => {
      const reached: string[] = [];
      for (const [name, id] of Object.entries(ids))
        if ((await world.call('owner', 'Wayline', method, { account_id: id })).ok) reached.push(name);
      return reached;
    };
    expect(await reaches('updateDealerAccountDetails')).toEqual(['Kaveh Telematics']);
    expect(await reaches('updateConsumerAccountDetails')).toEqual([]);
    expect(await reaches('updateChildAccountDetails')).toEqual([
      'Kaveh Telematics',
      'Pars Logistics',
      'Pars Cold Chain',
    ]);
    expect(await reaches('updateDealerChildAccountDetails')).toEqual(['Pars Logistics']);
    expect(await reaches('updateConsumerChildAccountDetails')).toEqual(['Pars Logistics', 'Pars Cold Chain']);
  });
});

describe('the status of an account', () => {
  it('counts at once for those who work in it and below it', async () => {
    const id = await world.account('Pars Logistics');
    const unit = () => world.call('viewer', 'Pars Logistics', 'getUnitList');
    const below = () => world.call('multi', 'Pars Cold Chain', 'getUnitList');
    expect((await unit()).ok && (await below()).ok).toBe(true);
    expect(
      await world.call('dealer', 'Kaveh Telematics', 'updateConsumerAccountStatus', {
        account_id: id,
        status: 'blocked',
      }),
    ).toMatchObject({ ok: true, value: { status: 'blocked' } });
    expect(await unit()).toMatchObject({ ok: false, error: { code: ERROR.accessDenied } });
    expect(await below()).toMatchObject({ ok: false, error: { code: ERROR.accessDenied } });
    await world.call('dealer', 'Kaveh Telematics', 'updateConsumerAccountStatus', {
      account_id: id,
      status: 'inactive',
    });
    expect(await below()).toMatchObject({ ok: false, error: { code: ERROR.accountInactive } });
    await world.call('dealer', 'Kaveh Telematics', 'updateAccountStatus', { account_id: id, status: 'active' });
    expect((await unit()).ok && (await below()).ok).toBe(true);
    expect((await events(id)).slice(0, 3).map(({ data }) => data.after)).toEqual([
      { status: 'active' },
      { status: 'inactive' },
      { status: 'blocked' },
    ]);
  });

  it('is nobody’s own to change', async () => {
    const own = { account_id: await world.account('Kaveh Telematics'), status: 'inactive' };
    expect(await world.call('dealer', 'Kaveh Telematics', 'updateAccountStatus', own)).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'status' }] },
    });
  });
});

describe('reference data and counts', () => {
  it('offer roles to those who may see them', async () => {
    const seen = await world.call('consumer', 'Pars Logistics', 'getRefData');
    const unseen = await world.call('viewer', 'Pars Logistics', 'getRefData');
    expect(seen.ok && seen.value.roles.map((role) => role.name)).toEqual(
      expect.arrayContaining(['Administrator', 'Dispatcher', 'Viewer']),
    );
    expect(unseen.ok && unseen.value.roles).toEqual([]);
    expect(unseen.ok && unseen.value.timezones[0]).toBe('UTC');
  });

  it('count the account and its tree', async () => {
    const counted = await world.call('dealer', 'Kaveh Telematics', 'dashboardDetails');
    expect(counted).toMatchObject({ ok: true });
    const [{ units }] = await test.database.query<{ units: number }>(
      'select count(*) as units from unit where account_id = any($1::int8[])',
      [world.directory.scopeOf((await world.account('Kaveh Telematics')) as AccountId)],
    );
    expect(counted.ok && counted.value.units).toBe(units);
  });
});
