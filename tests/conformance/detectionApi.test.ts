import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { destination, HOUR, MINUTE, toIso } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { fillWorld, startApi, START, type TestApi } from '../support/api.ts';
import { emptyReports, openDetectionWorld, type DetectionWorld } from '../support/detection.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let world: DetectionWorld;
let api: TestApi;
const SEES = { units: ['r', 'u', 'ar', 'au', 'sh', 'st', 'se', 'ch', 'm'], operator: ['r'] };
/** Unit 41 drives in the first hour, and again in the third, when account 6 holds it. */
const ALLOCATED = { from: START + 2 * HOUR, to: START + 4 * HOUR };

/** Ten minutes of driving, then a parking; a minute apart. */
function ride(from: number, latitude: number): DetectionPoint[] {
  return Array.from({ length: 18 }, (_, minute) => {
    const [north, east] = destination(latitude, 13, 0, Math.min(minute, 10) * 800);
    return {
      ...createPoint(),
      time: from + minute * MINUTE,
      hasPosition: true,
      valid: true,
      latitude: north,
      longitude: east,
      speed: minute < 10 ? 48 : 0,
      satellites: 9,
    };
  });
}

beforeAll(async () => {
  await fillWorld(test.database);
  await emptyReports(test.database);
  await test.database.query('update role set permissions = $1 where id <> 4', [SEES]);
  await test.database.query('update role set permissions = $1 where account_id = 4', [
    { ...SEES, alert: ['r'], geofences: ['r'], account: ['asa'] },
  ]);
  await test.database.query(
    "insert into unit_allocation (id, unit_id, account_id, device_ids, start_at, end_at, user_id, created_at, phase) values (1, 41, 6, '[41]', $1, $2, 3, $1, 'upcoming')",
    [toIso(ALLOCATED.from), toIso(ALLOCATED.to)],
  );
  world = await openDetectionWorld(test.database, START);
  await world.send(
    41,
    ride(START, 52).map((point, minute) => ({ ...point, fuelLevels: [minute < 12 ? 20 : 80] })),
  );
  await world.send(
    41,
    ride(START + 2 * HOUR, 52.072).map((point) => ({ ...point, fuelLevels: [80] })),
  );
  await world.send(40, ride(START + HOUR, 52));
  world.now = START + 3 * HOUR;
  await world.detection.sweep();
  await world.detection.run();
  await test.database.query(
    "insert into unit_alarm (unit_id, at, word, latitude, longitude) values (40, $1, 'sos', 52, 13)",
    [toIso(START + 70 * MINUTE)],
  );
  await test.database.query(
    "insert into command_execution (id, device_id, unit_id, account_id, user_id, code, text, state, created_at, expires_at, latitude, longitude) values (1, 40, 40, 4, 3, '', 'getinfo', 'sent', $1, $1, 35.7, 51.4)",
    [toIso(START + 75 * MINUTE)],
  );
  api = await startApi(test.database, { detection: world.detection });
  api.now = START + 3 * HOUR;
});
afterAll(async () => {
  await api.close();
  await world.close();
});

const DAY = { from: toIso(START - HOUR), to: toIso(START + 5 * HOUR) };
async function ask(username: string, method: string, data: object) {
  const header = await api.signIn(username);
  return api.call(method, data, header);
}
const startsOf = (rows: unknown) =>
  (rows as { unit_id: number; start: string }[]).map(({ unit_id, start }) => [
    unit_id,
    (Date.parse(start) - START) / MINUTE,
  ]);

