import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, toIso } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { createFix, type Fix, type Position, type ProtocolName } from '../../src/domain/telemetry/index.ts';
import { isHttpProtocol, type Intake, type ListeningProtocol } from '../../server/ingest/types.ts';
import {
  createIntake,
  createTraccarHandler,
  DeviceRegistry,
  openListeners,
  PROTOCOLS,
  rereadMessages,
  type IntakeService,
  type Listeners,
  type RereadOptions,
} from '../../server/ingest/index.ts';
import {
  openPositionStore,
  openUnreadMessages,
  type OpenedPositionStore,
  type UnreadMessages,
} from '../../server/store/index.ts';
import { fillWorld, START, startApi, type TestApi } from '../support/api.ts';
import { silentLogger, withTestDatabase } from '../support/postgres.ts';
import { freePorts } from '../support/server.ts';
import { UNKNOWN_MESSAGES, type UnknownMessage } from '../support/unknownMessages.ts';

// The law: what is acknowledged is kept. From bytes on a port over the database to the answer of the API and back
// through the decoders of a later version.

const test = withTestDatabase();
const NAMES: readonly ProtocolName[] = [...PROTOCOLS.map(({ name }) => name), 'traccar'];
let api: TestApi;
let store: OpenedPositionStore;
let unread: UnreadMessages;
let intake: IntakeService;
let listeners: Listeners;
let traccar: ReturnType<typeof createTraccarHandler>;
/** Milliseconds by which the clock goes on whenever somebody looks at it. */
let ticking = 0;
const devices = new Map<ProtocolName, { id: number; message: UnknownMessage }>();

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1', [
    { units: ['r', 'a', 'ar'], devices: ['r', 'a', 'd', 'ar'] },
  ]);
  await test.database.query("update account set type = 'DEALER' where id = 7");
  api = await startApi(test.database);
  const time = { now: () => (api.now += ticking) };
  unread = openUnreadMessages({ database: test.database, logger: silentLogger, time });
  store = await openPositionStore({ database: test.database, logger: silentLogger, time, onUnread: unread.onStored });
  for (const [index, name] of NAMES.entries()) await register(name, 500 + index);
  const registry = new DeviceRegistry();
  await registry.load(test.database);
  intake = createIntake({ registry, store, logger: silentLogger, now: time.now });
  const ports = await freePorts(PROTOCOLS.length);
  listeners = await openListeners({
    protocols: PROTOCOLS,
    host: '127.0.0.1',
    ports: Object.fromEntries(PROTOCOLS.map(({ name }, index) => [name, ports[index]])),
    intake,
    counters: intake.counters,
    logger: silentLogger,
  });
  traccar = createTraccarHandler(intake);
}, 60_000);

afterAll(async () => {
  await listeners.close();
  await store.close();
  await unread.close();
  await api.close();
});

beforeEach(async () => {
  api.now = START;
  for (const table of ['unread_message', 'unread_type']) await test.database.query(`delete from ${table}`);
});

/** A device of the dealer's customer, in a unit of its own. */
async function register(name: ProtocolName, id: number): Promise<void> {
  const message = UNKNOWN_MESSAGES[name]?.(api.now - MINUTE);
  if (!message) throw new Error(`tests/support/unknownMessages.ts has no message of ${name}`);
  devices.set(name, { id, message });
  await test.database.query('insert into unit (id, account_id, name, kind, created_at) values ($1, 4, $2, $3, $4)', [
    id,
    `Unit ${name}`,
    'van',
    new Date(api.now - DAY),
  ]);
  await test.database.query(
    'insert into device (id, account_id, unique_identifier, name, device_model, created_at) values ($1, 4, $2, $3, $4, $5)',
    [id, message.identifier, `Device ${name}`, `Model ${name}`, new Date(api.now - DAY)],
  );
  await test.database.query('insert into unit_device (unit_id, device_id, position) values ($1, $1, 0)', [id]);
}

