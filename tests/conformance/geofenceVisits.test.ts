import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, toIso, type Instant } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import type { ZoneVisit } from '../../src/domain/unitEvent/index.ts';
import { START, fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

// getGeofenceVisits over HTTP: whose geofences, whose units, and of a unit that was allocated only its time there.
// Units 40 and 41 are of account 4, 60 of its sub-account 6, 70 of another tenant (7); 20 is the dealer's (2).

const test = withTestDatabase();
const POOL = 20;
const [ALLOCATED, RETURNED] = [10, 40];
const [YARD, GATE, DEPOT, DEALERS, FOREIGN] = [1, 2, 3, 4, 5];
const ACCOUNT_OF = { [YARD]: 4, [GATE]: 4, [DEPOT]: 6, [DEALERS]: 2, [FOREIGN]: 7 };
const RIGHTS = { units: ['r', 'ar', 'se'], geofences: ['r'], account: ['r', 'gsa'] };
let api: TestApi;

const at = (minute: number): Instant => START + minute * MINUTE;
const ASKED = { from: toIso(START), to: toIso(START + HOUR) };

/** A visit from one minute to another; without an end it lasts. */
async function visit(unit: number, geofence: number, entered: number, left: number | null): Promise<void> {
  const isOver = left !== null;
  await test.database.query(
    `insert into zone_visit (unit_id, geofence_id, entered_at, left_at, settled_at, entry_seen, passed_through,
       latitude, longitude, left_latitude, left_longitude, distance, max_speed)
     values ($1, $2, $3, $4, $4, true, false, 52, 13, $5, $6, $7, $8)`,
    [unit, geofence, toIso(at(entered)), isOver ? toIso(at(left)) : null, ...(isOver ? [52.1, 13.1, 600, 40] : NO_END)],
  );
}
const NO_END = [null, null, null, null];

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query(
    "insert into unit (id, account_id, name, kind, created_at) values ($1, 2, 'Pool Truck', 'truck', $2)",
    [POOL, new Date(START)],
  );
  await test.database.query(
    `insert into unit_allocation (id, unit_id, account_id, device_ids, start_at, end_at, phase, created_at, user_id)
     values (1, $1, 4, '[]', $2, $3, 'ended', $2, 2)`,
    [POOL, toIso(at(ALLOCATED)), toIso(at(RETURNED))],
  );
  for (const [id, account] of Object.entries(ACCOUNT_OF))
    await test.database.query(
      `insert into geofence (id, account_id, name, shape, colour, description, labels, min_stay, created_at)
       values ($1, $2, $3, $4, 'blue', '', '[]', 0, $5)`,
      [id, account, `Zone ${id}`, JSON.stringify({ type: 'circle', center: [13, 52], radius: 100 }), new Date(START)],
    );
  api = await startApi(test.database);
  api.now = START + 2 * HOUR;
}, 60_000);
afterAll(() => api.close());

beforeEach(async () => {
  await test.database.query('delete from zone_visit');
  await allow(RIGHTS);
});

/** Gives every role these permissions; an event says it to whoever keeps them in memory. */
async function allow(permissions: object): Promise<void> {
  await test.database.transaction(async (transaction) => {
    const roles = await transaction.query<{ id: number; account_id: number }>(
      'update role set permissions = $1 returning id, account_id',
      [permissions],
    );
    for (const { id, account_id } of roles)
      await transaction.appendEvent(testEvent('roleUpdated', {}, { account_id, subject_id: id }));
  });
  await api.directory.settled();
}

const called = async (who: string, data: object = {}) =>
  api.call('getGeofenceVisits', { ...ASKED, ...data }, await api.signIn(who));
/** Unit, geofence, and minutes of entry and exit of what somebody is shown. */
async function shown(who: string, data: object = {}): Promise<(number | null)[][]> {
  const { error, data: answer } = await called(who, data);
  expect(error).toBeNull();
  const minute = (time: string | null) => time && (Date.parse(time) - START) / MINUTE;
  return answer.visits.map(({ unit_id, geofence_id, entered_at, left_at }: ZoneVisit) =>
    [unit_id, geofence_id, minute(entered_at), minute(left_at)].map((each) => each as number | null),
  );
}