describe('trips over the API', () => {
  it('are whole whatever the interval, oldest first, and say when there are more', async () => {
    const { data } = await ask('consumer', 'getTrips', DAY);
    expect(startsOf(data.trips)).toEqual([
      [41, 0],
      [40, 60],
      [41, 120],
    ]);
    expect(data).toMatchObject({
      truncated: false,
      trips: [
        {
          end: toIso(START + 10 * MINUTE),
          duration: 600,
          reason: 'parking',
          open: false,
          start_position: { longitude: 13 },
        },
        {},
        {},
      ],
    });
    const part = await ask('consumer', 'getTrips', {
      unit_ids: [40],
      from: toIso(START + 65 * MINUTE),
      to: toIso(START + 66 * MINUTE),
    });
    expect((part.data.trips as unknown[])[0]).toEqual((data.trips as unknown[])[1]);
    expect((await ask('consumer', 'getTrips', { ...DAY, limit: 2 })).data).toMatchObject({ truncated: true });
  });

  it('of a unit that was held for a while are those of that while', async () => {
    expect(startsOf((await ask('restricted', 'getTrips', DAY)).data.trips)).toEqual([[41, 120]]);
    expect(startsOf((await ask('restricted', 'getStops', { ...DAY, unit_ids: [41] })).data.stops)).toEqual([[41, 130]]);
    expect((await ask('restricted', 'getFuelEvents', { ...DAY, unit_ids: [41] })).data.events).toEqual([]);
    expect((await ask('restricted', 'getTrips', { ...DAY, unit_ids: [40] })).error?.code).toBe(ERROR.notFound);
    expect(startsOf((await ask('red', 'getTrips', DAY)).data.trips)).toEqual([]);
  });

  it('come with parkings, fuel, alarms and commands as one list, newest first', async () => {
    const { data } = await ask('consumer', 'getEvents', DAY);
    const events = data.events as {
      unit_id: number;
      kind: string;
      time: string;
      detail: string;
      values: Record<string, number>;
    }[];
    expect(events.map(({ unit_id, kind, time }) => [unit_id, kind, (Date.parse(time) - START) / MINUTE])).toEqual([
      [41, 'parked', 130],
      [41, 'tripEnded', 130],
      [41, 'tripStarted', 120],
      [40, 'command', 75],
      [40, 'alarm', 70],
      [40, 'parked', 70],
      [40, 'tripEnded', 70],
      [40, 'tripStarted', 60],
      [41, 'fuelRefill', 11],
      [41, 'parked', 10],
      [41, 'tripEnded', 10],
      [41, 'tripStarted', 0],
    ]);
    expect(events[6].values).toEqual({ distance: expect.closeTo(8_000, -2) as number, duration: 600 });
    expect(events[3]).toMatchObject({ position: { latitude: 35.7, longitude: 51.4 } });
    expect([events[3].detail, events[4].detail, events[8].values.volume]).toEqual(['getinfo', 'sos', 60]);
    expect(
      (await ask('consumer', 'getEvents', { ...DAY, kinds: ['alarm', 'fuelRefill'], limit: 1 })).data,
    ).toMatchObject({ events: [{ kind: 'alarm' }], truncated: true });
  });

  it('come with what rules of the own accounts fired, for who may read rules', async () => {
    for (const account of [2, 4]) {
      await test.database.query(
        `insert into rule_occurrence (unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, since, value)
         values (40, $1, $2, $2, $1, $3, 'Truck', '{}', 'temperature', $2, 104)`,
        [account, toIso(START + 80 * MINUTE), `Rule of ${account}`],
      );
    }
    expect((await ask('dealer', 'getEvents', { ...DAY, kinds: ['rule'] })).data).toMatchObject({ events: [] });
    expect((await ask('consumer', 'getEvents', { ...DAY, kinds: ['rule'] })).data).toMatchObject({
      events: [{ unit_id: 40, kind: 'rule', detail: 'Rule of 4', values: { value: 104 }, position: null }],
    });
  });

  it('come with who drove: of a unit that was allocated for a span, who drove in that span', async () => {
    const at = (hour: number) => toIso(START + hour * HOUR);
    await test.database.query("insert into operator (id, account_id, name, created_at) values (1, 4, 'Anna', now())");
    for (const [id, from, to] of [
      [1, 0, 1],
      [2, 1, 3],
    ] as const)
      await test.database.query(
        "insert into operator_binding (id, operator_id, unit_id, from_at, to_at, source, created_at) values ($1, 1, 41, $2, $3, 'manual', now())",
        [id, at(from), at(to)],
      );
    const asked = { from: at(0), to: at(5), unit_ids: [41] };
    const bindings = async (who: string) =>
      (await api.call('getOperatorBindings', asked, await api.signIn(who))).data as {
        bindings: { from: string; to: string }[];
      };
    expect((await bindings('consumer')).bindings.map(({ from, to }) => [from, to])).toEqual([
      [at(1), at(3)],
      [at(0), at(1)],
    ]);
    expect((await bindings('restricted')).bindings.map(({ from, to }) => [from, to])).toEqual([[at(2), at(3)]]);
    const kinds = ['driverAssigned', 'driverReleased'];
    const events = async (who: string) =>
      (await api.call('getEvents', { ...asked, kinds }, await api.signIn(who))).data as {
        events: { kind: string; detail: string; time: string }[];
      };
    expect((await events('restricted')).events).toMatchObject([
      { kind: 'driverReleased', detail: 'Anna', time: at(3) },
    ]);
    expect((await events('consumer')).events).toHaveLength(4);
    // Events while somebody drives name the driver; the assigned or released driver is named by the event itself.
    const all = (await ask('consumer', 'getEvents', DAY)).data.events as {
      unit_id: number;
      kind: string;
      driver: string;
    }[];
    const driversOf = (unitId: number, wanted: string) =>
      all.filter(({ unit_id: id, kind }) => id === unitId && kind === wanted).map(({ driver }) => driver);
    expect(driversOf(41, 'fuelRefill')).toEqual(['Anna']);
    expect(driversOf(41, 'tripEnded')).toEqual(['Anna', 'Anna']);
    expect(driversOf(41, 'driverAssigned')).toEqual(['', '']);
    expect(new Set(driversOf(40, 'alarm'))).toEqual(new Set(['']));
  });

  it('come with visits of the own geofences, and trips with those that they began and ended in, for who may read them', async () => {
    for (const [id, account, from, to] of [
      [1, 4, 50, 62],
      [2, 2, 50, 62],
      [3, 4, 68, 90],
    ] as const) {
      await test.database.query(
        `insert into geofence (id, account_id, name, shape, colour, description, labels, min_stay, created_at)
         values ($1, $2, $3, '{"type":"circle","center":[13,52],"radius":100}', 'blue', '', '[]', 0, now())`,
        [id, account, ['Depot', 'Foreign', 'Customer'][id - 1]],
      );
      await test.database.query(
        `insert into zone_visit (unit_id, geofence_id, entered_at, left_at, settled_at, entry_seen, passed_through, latitude, longitude, distance, max_speed)
         values (40, $1, $2, $3, $3, true, false, 52, 13, 0, 0)`,
        [id, toIso(START + from * MINUTE), toIso(START + to * MINUTE)],
      );
    }
    const asked = { ...DAY, unit_ids: [40], kinds: ['zoneEntered', 'zoneLeft'] };
    const events = async (who: string) =>
      ((await ask(who, 'getEvents', asked)).data.events as { kind: string; detail: string }[]).map(
        ({ kind, detail }) => `${kind} ${detail}`,
      );
    expect(await events('dealer')).toEqual([]);
    expect(await events('consumer')).toEqual([
      'zoneLeft Customer',
      'zoneEntered Customer',
      'zoneLeft Depot',
      'zoneEntered Depot',
    ]);
    const { trips } = (await ask('consumer', 'getTrips', { ...DAY, unit_ids: [40] })).data;
    expect(trips).toMatchObject([{ start_zones: [{ name: 'Depot' }], end_zones: [{ name: 'Customer' }] }]);
  });

  it('are found again by their owner, and not by who only holds the unit', async () => {
    expect((await ask('consumer', 'recomputeDetection', { unit_id: 41, from: DAY.from })).data).toEqual({
      trips: 0,
      fuel_events: 0,
    });
    expect((await ask('restricted', 'recomputeDetection', { unit_id: 41, from: DAY.from })).error?.code).toBe(
      ERROR.accessRight,
    );
    expect((await ask('consumer', 'recomputeDetection', { unit_id: 41, from: 'yesterday' })).error?.code).toBe(
      ERROR.validation,
    );
  });

  it('include a trip that is ongoing', async () => {
    await world.send(60, ride(START + 150 * MINUTE, 52).slice(0, 5));
    world.now = START + 155 * MINUTE;
    await world.detection.run();
    await world.send(60, ride(START + 150 * MINUTE, 52).slice(5, 9));
    const { data } = await ask('consumer', 'getTrips', { ...DAY, unit_ids: [60] });
    expect(data.trips).toMatchObject([{ open: true, reason: 'open', end: toIso(START + 158 * MINUTE), duration: 480 }]);
  });
});
