import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { START, fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
let dealer: { token: string; account: number | null };
let consumer: typeof dealer;
const events: DomainEvent[] = [];

beforeAll(async () => {
  await fillWorld(test.database);
  api = await startApi(test.database);
  dealer = await api.signIn('dealer');
  consumer = await api.signIn('consumer');
  test.database.onEvents((batch) => void events.push(...batch));
});
afterAll(() => api.close());

const device = async (identifier: string, who = consumer) =>
  (
    await api.call(
      'createDevice',
      { name: `Tracker ${identifier}`, device_model: 'FMB920', unique_identifier: identifier },
      who,
    )
  ).data.device_id;

describe('the unit list', () => {
  const rows = async (data: object) =>
    (await api.call('getUnitList', data, dealer)).data as Record<'rows' | 'total', unknown>;
  const names = async (data: object) => ((await rows(data)).rows as { name: string }[]).map((row) => row.name);

  it('shows what lists need', async () => {
    expect((await rows({ search: 'Depot Van' })).rows).toEqual([
      {
        unit_id: 60,
        account_id: 6,
        account_name: 'Blue Depot',
        name: 'Depot Van',
        kind: 'van',
        status: 'active',
        labels: [],
        identifiers: ['DEPOT1'],
        device_model: 'FMB920',
        allocated_to: null,
        drivers: [],
        location: null,
      },
    ]);
  });

  it('pages without repeating or missing a row, and counts all', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => rows({ page, limit: 1 })));
    expect(pages.map((page) => page.total)).toEqual([4, 4, 4, 4, 4]);
    expect(
      pages
        .flatMap((page) => page.rows as { unit_id: number }[])
        .map((row) => row.unit_id)
        .toSorted(),
    ).toEqual([40, 41, 60, 80]);
  });

  it('is read whole by id, from where the last answer ended', async () => {
    const read = async (data: object, who = dealer) =>
      (await api.call('getAllUnits', data, who)).data.rows as { unit_id: number }[];
    const all = (await rows({})).rows as { unit_id: number }[];
    expect(await read({})).toEqual(all.toSorted((one, other) => one.unit_id - other.unit_id));
    expect((await read({ after: 40, limit: 2 })).map((row) => row.unit_id)).toEqual([41, 60]);
    expect(await read({ after: 80 })).toEqual([]);
    expect((await api.call('getAllUnits', { limit: 1_001, after: -1 }, dealer)).error).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'after' }, { field: 'limit' }],
    });
  });

  it('finds by name, account and identifier; signs of LIKE are letters', async () => {
    expect(await names({ search: 'blue o' })).toEqual(['Blue One']);
    expect(await names({ search: 'depot corner' })).toEqual(['Corner Car']);
    expect(await names({ search: '35630704244' })).toEqual(['Blue One']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ search: "'; drop table unit; --" })).toEqual([]);
  });

  it('sorts by known columns only, in both directions', async () => {
    expect(await names({ sort: '-name' })).toEqual(['Depot Van', 'Corner Car', 'Blue One', '=Blue Two']);
    for (const sort of ['kind', 'status', 'account_name', 'identifier', 'device_model', 'created_at'])
      expect(await names({ sort })).toHaveLength(4);
    const refused = await api.call('getUnitList', { sort: 'password_hash' }, dealer);
    expect(refused.error).toMatchObject({ code: ERROR.validation, fields: [{ field: 'sort' }] });
  });

  it('filters by kind, status and account, and is never unbounded', async () => {
    expect(await names({ filters: { account_id: 6 } })).toEqual(['Depot Van']);
    expect(await names({ filters: { kind: 'boat' } })).toEqual([]);
    expect(await names({ filters: { status: 'active' } })).toHaveLength(4);
    const refused = await api.call('getUnitList', { limit: 1_001, page: 0 }, dealer);
    expect(refused.error?.fields?.map(({ field, message }) => [field, /1000|1/.test(message)])).toEqual([
      ['page', true],
      ['limit', true],
    ]);
  });
});

