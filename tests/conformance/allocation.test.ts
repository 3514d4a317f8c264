import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveCursor } from '../../src/api/contract/index.ts';
import { HOUR, MINUTE, SECOND, toIso, type AccountId, type UserId } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { BlockStreamReader, decodeTrackTimes, createFix, type Position } from '../../src/domain/telemetry/index.ts';
import { FeedHub } from '../../server/feeds/hub.ts';
import { ALLOCATED_DEVICES } from '../../server/modules/devices/index.ts';
import { applyAllocations } from '../../server/modules/shared/index.ts';
import { ALLOCATED_UNITS } from '../../server/modules/units/index.ts';
import { openPositionStore, type OpenedPositionStore } from '../../server/store/index.ts';
import { START, fillWorld, startApi, type TestApi } from '../support/api.ts';
import { silentLogger, withTestDatabase } from '../support/postgres.ts';
import { openFeedWindow } from '../support/feedWindow.ts';

// A dealer's truck goes to a consumer for half an hour: who sees what of it before, during and after,
// in lists, live, after a break, in history, exports and replay. Real database, directory and store.

const test = withTestDatabase();
const TRUCK = 20;
const DEALER = 2;
const CONSUMER = 4;
const FROM = START + 10 * MINUTE;
const TO = START + 40 * MINUTE;
const PERMISSIONS = {
  units: ['r', 'a', 'u', 'd', 'ar', 'aa', 'au', 'sh', 'sa', 'm'],
  devices: ['r', 'a', 'ar', 'm'],
  account_units: ['r', 'a', 'u', 'd', 'ar', 'aa', 'au'],
  account: ['r'],
};

/** People of the test world: their number and the account that they work in. */
const PEOPLE = { owner: [1, 1], dealer: [2, 2], consumer: [3, 4], restricted: [7, 6], red: [6, 7] } as const;
type Person = keyof typeof PEOPLE;

let api: TestApi;
let store: OpenedPositionStore;
let hub: FeedHub;
let allocationId = 0;
/** Reports what is due; answers in how many milliseconds the next is, null for never. */
async function applyDue(): Promise<number | null> {
  const { now } = api;
  const next = await applyAllocations({ database: test.database, things: [ALLOCATED_UNITS, ALLOCATED_DEVICES], now });
  return next === null ? null : next - now;
}

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1', [PERMISSIONS]);
  await test.database.query(
    "insert into unit (id, account_id, name, kind, created_at) values ($1, $2, 'Pool Truck', 'truck', $3)",
    [TRUCK, DEALER, new Date(START)],
  );
  for (const [position, id] of [200, 201].entries()) {
    await test.database.query(
      "insert into device (id, account_id, unique_identifier, name, device_model, created_at) values ($1, $2, $3, $3, 'FMB920', $4)",
      [id, DEALER, `POOL${id}`, new Date(START)],
    );
    await test.database.query('insert into unit_device (unit_id, device_id, position) values ($1, $2, $3)', [
      TRUCK,
      id,
      position,
    ]);
  }
  const time = { now: () => api?.now ?? START };
  store = await openPositionStore({ database: test.database, logger: silentLogger, time });
  api = await startApi(test.database, { store });
  hub = new FeedHub({ positions: store, directory: api.directory, time, epoch: 'e', run: 'run', ringSpan: 2 * HOUR });
  test.database.onEvents((events) => hub.publish(events));
}, 60_000);
afterAll(async () => {
  hub.close();
  await store.close();
  await api.close();
});

const look = (account: number, cursor?: LiveCursor) => openFeedWindow(hub, api.directory, account, cursor);

/** The truck reports at the minute, which is now. */
async function report(minute: number): Promise<void> {
  api.now = START + minute * MINUTE;
  const fix = Object.assign(createFix(), {
    time: api.now,
    hasPosition: true,
    valid: true,
    latitude: 55 + minute / 1_000,
    longitude: 49,
    speed: 40,
    course: 90,
    altitude: 100,
    satellites: 9,
  });
  store.append(TRUCK, 2, api.now, fix);
  await new Promise<boolean>((resolve) => store.afterCommit(resolve));
  hub.flush();
}