describe('visits of geofences', () => {
  it('that touch the interval are listed newest first, with those that last', async () => {
    await visit(40, YARD, -20, -5);
    await visit(40, YARD, -4, 5);
    await visit(41, GATE, 20, 30);
    await visit(40, GATE, 40, null);
    await visit(41, YARD, 61, 70);
    expect(await shown('consumer')).toEqual([
      [40, GATE, 40, null],
      [41, GATE, 20, 30],
      [40, YARD, -4, 5],
    ]);
    const { data } = await called('consumer', { unit_ids: [41] });
    expect(data).toEqual({
      visits: [
        {
          unit_id: 41,
          geofence_id: GATE,
          geofence_name: 'Zone 2',
          entered_at: toIso(at(20)),
          left_at: toIso(at(30)),
          entry_seen: true,
          entry_position: { latitude: 52, longitude: 13 },
          exit_position: { latitude: 52.1, longitude: 13.1 },
          passed_through: false,
          duration: 600,
          distance: 600,
          max_speed: 40,
          average_speed: 3.6,
        },
      ],
      truncated: false,
    });
  });

  it('are of the units and geofences that are named, and no more than asked for', async () => {
    await visit(40, YARD, 1, 2);
    await visit(40, GATE, 3, 4);
    await visit(41, YARD, 5, 6);
    expect(await shown('consumer', { geofence_ids: [YARD] })).toEqual([
      [41, YARD, 5, 6],
      [40, YARD, 1, 2],
    ]);
    expect(await shown('consumer', { geofence_ids: [YARD], unit_ids: [40] })).toEqual([[40, YARD, 1, 2]]);
    const { data } = await called('consumer', { limit: 1 });
    expect(data).toMatchObject({ visits: [{ unit_id: 41 }], truncated: true });
  });

  it('name the bound that a request breaks', async () => {
    const refused = async (data: object) => (await called('consumer', data)).error;
    expect(await refused({ to: toIso(START - 1) })).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'to' }],
    });
    expect(await refused({ limit: 0 })).toMatchObject({ code: ERROR.validation, fields: [{ field: 'limit' }] });
    expect(await refused({ geofence_ids: Array.from({ length: 1_001 }, (_, id) => id + 1) })).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'geofence_ids' }],
    });
  });
});

describe('visits and accounts', () => {
  it('are not there for another tenant: neither by unit nor by geofence', async () => {
    await visit(40, YARD, 1, 2);
    await visit(70, FOREIGN, 3, 4);
    // Each is what it was when a unit was seen by an account that does not see it now.
    await visit(40, FOREIGN, 5, 6);
    await visit(70, YARD, 7, 8);
    expect(await shown('consumer')).toEqual([[40, YARD, 1, 2]]);
    expect(await shown('red')).toEqual([[70, FOREIGN, 3, 4]]);
    expect((await called('red', { geofence_ids: [YARD] })).error).toMatchObject({ code: ERROR.notFound });
    expect((await called('red', { unit_ids: [40] })).error).toMatchObject({ code: ERROR.notFound });
    // Of several those that are theirs.
    expect(await shown('red', { geofence_ids: [YARD, FOREIGN], unit_ids: [40, 70] })).toEqual([[70, FOREIGN, 3, 4]]);
  });

  it('of sub-accounts are listed to those whose role reaches their geofences and their units', async () => {
    await visit(60, DEPOT, 1, 2);
    await visit(60, YARD, 3, 4);
    await visit(40, YARD, 5, 6);
    expect(await shown('consumer')).toEqual([
      [40, YARD, 5, 6],
      [60, YARD, 3, 4],
      [60, DEPOT, 1, 2],
    ]);
    // The sub-account sees its own geofence, and not that of the account above.
    expect(await shown('restricted')).toEqual([[60, DEPOT, 1, 2]]);
    await allow({ ...RIGHTS, account: ['r'] });
    expect(await shown('consumer')).toEqual([
      [40, YARD, 5, 6],
      [60, YARD, 3, 4],
    ]);
    await allow({ ...RIGHTS, units: ['r', 'se'] });
    expect(await shown('consumer')).toEqual([[40, YARD, 5, 6]]);
  });

  it('by a unit that was allocated are those of its time with the account alone', async () => {
    await visit(POOL, YARD, 2, 6);
    await visit(POOL, YARD, 8, 12);
    await visit(POOL, YARD, 15, 20);
    await visit(POOL, GATE, 38, 42);
    await visit(POOL, YARD, 50, 55);
    await visit(POOL, DEALERS, 16, 19);
    expect(await shown('consumer')).toEqual([[POOL, YARD, 15, 20]]);
    expect(await shown('consumer', { unit_ids: [POOL] })).toEqual([[POOL, YARD, 15, 20]]);
    // Its owner has all of it, in the geofences that it sees.
    expect(await shown('dealer', { geofence_ids: [DEALERS] })).toEqual([[POOL, DEALERS, 16, 19]]);
    expect(await shown('dealer', { geofence_ids: [YARD, GATE] })).toHaveLength(5);
    expect((await called('red', { unit_ids: [POOL] })).error).toMatchObject({ code: ERROR.notFound });
  });
});

it.each([
  ['to read geofences', { ...RIGHTS, geofences: [] }],
  ['to see events of units', { ...RIGHTS, units: ['r', 'ar'] }],
])('visits are refused to a role without the permission %s', async (_, permissions) => {
  await visit(40, YARD, 1, 2);
  await allow(permissions);
  expect((await called('consumer')).error).toMatchObject({ code: ERROR.accessRight });
  expect((await called('consumer', { geofence_ids: [YARD], unit_ids: [40] })).error).toMatchObject({
    code: ERROR.accessRight,
  });
});
