import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Found } from '../../src/api/contract/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { fillWorld, position, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
const callers: Record<string, { token: string; account: number | null }> = {};

beforeAll(async () => {
  await fillWorld(test.database);
  const all = {
    units: ['r', 'ar'],
    devices: ['r', 'ar'],
    sims: ['r', 'ar'],
    account: ['r', 'ar'],
    user: ['r'],
    role: ['r'],
    label: ['r'],
  };
  await test.database.query('update role set permissions = $1 where account_id in (2, 7)', [all]);
  await test.database.query(
    'update role set permissions = permissions || $1 where id = (select role_id from membership where user_id = 5 and account_id = 4)',
    [{ user: ['r', 'd'] }],
  );
  await test.database.query(
    "insert into sim (id, account_id, sim_number, sim_operator, created_at) values (1, 4, '79001112233', 'MegaCom', now()), (2, 7, '79009998877', 'MegaCom', now())",
  );
  for (const [id, name] of [
    [43, 'Red'],
    [44, 'Redwood'],
    [45, 'Big Red'],
    [46, 'Hundred'],
  ] as const) {
    await test.database.query(
      "insert into unit (id, account_id, name, kind, created_at) values ($1, 4, $2, 'van', now())",
      [id, name],
    );
  }
  api = await startApi(test.database);
  for (const name of ['dealer', 'viewer', 'multi', 'red']) callers[name] = await api.signIn(name);
  api.positions.stored.push(position(40, 1));
}, 60_000);
afterAll(() => api.close());

const search = async (text: string, who = 'dealer') =>
  (await api.call('searchAll', { text }, callers[who])).data.found as Found[];
const titles = (found: Found[], kind: Found['kind']) =>
  found.filter((each) => each.kind === kind).map(({ title }) => title);

describe('searching over everything', () => {
  it('puts the whole word before its beginning, that before the beginning of a word, that before any part', async () => {
    expect(titles(await search('red'), 'unit')).toEqual(['Red', 'Redwood', 'Big Red', 'Hundred']);
    expect(titles(await search('RED '), 'unit')).toEqual(['Red', 'Redwood', 'Big Red', 'Hundred']);
  });

  it('finds units and devices by identifier, SIM cards by number, accounts, people and roles, towns', async () => {
    const byIdentifier = await search('356307042441013');
    expect(byIdentifier.map(({ kind, id }) => [kind, id])).toEqual([
      ['unit', 40],
      ['device', 40],
    ]);
    expect(byIdentifier[0]).toMatchObject({ latitude: 52.001, longitude: 13, detail: 'Blue Freight' });
    expect(titles(await search('7900'), 'sim')).toEqual(['79001112233']);
    expect(titles(await search('blue'), 'account')).toEqual(['Blue Depot', 'Blue Freight']);
    expect(titles(await search('dealer@'), 'user')).toEqual(['dealer Test']);
    expect(titles(await search('role'), 'role')).toEqual(['Role 2']);
    expect((await search('kazan')).find(({ kind }) => kind === 'place')).toMatchObject({
      id: 0,
      detail: 'Russia',
      latitude: expect.closeTo(55.8, 0) as number,
    });
  });

  it('finds units by the name of a group and by the model of a device, and the group itself where one may read it', async () => {
    await test.database.query('update unit set labels = $1 where id in (43, 45)', ['["Night shift"]']);
    await test.database.query("update device set device_model = 'Trackmaster 5' where id = 40");
    await test.database.query(
      "insert into label (id, account_id, name, kind, created_at) values (501, 2, 'Night shift', 'units', now()), (502, 7, 'Night shift', 'units', now())",
    );
    const found = await search('night SHIFT');
    expect(titles(found, 'unit')).toEqual(['Red', 'Big Red']);
    expect(found.filter(({ kind }) => kind === 'label')).toMatchObject([
      { id: 501, title: 'Night shift', detail: 'units' },
    ]);
    expect(titles(await search('night shift', 'viewer'), 'label')).toEqual([]);
    const byModel = (await search('trackmaster')).filter(({ kind }) => kind !== 'place');
    expect(byModel.map(({ kind, id }) => [kind, id])).toEqual([
      ['unit', 40],
      ['device', 40],
    ]);
    // Neither comes from an account that is out of reach.
    expect(await search('night shift', 'red')).toMatchObject([{ kind: 'label', id: 502 }]);
    expect(await search('trackmaster', 'red')).toEqual([]);
  });

  it('stays in reach and within what the caller may read', async () => {
    for (const text of ['Red Truck', 'RED1', '79009998877', 'Red Cargo']) expect(await search(text)).toEqual([]);
    expect(titles(await search('Red Truck', 'red'), 'unit')).toEqual(['Red Truck']);
    const viewer = await search('blue', 'viewer');
    expect(new Set(viewer.map(({ kind }) => kind))).toEqual(new Set(['unit', 'place']));
    expect((await search('7900', 'viewer')).map(({ kind }) => kind)).not.toContain('sim');
  });

  it('takes signs as letters, bounds what it answers, and needs an account', async () => {
    expect(titles(await search('%%'), 'unit')).toEqual([]);
    // Nor is how an empty list of groups is stored.
    expect(titles(await search('[]'), 'unit')).toEqual([]);
    const found = await search('de');
    for (const kind of ['unit', 'device', 'place'] as const) expect(titles(found, kind).length).toBeLessThanOrEqual(8);
    expect((await api.call('searchAll', { text: 'x' }, callers.dealer)).error).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'text' }],
    });
    expect((await api.call('searchAll', { text: 'blue' }, { token: callers.multi?.token ?? '' })).error?.code).toBe(
      ERROR.accountMissing,
    );
  });
});