/** Signed in again: hours pass in these tests. */
async function callerOf(who: Person) {
  const [userId, account] = PEOPLE[who];
  return {
    token: (await api.sessions.open(userId as UserId, { remote: '192.0.2.1', userAgent: 'test' }, api.now)).accessToken,
    account,
  };
}
const call = async (who: Person, method: string, data: object = {}) => api.call(method, data, await callerOf(who));
const allocate = (who: Person, account: number, from: number, to: number, more: object = {}) =>
  call(who, 'allocateUnit', {
    unit_id: TRUCK,
    account_id: account,
    start_date: toIso(from),
    end_date: toIso(to),
    device_ids: [200],
    ...more,
  });
const listed = async (who: Person) =>
  ((await call(who, 'getUnitList', { search: 'Pool Truck' })).data.rows as Record<string, unknown>[])[0] ?? null;
const lastMinutes = async (who: Person) => {
  const { data, error } = await call(who, 'getLastPositions', { unit_ids: [TRUCK] });
  return error ? error.code : (data.positions as Position[]).map((position) => minuteOf(position.time));
};
const minuteOf = (time: string | number) => (new Date(time).getTime() - START) / MINUTE;

async function stream(path: string, method: string, who: Person, data: object): Promise<Buffer | string> {
  const header = {
    timezone: 0,
    lang: 'en',
    method,
    service: 'tracking-service',
    version: '0',
    ...(await callerOf(who)),
  };
  const answer = await api.server.inject({ method: 'POST', url: path, payload: { header, data } });
  return answer.statusCode === 200 ? answer.rawPayload : String(answer.json<{ error: { code: string } }>().error.code);
}
const INTERVAL = { unit_ids: [TRUCK], from: toIso(START), to: toIso(START + 60 * MINUTE) };
const text = async (who: Person, format: string) =>
  String(await stream('/api/history', 'streamHistory', who, { ...INTERVAL, format }));

async function blockMinutes(path: string, method: string, who: Person, data: object): Promise<number[] | string> {
  const bytes = await stream(path, method, who, data);
  if (typeof bytes === 'string') return bytes;
  const reader = new BlockStreamReader();
  const blocks = reader.push(new Uint8Array(bytes));
  reader.end();
  return blocks.flatMap((block) => [...decodeTrackTimes(block)]).map(minuteOf);
}
const history = (who: Person, data: object = INTERVAL) =>
  blockMinutes('/api/history', 'streamHistory', who, { format: 'blocks', ...data });
const backfill = (who: Person, at: number) =>
  blockMinutes('/api/backfill', 'streamBackfill', who, { unit_ids: [TRUCK], at: toIso(at) });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('allocating', () => {
  it('goes down the tree only, with devices of the unit, from its creation on', async () => {
    expect((await allocate('dealer', 7, FROM, TO)).error).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'account_id' }],
    });
    expect((await allocate('dealer', DEALER, FROM, TO)).error).toMatchObject({
      code: ERROR.conflict,
      message: 'The unit already belongs to this account.',
    });
    expect((await allocate('dealer', CONSUMER, FROM, TO, { device_ids: [40] })).error).toMatchObject({
      fields: [{ field: 'device_ids', message: 'The device is not one of this unit.' }],
    });
    expect((await allocate('dealer', CONSUMER, FROM, TO, { device_ids: [200, 200] })).error).toMatchObject({
      fields: [{ field: 'device_ids' }],
    });
    expect((await allocate('dealer', CONSUMER, TO, FROM)).error).toMatchObject({ fields: [{ field: 'end_date' }] });
    expect((await allocate('dealer', CONSUMER, START - 1, TO)).error).toMatchObject({
      fields: [
        {
          field: 'start_date',
          message: 'The unit exists since 01/05/2026 08:00 AM: it cannot be allocated for an earlier time.',
        },
      ],
    });
    expect((await allocate('consumer', 6, FROM, TO)).error).toMatchObject({ code: ERROR.notFound });
    expect(await test.database.query('select 1 from unit_allocation')).toEqual([]);
  });

  it('is recorded in the logs of both', async () => {
    const { data, error } = await allocate('dealer', CONSUMER, FROM, TO);
    expect(error).toBeNull();
    expect(data).toMatchObject({
      account_id: CONSUMER,
      account_name: 'Blue Freight',
      start_date: toIso(FROM),
      end_date: toIso(TO),
      device_ids: [200],
      username: 'Dealer',
    });
    allocationId = Number(data.allocation_id);
    // It may begin before whatever is waited for.
    expect(await test.database.query("select kind, run_at from job where state = 'queued'")).toEqual([
      { kind: 'applyAllocations', run_at: new Date(api.now) },
    ]);
    const recorded = await test.database.query(
      "select account_id, user_id, data -> 'unit' as unit from event where kind = 'unitAllocated' order by account_id",
    );
    expect(recorded).toMatchObject([
      { account_id: 2, user_id: 2, unit: { name: 'Pool Truck', allocated_to: null } },
      { account_id: 4, user_id: 2, unit: null },
    ]);
  });

  it('refuses the same account and other accounts in words that name the span, as the account writes dates', async () => {
    expect((await allocate('dealer', CONSUMER, TO - 1, TO + MINUTE)).error?.message).toBe(
      'Already allocated to the same account',
    );
    const words =
      'This unit is already allocated from 01/05/2026 08:10 AM to 01/05/2026 08:40 AM. You cannot reallocate it.';
    expect((await allocate('dealer', 5, FROM - 5 * MINUTE, FROM + 1)).error).toMatchObject({
      code: ERROR.conflict,
      message: words,
      fields: [{ field: 'start_date', message: words }],
    });
  });
});

