import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, SECOND, toIso } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import {
  createIntake,
  DeviceRegistry,
  openListeners,
  PROTOCOLS,
  type IntakeService,
  type Listeners,
} from '../../server/ingest/index.ts';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '../../server/ingest/protocols/teltonika/index.ts';
import { fillWorld, startApi, type TestApi } from '../support/api.ts';
import { silentLogger, withTestDatabase } from '../support/postgres.ts';
import { freePorts } from '../support/server.ts';

// A tracker is registered and on the desk, in no unit yet: what it says is seen while it is set up, by whose it is, and
// kept nowhere. From bytes on a port to the answer of the API.

const test = withTestDatabase();
const IMEI = '356307042441099';
let api: TestApi;
let intake: IntakeService;
let listeners: Listeners;
let port = 0;
let stop = (): void => undefined;
const stored: number[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1', [
    { units: ['r', 'a', 'ar'], devices: ['r', 'a', 'd', 'ar', 'au'] },
  ]);
  // One that may have devices of its own, in another branch of the tree.
  await test.database.query("update account set type = 'DEALER' where id = 7");
  const registry = new DeviceRegistry();
  const devices = registry.follow(test.database, (error) => {
    throw error;
  });
  stop = () => devices.close();
  intake = createIntake({
    registry,
    store: {
      append: (unitId) => void stored.push(unitId),
      appendUnread: () => undefined,
      afterCommit: (callback) => callback(true),
    },
    logger: silentLogger,
    now: () => api.now,
  });
  [port] = await freePorts(1);
  const off = Object.fromEntries(PROTOCOLS.map(({ name }) => [name, 0]));
  listeners = await openListeners({
    protocols: PROTOCOLS,
    host: '127.0.0.1',
    ports: { ...off, teltonika: port },
    intake,
    counters: intake.counters,
    logger: silentLogger,
  });
  api = await startApi(test.database, { unstoredReports: (deviceId) => intake.unstoredReports(deviceId) });
}, 60_000);
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  stop();
  await listeners.close();
  await api.close();
});

/** Connects as a tracker, is let in, and reports each level of its tank; resolves once all of it is acknowledged. */
async function report(levels: readonly number[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(encodeTeltonikaLogin(IMEI));
  await once(socket, 'data');
  const records = levels.map((value, index) => ({
    time: api.now - (levels.length - index) * SECOND,
    latitude: 52.5,
    longitude: 13.4,
    speed: 0,
    course: 0,
    altitude: 30,
    satellites: 9,
    io: [{ id: 9, size: 2, value }] as const,
  }));
  socket.write(encodeTeltonikaPacket(records));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.readUInt32BE()).toBe(levels.length);
}

async function messagesOf(deviceId: number, who: string) {
  const { error, data } = await api.call(
    'getDeviceMessages',
    { device_id: deviceId, from: toIso(api.now - DAY), to: toIso(api.now + DAY) },
    await api.signIn(who),
  );
  return error ? error.code : data;
}
const levels = async (deviceId: number, who: string) => {
  const answer = await messagesOf(deviceId, who);
  return typeof answer === 'string' ? answer : answer.rows.map(({ attributes }) => attributes.analog_1);
};

describe('a device in no unit', () => {
  it('shows its owner what it said last, other tenants nothing, and no one any more once it is in a unit', async () => {
    const dealer = await api.signIn('dealer');
    const made = await api.call(
      'createDevice',
      { name: 'On the desk', device_model: 'FMB920', unique_identifier: IMEI },
      dealer,
    );
    expect(made.error).toBeNull();
    const id = made.data.device_id;
    await expect.poll(() => intake.login(IMEI, 'teltonika', 'here')).not.toBeNull();
    expect(await messagesOf(id, 'dealer')).toMatchObject({ rows: [], total: 0, stored: false });

    await report([1_500, 1_480]);
    const seen = await messagesOf(id, 'dealer');
    expect(seen).toMatchObject({
      total: 2,
      stored: false,
      mounted_at: null,
      rows: [{ unit_id: 0, time: toIso(api.now - SECOND), latitude: 52.5, protocol: 'teltonika', valid: true }, {}],
    });
    const first = await levels(id, 'dealer');
    await report([1_300]);
    const next = await levels(id, 'dealer');
    expect(next).toHaveLength(3);
    expect(next).toEqual(expect.arrayContaining([...first]));
    // The account above sees it as it sees the device; an account beside it does not.
    expect(await levels(id, 'owner')).toEqual(next);
    expect(await levels(id, 'red')).toBe(ERROR.notFound);
    expect(stored).toEqual([]);

    const unit = await api.call('createUnit', { name: 'Mounted', kind: 'van', device_ids: [id] }, dealer);
    expect(unit.error).toBeNull();
    await expect.poll(() => intake.unstoredReports(id)).toEqual([]);
    expect(await messagesOf(id, 'dealer')).toMatchObject({ rows: [], stored: true });
    await report([1_200]);
    expect(stored).toEqual([unit.data.unit_id]);
    expect(intake.unstoredReports(id)).toEqual([]);
  });
});