describe('saved views', () => {
  const view = {
    list: 'units',
    name: 'Idle vans',
    columns: ['name', 'status'],
    sort: '-name',
    search: 'van',
    filters: { kind: 'van' },
  };
  const views = async (who: string, list = 'units') =>
    (await api.call('getSavedViews', { list }, callers[who])).data.views as {
      view_id: number;
      name: string;
      own: boolean;
    }[];
  const save = (who: string, data: object) => api.call('createSavedView', data, callers[who]);

  it('are kept as they were given, for oneself; shared ones are seen in the account', async () => {
    const { data } = await save('viewer', view);
    expect(data).toEqual({
      ...view,
      view_id: data.view_id,
      shared: false,
      own: true,
      removable: true,
      is_default: false,
    });
    await save('viewer', { ...view, name: 'For all', shared: true });
    expect(await views('viewer')).toEqual([
      {
        ...view,
        name: 'For all',
        view_id: expect.any(Number) as number,
        shared: true,
        own: true,
        removable: true,
        is_default: false,
      },
      data,
    ]);
    expect(await views('viewer', 'devices')).toEqual([]);
    expect((await views('multi')).map(({ name, own }) => [name, own])).toEqual([['For all', false]]);
    expect(await views('dealer')).toEqual([]);
  });

  it('are changed and deleted by who made them alone', async () => {
    const [shared] = await views('multi');
    const change = (who: string, more: object = {}) =>
      api.call(
        'updateSavedView',
        { ...view, view_id: shared?.view_id, name: 'Renamed', shared: true, ...more },
        callers[who],
      );
    expect((await change('multi')).error?.code).toBe(ERROR.notFound);
    expect((await api.call('deleteSavedView', { view_id: shared?.view_id }, callers.multi)).error?.code).toBe(
      ERROR.notFound,
    );
    expect((await change('viewer')).data).toMatchObject({ name: 'Renamed', own: true });
    expect((await change('viewer', { name: 'Idle vans' })).error).toMatchObject({
      code: ERROR.conflict,
      fields: [{ field: 'name', message: 'A view with this name already exists.' }],
    });
    expect((await api.call('deleteSavedView', { view_id: shared?.view_id }, callers.viewer)).error).toBeNull();
    expect(await views('multi')).toEqual([]);
  });

  it('change in what is named alone, stay of their list, and a name is bounded as the form bounds it', async () => {
    const { data: kept } = await save('viewer', { ...view, list: 'sims', name: 'Free cards' });
    const change = (more: object) => api.call('updateSavedView', { view_id: kept.view_id, ...more }, callers.viewer);
    expect((await change({ name: '  Spare cards ' })).data).toEqual({ ...kept, name: 'Spare cards' });
    expect((await change({ filters: { use: 'free' }, search: '', list: 'units' })).data).toEqual({
      ...kept,
      name: 'Spare cards',
      filters: { use: 'free' },
      search: '',
    });
    expect((await change({ name: 'x'.repeat(41) })).error).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'name', message: 'Name may have at most 40 characters' }],
    });
    expect((await change({ name: ' ' })).error?.fields).toMatchObject([{ field: 'name' }]);
    expect((await change({ filters: ['free'] })).error?.fields).toMatchObject([{ field: 'filters' }]);
    await api.call('deleteSavedView', { view_id: kept.view_id }, callers.viewer);
  });

  it('open their list: one for each person and list, of those that the person sees', async () => {
    const { data: own } = await save('viewer', { ...view, list: 'sims', name: 'Mine' });
    const { data: shared } = await save('viewer', { ...view, list: 'sims', name: 'For all', shared: true });
    const { data: other } = await save('multi', { ...view, list: 'sims', name: 'Theirs' });
    const open = async (who: string, view_id: unknown, list = 'sims') =>
      (await api.call('setDefaultView', { list, view_id }, callers[who])).error?.code ?? null;
    const opening = async (who: string) =>
      (
        (await api.call('getSavedViews', { list: 'sims' }, callers[who])).data.views as {
          name: string;
          is_default: boolean;
        }[]
      )
        .filter((each) => each.is_default)
        .map(({ name }) => name);
    expect([await open('viewer', own.view_id), await open('multi', shared.view_id)]).toEqual([null, null]);
    expect([await opening('viewer'), await opening('multi')]).toEqual([['Mine'], ['For all']]);
    expect([await open('viewer', shared.view_id), await opening('viewer')]).toEqual([null, ['For all']]);
    // Of another person, of another list, and of no account at all.
    expect([
      await open('viewer', other.view_id),
      await open('viewer', own.view_id, 'units'),
      await open('dealer', shared.view_id),
    ]).toEqual([ERROR.notFound, ERROR.notFound, ERROR.notFound]);
    expect((await api.call('setDefaultView', { list: 'sims' }, callers.viewer)).error).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'view_id' }],
    });
    // Its maker keeps it alone: nobody else's list opens with it any more.
    expect(
      (await api.call('updateSavedView', { view_id: shared.view_id, shared: false }, callers.viewer)).data,
    ).toMatchObject({ name: 'For all', shared: false, is_default: true });
    expect([await opening('multi'), await open('multi', shared.view_id)]).toEqual([[], ERROR.notFound]);
    expect([await open('viewer', null), await opening('viewer')]).toEqual([null, []]);
    await open('viewer', own.view_id);
    for (const [who, { view_id }] of [
      ['viewer', own],
      ['viewer', shared],
      ['multi', other],
    ] as const)
      expect((await api.call('deleteSavedView', { view_id }, callers[who])).error).toBeNull();
    expect(await opening('viewer')).toEqual([]);
  });

  it('that are shared are bounded in the account, and outlive their maker until somebody who may remove people deletes them', async () => {
    const fill =
      "insert into saved_view (id, user_id, account_id, list, name, shared, state, created_at) select 5000 + n, 900, 4, 'devices', 'Old ' || n, true, '{}', now() from generate_series(1, 200) n";
    await test.database.query(fill);
    const shared = { ...view, list: 'devices', name: 'One more', shared: true };
    expect((await save('multi', shared)).error).toMatchObject({
      code: ERROR.conflict,
      message: 'The account can have at most 200 shared views of a list. Delete one, or save yours without sharing it.',
      fields: [{ field: 'shared' }],
    });
    const { data: own } = await save('multi', { ...shared, shared: false });
    expect(
      (await api.call('updateSavedView', { ...shared, view_id: own.view_id }, callers.multi)).error?.fields,
    ).toMatchObject([{ field: 'shared' }]);

    const remove = (who: string) => api.call('deleteSavedView', { view_id: 5001 }, callers[who]);
    const removable = async (who: string) =>
      (
        (await api.call('getSavedViews', { list: 'devices' }, callers[who])).data.views as {
          view_id: number;
          removable: boolean;
        }[]
      ).find(({ view_id }) => view_id === 5001)?.removable;
    expect([await removable('viewer'), (await remove('viewer')).error?.code]).toEqual([false, ERROR.notFound]);
    // Its maker is still there: it stays theirs alone.
    const { data: standing } = await save('viewer', { ...view, name: 'Standing', shared: true });
    expect((await api.call('deleteSavedView', { view_id: standing.view_id }, callers.multi)).error?.code).toBe(
      ERROR.notFound,
    );
    expect([await removable('multi'), (await remove('multi')).error]).toEqual([true, null]);
    expect((await save('multi', shared)).error).toMatchObject({ fields: [{ field: 'name' }] });
    expect((await api.call('updateSavedView', { ...shared, view_id: own.view_id }, callers.multi)).error).toBeNull();
    await api.call('deleteSavedView', { view_id: standing.view_id }, callers.viewer);
  });

  it('are bounded, named once each, and of an account', async () => {
    expect((await save('viewer', view)).error).toMatchObject({ code: ERROR.conflict });
    for (let index = 1; index < 50; index++) await save('viewer', { ...view, name: `View ${index}` });
    expect((await save('viewer', { ...view, name: 'One more' })).error?.message).toBe(
      'You can save at most 50 views of a list. Delete one first.',
    );
    expect((await save('viewer', { ...view, list: 'sims' })).error).toBeNull();
    expect((await api.call('createSavedView', view, { token: callers.viewer?.token ?? '' })).error?.code).toBe(
      ERROR.accountMissing,
    );
  });
});

describe('addresses', () => {
  it('are in words, in the order of the points, in the language of the call', async () => {
    const points = [
      { latitude: 55.79, longitude: 49.12 },
      { latitude: -48.9, longitude: -123.4 },
    ];
    const { data } = await api.call('getAddresses', { points }, { ...callers.dealer, lang: 'ru' });
    expect(data.addresses).toEqual([expect.stringMatching(/^Kazan.*, Россия$/), '-48,9000°, -123,4000°']);
  });
});