describe('before the span', () => {
  it('shows the unit to its owner and those above, and to nobody else', async () => {
    await report(9);
    expect(await listed('dealer')).toMatchObject({ unit_id: TRUCK, allocated_to: null });
    expect(await listed('owner')).not.toBeNull();
    for (const who of ['consumer', 'restricted', 'red'] as const) {
      expect(await listed(who)).toBeNull();
      expect((await call(who, 'getUnit', { unit_id: TRUCK })).error?.code).toBe(ERROR.notFound);
      expect(await lastMinutes(who)).toBe(ERROR.notFound);
    }
    expect(await lastMinutes('dealer')).toEqual([9]);
    expect(api.directory.unitIdsOf(api.directory.scopeOf(CONSUMER as AccountId))).not.toContain(TRUCK);
  });
});

describe('at the beginning of the span', () => {
  it('takes effect at its instant, with no fix from before, and is recorded in both logs', async () => {
    const [consumer, dealer, sibling] = [look(CONSUMER), look(DEALER), look(7)];
    for (const window of [consumer, dealer, sibling]) window.clear();
    api.now = FROM - 1;
    const wait = await applyDue();
    expect([await listed('consumer'), consumer.events, dealer.events, wait]).toEqual([null, [], [], 1]);
    api.now = FROM;
    expect(await listed('consumer')).toMatchObject({
      unit_id: TRUCK,
      account_name: 'North Dealer',
      identifiers: ['POOL200'],
      allocated_to: { account_id: CONSUMER, end_date: toIso(TO) },
    });
    expect(await lastMinutes('consumer')).toEqual([]);
    await applyDue();
    expect(consumer.events).toMatchObject([
      {
        account_id: CONSUMER,
        kind: 'unitAllocationBegan',
        user_id: null,
        data: { unit: { unit_id: TRUCK, name: 'Pool Truck' } },
      },
    ]);
    // The dealer hears both logs, and is notified once.
    expect(dealer.events.map(({ account_id, kind }) => [account_id, kind])).toEqual([[DEALER, 'unitAllocationBegan']]);
    hub.flush();
    expect([consumer.rows, sibling.rows, sibling.events]).toEqual([[], [], []]);
    const ahead = await applyDue();
    expect([consumer.events.length, ahead]).toEqual([1, TO - FROM]);
    for (const { viewer } of [consumer, dealer, sibling]) hub.leave(viewer);
  });
});