describe('creating and changing units', () => {
  it('registers a tracker, takes it off the unclaimed ones, and records it', async () => {
    await test.database.query(
      "insert into unclaimed_device (identifier, protocol, address, first_seen, last_seen, attempts) values ('NEW1','gt06','a',now(),now(),1)",
    );
    const { data } = await api.call(
      'createDevice',
      { name: 'Tracker 1', device_model: 'GT06', unique_identifier: 'NEW1' },
      consumer,
    );
    expect(data).toMatchObject({
      name: 'Tracker 1',
      device_model: 'GT06',
      unique_identifier: 'NEW1',
      status: 'ACTIVE',
    });
    expect(await test.database.query("select 1 from unclaimed_device where identifier = 'NEW1'")).toEqual([]);
    expect(events.at(-1)).toMatchObject({
      account_id: 4,
      kind: 'deviceCreated',
      subject_type: 'device',
      subject_id: data.device_id,
      user_id: 3,
    });
  });

  it('refuses a known identifier, also of another account, and a bad one with its bound', async () => {
    const again = await api.call(
      'createDevice',
      { name: 'Copy', device_model: 'X', unique_identifier: 'RED1' },
      consumer,
    );
    // As one of which a tracker reports: that another tenant has it is not said.
    expect(again).toMatchObject({ status: 200, error: { code: ERROR.trackerProof, category: 'validation' } });
    const bad = await api.call('createDevice', { name: 'No', device_model: ' ', unique_identifier: 'A B' }, consumer);
    expect(bad.error?.fields).toEqual([
      { field: 'name', message: 'Name must have at least 3 characters' },
      { field: 'device_model', message: 'The Device model field is required' },
      { field: 'unique_identifier', message: 'Unique identifier contained space' },
    ]);
  });

  it('creates a unit with its devices in order; the event carries the summary; history reaches it at once', async () => {
    const ids = [await device('UNITB'), await device('UNITA')];
    const { data, error } = await api.call(
      'createUnit',
      { name: '  Fresh Van ', kind: 'truck', device_ids: ids },
      consumer,
    );
    expect(error).toBeNull();
    expect(data).toMatchObject({
      account_id: 4,
      account_name: 'Blue Freight',
      name: 'Fresh Van',
      kind: 'truck',
      status: 'active',
      identifiers: ['UNITB', 'UNITA'],
    });
    expect(events.at(-1)).toMatchObject({
      kind: 'unitCreated',
      subject_type: 'unit',
      subject_id: data.unit_id,
      time: new Date(START).toISOString(),
      data: { name: 'Fresh Van', device_ids: ids },
    });
    expect(api.directory.accountOf(data.unit_id)).toBe(4);
    expect(api.directory.unitIdsOf([4 as AccountId])).toContain(data.unit_id);
  });

  it('refuses a taken name, a device twice, an unknown one, and one that is in a unit', async () => {
    const free = await device('FREE1');
    const create = async (name: string, ids: number[]) =>
      (await api.call('createUnit', { name, device_ids: ids }, consumer)).error;
    expect(await create('BLUE ONE', [free])).toMatchObject({
      code: ERROR.conflict,
      fields: [{ field: 'name', message: 'A unit with this name already exists.' }],
    });
    expect(await create('Twice', [free, free])).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'device_ids' }],
    });
    expect(await create('Unknown', [999_999])).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'device_ids' }],
    });
    expect(await create('In use', [40])).toMatchObject({
      code: ERROR.conflict,
      fields: [{ field: 'device_ids', message: 'The device already belongs to another unit.' }],
    });
    expect(await create('None', [])).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'device_ids', message: 'Please choose at least one device' }],
    });
    expect(await create('Right', [free])).toBeNull();
  });

  it('gives a name and a device to one of many who ask at the same moment', async () => {
    const contested = await device('RACE1');
    const before = events.length;
    const attempts = await Promise.all(
      Array.from({ length: 5 }, () => api.call('createUnit', { name: 'Race', device_ids: [contested] }, consumer)),
    );
    expect(attempts.filter(({ error }) => error === null)).toHaveLength(1);
    expect(attempts.filter(({ error }) => error?.code === ERROR.conflict)).toHaveLength(4);
    expect(events.slice(before).filter(({ kind }) => kind === 'unitCreated')).toHaveLength(1);
  });

  it('renames and changes the kind, one event each, none when nothing changes', async () => {
    const before = events.length;
    const { data } = await api.call('updateUnit', { unit_id: 60, name: 'Depot Bus', kind: 'bus' }, dealer);
    expect(data).toMatchObject({ unit_id: 60, name: 'Depot Bus', kind: 'bus', account_id: 6 });
    await api.call('updateUnit', { unit_id: 60, name: 'Depot Bus', kind: 'bus' }, dealer);
    await api.call('updateUnit', { unit_id: 60 }, dealer);
    expect(events.slice(before)).toMatchObject([
      {
        account_id: 6,
        kind: 'unitRenamed',
        subject_id: 60,
        user_id: 2,
        data: { name: 'Depot Bus', previous_name: 'Depot Van' },
      },
      {
        account_id: 6,
        kind: 'unitUpdated',
        subject_id: 60,
        data: { name: 'Depot Bus', before: { kind: 'van' }, after: { kind: 'bus' } },
      },
    ]);
    await api.directory.settled();
    expect(api.directory.nameOf(60)).toBe('Depot Bus');
  });

  it('keeps the kind when only the name is sent', async () => {
    const { data } = await api.call('updateUnit', { unit_id: 60, name: 'Depot Coach' }, dealer);
    expect(data).toMatchObject({ name: 'Depot Coach', kind: 'bus' });
  });
});