const deviceOf = (name: ProtocolName): { id: number; message: UnknownMessage } => {
  const device = devices.get(name);
  if (!device) throw new Error(`${name} has no device`);
  return device;
};
const portOf = (name: ProtocolName): number => listeners.ports.find((port) => port.protocol === name)?.port ?? 0;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Sends the message as its device does; resolves with what was answered to it, in hexadecimal. */
async function send(name: ProtocolName): Promise<string> {
  const { message } = deviceOf(name);
  const body = Buffer.from(message.frame);
  if (name === 'traccar')
    return hex(Buffer.from(String((await traccar(JSON.parse(body.toString()), '192.0.2.1')).status)));
  if (PROTOCOLS.some((protocol) => protocol.name === name && isHttpProtocol(protocol))) {
    const answer = await fetch(`http://127.0.0.1:${portOf(name)}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    return hex(Buffer.from(String(answer.status)));
  }
  const before = intake.counters.of(name).unread;
  const socket = connect(portOf(name), '127.0.0.1');
  let answered = '';
  socket.on('data', (chunk: Buffer) => (answered += chunk.toString('hex')));
  socket.write(message.opening);
  await expect.poll(() => answered).toMatch(new RegExp(`^${message.opened}`));
  const opening = answered.length;
  socket.write(message.frame);
  const expected = message.acknowledged === null ? 0 : hex(message.acknowledged).length;
  await expect
    .poll(() => [answered.length - opening >= expected, intake.counters.of(name).unread])
    .toEqual([true, before + 1]);
  await new Promise((resolve) => intake.afterCommit(resolve));
  socket.destroy();
  return answered.slice(opening);
}

async function kept(name: ProtocolName, who = 'dealer') {
  const { error, data } = await api.call(
    'getUnreadMessageList',
    { device_id: deviceOf(name).id },
    await api.signIn(who),
  );
  return error ? error.code : data;
}
async function types(name: ProtocolName, who = 'dealer') {
  const { error, data } = await api.call('getUnreadTypeList', { filters: { protocol: name } }, await api.signIn(who));
  expect(error).toBeNull();
  return data;
}

async function positions(unitId: number): Promise<Position[]> {
  const found: Position[] = [];
  for await (const position of store.readPositions([unitId], api.now - DAY, api.now + DAY)) found.push(position);
  return found;
}

const TAKEN_AT = 10 * MINUTE;
/** What the next version finds in the message: a place of ten minutes before. */
function learnedFix(now: number): Fix {
  return Object.assign(createFix(), {
    time: now - TAKEN_AT,
    hasPosition: true,
    valid: true,
    latitude: 48.2,
    longitude: 16.4,
    satellites: 9,
  });
}

/** The protocols of a version that has learned the message. */
function learned(): Pick<RereadOptions, 'protocols' | 'traccar'> {
  const read = (name: ProtocolName, bytes: Uint8Array, asked: Intake): void => {
    const { message } = deviceOf(name);
    const device = asked.login(message.identifier, name, '');
    if (!device || hex(bytes) !== hex(message.frame)) throw new Error(`${name} was handed ${hex(bytes)}`);
    asked.accept(device, name, learnedFix(asked.now()));
  };
  const protocols = PROTOCOLS.map((protocol): ListeningProtocol =>
    isHttpProtocol(protocol)
      ? {
          ...protocol,
          answer: async (request, asked) => (read(protocol.name, request.body, asked), { status: 200, body: '' }),
        }
      : {
          ...protocol,
          open: (_wire, _transport, asked) => ({
            receive: (bytes) => read(protocol.name, bytes, asked),
            closed: () => undefined,
          }),
        },
  );
  const forwarded: typeof createTraccarHandler = (asked) => async (body) => (
    read('traccar', Buffer.from(JSON.stringify(body)), asked),
    { status: 200, body: { accepted: 1, unknown: 0 } }
  );
  return { protocols, traccar: forwarded };
}
const reread = (version: Pick<RereadOptions, 'protocols' | 'traccar'>) =>
  rereadMessages({ database: test.database, intake, unread, logger: silentLogger, ...version });

describe.each(NAMES)('%s: a message that it does not understand', (name) => {
  it('is acknowledged, counted, kept and shown to whose device it is; read again by a later version its position lands in its place', async () => {
    const { id, message } = deviceOf(name);
    const before = intake.counters.of(name).unread;
    const answered = await send(name);
    if (message.acknowledged !== null) expect(answered).toBe(hex(message.acknowledged));
    expect(intake.counters.of(name)).toMatchObject({ unread: before + 1, malformed: 0 });
    expect([...intake.counters.unreadKinds()]).toContainEqual({
      protocol: name,
      model: `Model ${name}`,
      type: message.type,
      messages: 1,
    });

    const received = api.now;
    const shown = {
      protocol: name,
      type: message.type,
      part: message.part,
      size: message.frame.length,
      hex: hex(message.frame),
    };
    expect(await kept(name)).toMatchObject({ total: 1, rows: [{ ...shown, received_at: toIso(received) }] });
    expect(await types(name)).toMatchObject({
      total: 1,
      rows: [
        {
          ...shown,
          device_model: `Model ${name}`,
          messages: 1,
          last_seen: toIso(received),
          device_count: 1,
          devices: [{ device_id: id, name: `Device ${name}`, account_name: 'Blue Freight' }],
        },
      ],
    });
    // Another tenant sees neither.
    expect(await kept(name, 'red')).toBe(ERROR.notFound);
    expect(await types(name, 'red')).toEqual({ rows: [], total: 0 });

    const known = await positions(id);
    // This version understands no more of it than before.
    expect(await reread({ protocols: PROTOCOLS })).toMatchObject({ messages: 1, read: 0 });
    expect(await kept(name)).toMatchObject({ total: 1, rows: [shown] });
    expect(await positions(id)).toHaveLength(known.length);

    api.now += MINUTE;
    expect(await reread(learned())).toEqual({ messages: 1, read: 1, partly: 0, unread: 0, reports: 1 });
    const place = {
      time: toIso(received - TAKEN_AT),
      received_at: toIso(api.now),
      latitude: 48.2,
      longitude: 16.4,
      protocol: name,
    };
    expect(await positions(id)).toHaveLength(known.length + 1);
    expect(await positions(id)).toContainEqual(expect.objectContaining(place) as Position);
    expect(await kept(name)).toMatchObject({ total: 0 });
    expect(await types(name)).toEqual({ rows: [], total: 0 });
    expect(await reread(learned())).toMatchObject({ messages: 0 });
  });
});

describe('a message that was read in part', () => {
  /**
   * What the version reads: a place of its own or the server's time, and these values; part of it stays unread or not.
   */
  const version = (
    ofItself: boolean,
    values: Record<string, number | string>,
    part: boolean,
  ): Pick<RereadOptions, 'protocols'> => ({
    protocols: PROTOCOLS.filter((protocol) => !isHttpProtocol(protocol)).map((protocol) => ({
      ...protocol,
      open: (_wire, _transport, asked) => ({
        receive: () => {
          const device = asked.login(deviceOf('gt06').message.identifier, 'gt06', '');
          if (!device) throw new Error('the device is not registered');
          const fix = ofItself ? learnedFix(asked.now()) : Object.assign(createFix(), { time: asked.now() });
          for (const [name, value] of Object.entries(values)) fix.attributes.set(name, value);
          asked.accept(device, 'gt06', fix);
          if (part)
            asked.unread(device, 'gt06', { type: '0x99', bytes: Buffer.from('rest'), reason: 'a part', part: true });
        },
        closed: () => undefined,
      }),
    })),
  });
  /** The message as it comes from the device; the clock goes on between any two looks at it. */
  async function arrive(ofItself: boolean, values: Record<string, number | string>): Promise<void> {
    const [protocol] = version(ofItself, values, true).protocols;
    if (isHttpProtocol(protocol)) throw new Error('not of a connection');
    const wire = { remote: '', send: () => undefined, end: () => undefined };
    protocol.open(wire, 'tcp', intake).receive(Buffer.from('whole'));
    expect(await new Promise((resolve) => intake.afterCommit(resolve))).toBe(true);
  }
  const ofTime = async (time: number): Promise<Position[]> =>
    (await positions(deviceOf('gt06').id)).filter((position) => position.time === toIso(time));

  it.each([true, false])(
    'is completed by reading it again, without a second report, with a time of its own: %s',
    async (ofItself) => {
      api.now += DAY;
      const came = api.now;
      ticking = 1;
      await arrive(ofItself, { odometer: 1000, note: 'first' });
      ticking = 0;
      const time = ofItself ? came + 1 - TAKEN_AT : came + 1;
      const [stored] = await ofTime(time);
      expect(stored.attributes).toEqual({ odometer: 1000, note: 'first' });

      api.now += MINUTE;
      const now = version(ofItself, { odometer: 2000, temperature_1: 4.5, seal: 'shut' }, false);
      expect(await reread(now)).toEqual({ messages: 1, read: 1, partly: 0, unread: 0, reports: 1 });
      const completed = { ...stored, attributes: { odometer: 1000, note: 'first', temperature_1: 4.5, seal: 'shut' } };
      expect(await ofTime(time)).toEqual([completed]);
      await store.compact();
      expect(await ofTime(time)).toEqual([completed]);
      const near = (await positions(deviceOf('gt06').id)).filter(
        (other) => Math.abs(Date.parse(other.time) - time) < MINUTE,
      );
      expect(near).toHaveLength(1);
    },
  );
});