describe('during the span', () => {
  it('brings live rows once to each who sees the unit, and none to others', async () => {
    const windows = [look(1), look(DEALER), look(CONSUMER), look(6), look(7)];
    windows.forEach((window) => window.clear());
    await report(11);
    expect(windows.map(({ rows }) => rows)).toEqual([[[TRUCK, 11]], [[TRUCK, 11]], [[TRUCK, 11]], [], []]);
    const [, , consumer, restricted] = windows;
    hub.watch(consumer.viewer, [TRUCK]);
    hub.watch(restricted.viewer, [TRUCK]);
    hub.flushDetails();
    expect([consumer.details.map(({ unit_id }) => unit_id), restricted.details]).toEqual([[TRUCK], []]);
    for (const { viewer } of windows) hub.leave(viewer);
  });

  it('shows the holder the devices that came with it, and lets the owner alone change it', async () => {
    const { data } = await call('consumer', 'getUnit', { unit_id: TRUCK });
    expect((data.devices as { device_id: number }[]).map((device) => device.device_id)).toEqual([200]);
    expect(data.allocation).toMatchObject({ allocation_id: allocationId });
    const refused = {
      code: ERROR.conflict,
      message: 'This unit belongs to North Dealer. Only that account can change it.',
    };
    expect((await call('consumer', 'updateUnit', { unit_id: TRUCK, name: 'Mine now' })).error).toMatchObject(refused);
    expect((await call('consumer', 'deleteUnits', { unit_ids: [TRUCK] })).data.refused).toEqual([
      { id: TRUCK, ...refused },
    ]);
    expect((await call('consumer', 'endUnitAllocation', { allocation_id: allocationId })).error).toMatchObject(refused);
  });

  it('informs the holder of changes by the owner', async () => {
    const window = look(CONSUMER);
    await call('dealer', 'updateUnitLabels', { unit_ids: [TRUCK], add: ['rented'] });
    expect(window.events).toMatchObject([
      { account_id: CONSUMER, kind: 'unitUpdated', data: { after: { labels: ['rented'] } } },
    ]);
    hub.leave(window.viewer);
  });

  it('sends whoever comes back what they missed within the span only, from the ring and from the latest state', async () => {
    await report(12);
    const sequence = store.sequence;
    await report(13);
    const [resumed, old, fresh, sibling] = [
      look(CONSUMER, { epoch: 'e', sequence }),
      look(CONSUMER, { epoch: 'e', sequence: 0 }),
      look(CONSUMER),
      look(7, { epoch: 'e', sequence }),
    ];
    expect(resumed.rows).toEqual([[TRUCK, 13]]);
    expect(old.rows).toEqual([
      [TRUCK, 11],
      [TRUCK, 12],
      [TRUCK, 13],
    ]);
    expect(fresh.rows).toEqual([[TRUCK, 13]]);
    expect(sibling.rows).toEqual([]);
    for (const { viewer } of [resumed, old, fresh, sibling]) hub.leave(viewer);
  });
});

describe('at the end of the span', () => {
  it('takes the unit out of the holder’s window; the owner keeps it', async () => {
    for (const minute of range(14, 40)) await report(minute);
    const [consumer, dealer] = [look(CONSUMER), look(DEALER)];
    hub.watch(consumer.viewer, [TRUCK]);
    hub.flushDetails();
    for (const window of [consumer, dealer]) window.clear();
    api.now = TO;
    expect([await listed('consumer'), await lastMinutes('consumer')]).toEqual([null, ERROR.notFound]);
    await applyDue();
    expect(consumer.events).toMatchObject([
      { account_id: CONSUMER, kind: 'unitAllocationEnded', data: { owner_account_id: DEALER, unit: null } },
    ]);
    expect(dealer.events).toMatchObject([
      { account_id: DEALER, kind: 'unitAllocationEnded', data: { unit: { allocated_to: null } } },
    ]);
    expect([...consumer.viewer.watched]).toEqual([]);
    for (const minute of range(40, 46)) await report(minute);
    hub.flushDetails();
    expect([consumer.rows, consumer.details]).toEqual([[], []]);
    expect(dealer.rows.map(([, minute]) => minute)).toEqual(range(40, 46));
    const back = look(CONSUMER, { epoch: 'e', sequence: 0 });
    expect(back.rows).toEqual([]);
    for (const { viewer } of [consumer, dealer, back]) hub.leave(viewer);
  });
});