describe('the rest of a unit', () => {
  const unit = async (id: number, who = dealer) => (await api.call('getUnit', { unit_id: id }, who)).data;
  const latest = (count: number) => events.slice(-count);

  it('shows its devices with their settings and sensors, where it was put, and what it is attached to', async () => {
    const definition = { type: 'fuel', name: 'Tank', parameter: 'fuel', field: 'tank', visible: true };
    await test.database.query(
      "insert into sensor (id, device_id, position, field, name, type, definition, created_at) values (1, 60, 0, 'tank', 'Tank', 'fuel', $1, now())",
      [definition],
    );
    await test.database.query(
      "insert into sensor (id, device_id, position, field, name, type, definition, created_at) values (2, 60, 1, 'raw', 'Raw', 'custom', $1, now())",
      [{ ...definition, field: 'raw', visible: false }],
    );
    const { data, error } = await api.call(
      'updateUnit',
      {
        unit_id: 60,
        location: { latitude: 55.5, longitude: 49.25 },
        attached_to_unit_id: 80,
        labels: ['north', 'cold'],
      },
      dealer,
    );
    expect(error).toBeNull();
    expect(data).toMatchObject({
      location: { latitude: 55.5, longitude: 49.25 },
      attached_to: { unit_id: 80, name: 'Corner Car' },
      labels: ['north', 'cold'],
      allocation: null,
      allocated_to: null,
      drivers: [],
      devices: [
        {
          device_id: 60,
          unique_identifier: 'DEPOT1',
          settings: { trip_detector: null },
          sensors: [{ sensor_id: 1, device_id: 60, name: 'Tank' }, { sensor_id: 2 }],
        },
      ],
    });
    expect(latest(1)).toMatchObject([
      {
        kind: 'unitUpdated',
        data: {
          before: { labels: [], location: null, attached_to_unit_id: null },
          after: { labels: ['north', 'cold'], attached_to_unit_id: 80 },
        },
      },
    ]);
    expect(latest(1)[0]?.data).toMatchObject({ after: { location: { latitude: 55.5, longitude: 49.25 } } });
    const listed = (await api.call('getAllUnits', {}, dealer)).data.rows as { unit_id: number; location: unknown }[];
    expect(listed.filter(({ location }) => location !== null)).toMatchObject([
      { unit_id: 60, location: { latitude: 55.5, longitude: 49.25 } },
    ]);
    const sensors = await api.call('getUnitSensors', { unit_ids: [60, 40, 70] }, dealer);
    expect(sensors.data.units).toMatchObject([
      { unit_id: 60, sensors: [{ sensor_id: 1 }] },
      { unit_id: 40, sensors: [] },
    ]);
    expect((await api.call('getUnitSensors', { unit_ids: [70] }, dealer)).error?.code).toBe(ERROR.notFound);
    await test.database.query('update sensor set definition = definition || \'{"name":"Raw"}\' where id = 2');
    await test.database.query(
      'update sensor set definition = definition || \'{"parameter":"[Raw] / 2"}\' where id = 1',
    );
    expect((await api.call('getUnitSensors', { unit_ids: [60] }, dealer)).data.units).toMatchObject([
      { sensors: [{ sensor_id: 1 }, { sensor_id: 2, visible: false }] },
    ]);
  });

  it('cannot be attached to itself, in a circle, or to what is not there', async () => {
    const attach = async (id: number, to: number) =>
      (await api.call('updateUnit', { unit_id: id, attached_to_unit_id: to }, dealer)).error?.fields?.[0];
    expect(await attach(80, 80)).toEqual({
      field: 'attached_to_unit_id',
      message: 'A unit cannot be attached to itself.',
    });
    expect(await attach(80, 60)).toEqual({
      field: 'attached_to_unit_id',
      message: 'That unit is itself attached to this one.',
    });
    expect(await attach(80, 70)).toEqual({
      field: 'attached_to_unit_id',
      message: 'The unit does not exist, or you have no access to it.',
    });
    expect(await attach(80, 999_999)).toEqual(await attach(80, 70));
    expect((await unit(80)).attached_to).toBeNull();
  });

  it('keeps an attachment that whoever changes it cannot see', async () => {
    await test.database.query('update unit set attached_to = 40 where id = 80');
    const restricted = await api.signIn('restricted');
    const before = await api.call('getUnit', { unit_id: 60 }, restricted);
    expect(before.data.attached_to).toBeNull();
    expect((await api.call('updateUnit', { unit_id: 60, kind: 'van' }, restricted)).error).toBeNull();
    expect(await unit(60)).toMatchObject({ kind: 'van', attached_to: { unit_id: 80 } });
    await test.database.query('update unit set attached_to = null where id = 80');
  });

  it('gets another set of devices; those that it loses are free', async () => {
    const ids = [await device('SWAP1'), await device('SWAP2')];
    const created = await api.call('createUnit', { name: 'Swapped', device_ids: [ids[0]] }, consumer);
    const id = created.data.unit_id;
    expect(
      (await api.call('updateUnit', { unit_id: id, device_ids: [ids[1], ids[0]] }, consumer)).data.identifiers,
    ).toEqual(['SWAP2', 'SWAP1']);
    expect((await api.call('updateUnit', { unit_id: id, device_ids: [ids[1]] }, consumer)).data.identifiers).toEqual([
      'SWAP2',
    ]);
    expect(latest(1)).toMatchObject([
      {
        kind: 'unitUpdated',
        data: { before: { identifiers: ['SWAP2', 'SWAP1'] }, after: { device_ids: [ids[1]], identifiers: ['SWAP2'] } },
      },
    ]);
    expect((await api.call('updateUnit', { unit_id: id, device_ids: [40] }, consumer)).error).toMatchObject({
      code: ERROR.conflict,
    });
    expect((await api.call('createUnit', { name: 'Takes it', device_ids: [ids[0]] }, consumer)).error).toBeNull();
  });

  it('changes its status only in ways that are open, each unit for itself, in the words of the caller', async () => {
    const set = async (status: string, lang = 'en') =>
      (await api.call('updateUnitStatus', { unit_ids: [40, 60, 70], status }, { ...dealer, lang })).data;
    expect(await set('blocked')).toEqual({
      done: [40, 60],
      refused: [{ id: 70, code: ERROR.notFound, message: 'Not found. It was deleted, or you have no access to it.' }],
    });
    expect(latest(2)).toMatchObject(
      [40, 60].map((id) => ({
        kind: 'unitStatusChanged',
        subject_id: id,
        data: { before: { status: 'active' }, after: { status: 'blocked' } },
      })),
    );
    const message = 'The status cannot change from blocked to active.';
    expect(await set('active')).toMatchObject({
      done: [],
      refused: [{ id: 40, message }, { id: 60, message }, { id: 70 }],
    });
    expect((await set('active', 'ru')).refused).toMatchObject([
      { message: 'Статус нельзя изменить с «заблокировано» на «активно».' },
      {},
      {},
    ]);
    const before = events.length;
    expect(await set('blocked')).toMatchObject({ done: [40, 60] });
    expect(events).toHaveLength(before);
    await set('inactive');
    expect(await set('active')).toMatchObject({ done: [40, 60] });
  });

  it('gains and loses labels, which the list is filtered and searched by', async () => {
    const label = async (data: object) =>
      (await api.call('updateUnitLabels', { unit_ids: [40, 60], ...data }, dealer)).data;
    expect(await label({ add: [' spare ', 'north'], remove: ['cold'] })).toMatchObject({ done: [40, 60] });
    expect([(await unit(40)).labels, (await unit(60)).labels]).toEqual([
      ['spare', 'north'],
      ['north', 'spare'],
    ]);
    expect(await label({ add: Array.from({ length: 19 }, (_, index) => `label ${index}`) })).toMatchObject({
      done: [],
      refused: [{ id: 40, message: 'At most 20 groups are possible.' }, { id: 60 }],
    });
    const found = async (data: object) =>
      ((await api.call('getUnitList', data, dealer)).data.rows as { unit_id: number }[])
        .map((row) => row.unit_id)
        .toSorted();
    expect([
      await found({ filters: { label: 'spare' } }),
      await found({ search: 'spar' }),
      await found({ filters: { label: 'cold' } }),
    ]).toEqual([[40, 60], [40, 60], []]);
    expect(await found({ filters: { allocation: 'allocated' } })).toEqual([]);
    expect(await found({ filters: { device_model: 'FMB920' } })).toContain(60);
    // A group stays when nothing is in it any more.
    const names = ['cold', 'north', 'spare'];
    expect((await api.call('getLabels', { of: 'units' }, dealer)).data).toEqual({
      labels: names,
      groups: names.map((name) => ({ label_id: expect.any(Number), name, colour: 'gray' })),
    });
    expect((await api.call('getLabels', { of: 'sims' }, dealer)).data).toEqual({ labels: [], groups: [] });
  });

  it('says who did what to it and to its devices', async () => {
    const { data } = await api.call('getUnitActivity', { unit_id: 60, limit: 100 }, dealer);
    const kinds = (data.rows as { kind: string; username: string }[]).map(
      ({ kind, username }) => `${kind} by ${username}`,
    );
    expect(kinds[0]).toBe('unitUpdated by Dealer');
    expect(kinds.filter((kind) => kind.startsWith('unitStatusChanged'))).toHaveLength(3);
    expect((await api.call('getUnitActivity', { unit_id: 70 }, dealer)).error?.code).toBe(ERROR.notFound);
  });

  it('is deleted with all that is known of it kept in the log; what was attached is free', async () => {
    await api.call('updateUnit', { unit_id: 60, attached_to_unit_id: 80 }, dealer);
    const { data } = await api.call('deleteUnits', { unit_ids: [80] }, dealer);
    expect(data).toEqual({ done: [80], refused: [] });
    expect(events.at(-1)).toMatchObject({
      kind: 'unitDeleted',
      subject_id: 80,
      data: {
        before: { name: 'Corner Car', identifiers: ['CORNER1'] },
        freed_devices: [{ unique_identifier: 'CORNER1' }],
      },
    });
    expect((await unit(60)).attached_to).toBeNull();
    await api.directory.settled();
    expect(api.directory.accountOf(80)).toBe(0);
    expect((await api.call('deleteUnits', { unit_ids: [80] }, dealer)).error?.code).toBe(ERROR.notFound);
  });
});

describe('the directory', () => {
  it('follows accounts that are added, and reads again after bulk changes', async () => {
    await test.database.transaction(async (transaction) => {
      await transaction.query(
        "insert into account (id, parent_id, name, type, created_at) values (9, 4, 'Blue Branch', 'CONSUMER', now())",
      );
      await transaction.appendEvent(
        testEvent('accountCreated', {}, { account_id: 4, subject_id: 9, time: new Date(START).toISOString() }),
      );
    });
    await api.directory.settled();
    expect(api.directory.scopeOf(2 as AccountId)).toContain(9);
    expect(api.directory.ancestorsOf(9 as AccountId)).toEqual([4, 2, 1]);
    await test.database.query(
      "insert into unit (id, account_id, name, kind, created_at) values (90, 9, 'Bulk', 'car', now())",
    );
    await test.database.query('delete from unit_device where unit_id = 41');
    await test.database.query('delete from unit where id = 41');
    await api.directory.reload();
    expect([api.directory.accountOf(90), api.directory.accountOf(41)]).toEqual([9, 0]);
  });
});