describe('history', () => {
  const seen = range(10, 40);
  // Nothing was reported between the beginning and the eleventh minute.
  const reported = seen.filter((minute) => minute >= 11);

  it.each(['in the tail', 'in blocks'])('gives who held it exactly the span, %s', async (where) => {
    if (where === 'in blocks') await store.compact();
    expect(await history('dealer')).toEqual([9, ...reported, ...range(40, 46)]);
    expect(await history('owner')).toEqual([9, ...reported, ...range(40, 46)]);
    expect(await history('consumer')).toEqual(reported);
    expect(await history('consumer', { ...INTERVAL, columns: 'core' })).toEqual(reported);
    expect(await history('consumer', { ...INTERVAL, unit_ids: undefined })).toEqual(reported);
    expect(await history('red')).toBe(ERROR.notFound);
    expect(await history('restricted')).toBe(ERROR.notFound);
  });

  it('cuts every export the same', async () => {
    const { data } = await call('consumer', 'getHistory', INTERVAL);
    expect((data.positions as Position[]).map(({ time }) => minuteOf(time))).toEqual(reported);
    expect(
      JSON.parse(await text('consumer', 'json')).positions.map((position: Position) => minuteOf(position.time)),
    ).toEqual(reported);
    for (const format of ['csv', 'gpx', 'kml', 'geojson']) {
      const [whole, cut] = [await text('dealer', format), await text('consumer', format)];
      for (const [minute, isSeen] of [
        [9, false],
        [11, true],
        [39, true],
        [40, false],
      ] as const) {
        const latitude = String(55 + minute / 1_000);
        expect([format, minute, whole.includes(latitude), cut.includes(latitude)]).toEqual([
          format,
          minute,
          true,
          isSeen,
        ]);
      }
    }
    expect((await call('red', 'getHistory', INTERVAL)).error?.code).toBe(ERROR.notFound);
  });

  it('shows a replay where the unit was only while it was seen, never a fix from before', async () => {
    expect(await backfill('consumer', FROM - SECOND)).toEqual([]);
    expect(await backfill('consumer', FROM)).toEqual([]);
    expect(await backfill('consumer', START + 11 * MINUTE)).toEqual([11]);
    expect(await backfill('consumer', TO - 1)).toEqual([39]);
    expect(await backfill('consumer', TO)).toEqual([]);
    expect([await backfill('dealer', FROM), await backfill('dealer', TO), await backfill('red', TO)]).toEqual([
      [9],
      [40],
      ERROR.notFound,
    ]);
  });
});

describe('afterwards', () => {
  it('keeps who held it when: all for the owner, its own for the holder', async () => {
    const allocations = async (who: Person) => {
      const { data, error } = await call(who, 'getUnitAllocations', { unit_id: TRUCK });
      return error ? error.code : (data.rows as { allocation_id: number }[]).map((row) => row.allocation_id);
    };
    expect([
      await allocations('dealer'),
      await allocations('consumer'),
      await allocations('restricted'),
      await allocations('red'),
    ]).toEqual([
      // A restricted account has no lists of allocations.
      [allocationId],
      [allocationId],
      ERROR.accessRight,
      ERROR.notFound,
    ]);
    expect((await call('dealer', 'endUnitAllocation', { allocation_id: allocationId })).error).toMatchObject({
      code: ERROR.conflict,
    });
  });

  it('ends one that stands at once, and takes back one that has not begun', async () => {
    const standing = Number((await allocate('dealer', CONSUMER, TO + 2 * MINUTE, TO + 20 * MINUTE)).data.allocation_id);
    expect(await lastMinutes('consumer')).toEqual([45]);
    api.now = START + 46 * MINUTE;
    expect((await call('dealer', 'endUnitAllocation', { allocation_id: standing })).data).toMatchObject({
      end_date: toIso(api.now),
    });
    expect(await listed('consumer')).toBeNull();
    expect(await history('consumer', { ...INTERVAL, from: toIso(TO) })).toEqual([42, 43, 44, 45]);
    const upcoming = Number((await allocate('dealer', 5, TO + 30 * MINUTE, TO + 40 * MINUTE)).data.allocation_id);
    expect((await call('dealer', 'endUnitAllocation', { allocation_id: upcoming })).error).toBeNull();
    expect((await allocate('dealer', CONSUMER, TO + 30 * MINUTE, TO + 40 * MINUTE)).error).toBeNull();
  });

  it('knows all of it again after a restart', async () => {
    await api.directory.reload();
    expect(await history('consumer', INTERVAL)).toEqual([...range(11, 40), 42, 43, 44, 45]);
    expect(api.directory.sightOf(new Set([CONSUMER]), TRUCK)).toEqual([
      expect.objectContaining({ from: FROM, to: TO }),
      expect.objectContaining({ from: TO + 2 * MINUTE, to: START + 46 * MINUTE }),
      expect.objectContaining({ from: TO + 30 * MINUTE }),
    ]);
  });

  it('records at the start what fell due meanwhile, in its order', async () => {
    api.now = TO + 50 * MINUTE;
    const window = look(CONSUMER);
    await applyDue();
    expect(window.events.map(({ kind }) => kind)).toEqual(['unitAllocationEnded']);
    hub.leave(window.viewer);
  });

  it('is over with the unit', async () => {
    expect((await call('dealer', 'deleteUnits', { unit_ids: [TRUCK, 999_999] })).data).toEqual({
      done: [TRUCK],
      refused: [
        { id: 999_999, code: ERROR.notFound, message: 'Not found. It was deleted, or you have no access to it.' },
      ],
    });
    await api.directory.settled();
    expect([await history('consumer'), await history('dealer')]).toEqual([ERROR.notFound, ERROR.notFound]);
    const [gone] = await test.database.query<{ data: Record<string, unknown> }>(
      "select data from event where kind = 'unitDeleted'",
    );
    expect(gone?.data).toMatchObject({
      before: { name: 'Pool Truck', labels: ['rented'] },
      freed_devices: [{ device_id: 200 }, { device_id: 201 }],
    });
    expect((await call('dealer', 'createUnit', { name: 'Pool Truck', device_ids: [200, 201] })).error).toBeNull();
  });
});

describe('allocating many units', () => {
  it('gives each with all its devices, and names with its reason what stays', async () => {
    const span = { account_id: 6, start_date: toIso(api.now + MINUTE), end_date: toIso(api.now + 60 * MINUTE) };
    const truck = Number((await listed('dealer'))?.unit_id);
    const give = (data: object) => call('dealer', 'allocateUnits', { ...span, ...data });
    expect((await give({ unit_ids: [truck], account_id: 7 })).error).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'account_id' }],
    });
    expect((await give({ unit_ids: [70] })).error?.code).toBe(ERROR.notFound);
    expect((await give({ unit_ids: [truck, 40, 60, 70], end_date: span.start_date })).error).toMatchObject({
      fields: [{ field: 'end_date' }],
    });
    expect(
      await test.database.query('select 1 from unit_allocation where unit_id in (40, 60, 70, $1)', [truck]),
    ).toEqual([]);

    expect((await give({ unit_ids: [truck, 60, 40, 70] })).data).toEqual({
      done: [40, truck],
      refused: [
        { id: 60, code: ERROR.conflict, message: 'The unit already belongs to this account.' },
        { id: 70, code: ERROR.notFound, message: 'Not found. It was deleted, or you have no access to it.' },
      ],
    });
    const allocated = await test.database.query(
      "select unit_id, device_ids, phase from unit_allocation where account_id = 6 and phase = 'upcoming' order by unit_id",
    );
    expect(allocated.map((row) => ({ ...row, unit_id: Number(row.unit_id) }))).toEqual([
      { unit_id: 40, device_ids: [40], phase: 'upcoming' },
      { unit_id: truck, device_ids: [200, 201], phase: 'upcoming' },
    ]);
    const again = (await give({ unit_ids: [40, truck] })).data.refused as { message: string }[];
    expect(again.map(({ message }) => message)).toEqual([
      'Already allocated to the same account',
      'Already allocated to the same account',
    ]);
  });
});
