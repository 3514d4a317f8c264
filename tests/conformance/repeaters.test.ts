import { createServer, type IncomingMessage, type Server } from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import mqttPacket from 'mqtt-packet';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../src/domain/base/index.ts';
import { fixAt, START, withPositionStore } from '../support/positionStore.ts';
import { WAIT } from '../support/wait.ts';
import { createAgents } from '../../server/channels/index.ts';
import { wialonIps } from '../../server/ingest/protocols/wialon_ips/index.ts';
import { openListeners, IngestCounters, type Listeners } from '../../server/ingest/index.ts';
import { RecordingIntake } from '../../server/ingest/testing/recordingIntake.ts';
import { freePort } from '../../server/ingest/testing/freePort.ts';
import { createDirectory } from '../../server/modules/shared/index.ts';
import { createSealer } from '../../server/store/index.ts';
import { silentLogger } from '../support/silentLogger.ts';
import { createDialer, openRepeaters, type Repeaters } from '../../server/repeaters/index.ts';

const world = withPositionStore();
const sealer = createSealer('a secret of the tests that is long enough');
const [ACCOUNT, TRUCK, VAN] = [1, 11, 12];
let repeaters: Repeaters;
let directory: Awaited<ReturnType<typeof createDirectory>>;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const { database } = world.test;
  await database.query("insert into account (id, type, name, created_at) values (1, 'OWNER', 'North', now())");
  for (const [id, name] of [
    [TRUCK, 'Truck'],
    [VAN, 'Van'],
  ]) {
    await database.query(
      "insert into unit (id, account_id, name, kind, status, created_at) values ($1, 1, $2, 'truck', 'active', now())",
      [id, name],
    );
    await database.query(
      "insert into device (id, account_id, unique_identifier, name, device_model, created_at) values ($1, 1, $2, 'Box', 'FMB920', now())",
      [id, `35000000000${id}`],
    );
    await database.query('insert into unit_device (unit_id, device_id, position) values ($1, $1, 0)', [id]);
  }
});

beforeEach(async () => {
  for (const table of ['repeater', 'counter']) await world.test.database.query(`delete from ${table} where true`);
  directory = await createDirectory(world.test.database, { logger: silentLogger, time: { now: () => world.now } });
  world.now = START;
});
afterEach(async () => {
  await repeaters.close();
  directory.close();
  for (const end of ends.splice(0)) await end();
});

const open = async (own: { ports?: number[]; allowPrivate?: boolean } = {}): Promise<void> => {
  const { ports = [], allowPrivate = true } = own;
  repeaters = await openRepeaters({
    database: world.test.database,
    positions: world.store,
    directory,
    sealer,
    agents: createAgents(allowPrivate, true),
    dialer: createDialer({ allowPrivate, ownPorts: () => ports, ownNames: [] }),
    now: () => world.now,
    random: () => 1,
    retry: { first: 5, longest: 20 },
    logger: silentLogger,
  });
};

/** Adds a repeater, and answers its number. */
async function add(form: { protocol: string; port: number } & Record<string, unknown>): Promise<number> {
  const row = {
    account_id: ACCOUNT,
    name: 'Ministry',
    host: '127.0.0.1',
    status: 'active',
    created_at: new Date(START),
    ...form,
  };
  const columns = Object.keys(row);
  const [{ id }] = await world.test.database.query<{ id: number }>(
    `insert into repeater (${columns.join(', ')}) values (${columns.map((_, place) => `$${place + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return id;
}

/** Changes it as its form would. */
async function change(id: number, column: string, value: unknown): Promise<void> {
  await world.test.database.transaction(async (transaction) => {
    await transaction.query(`update repeater set ${column} = $2 where id = $1`, [id, value]);
    await transaction.appendEvent({
      kind: 'repeaterUpdated',
      account_id: ACCOUNT,
      user_id: null,
      subject_type: 'repeater',
      subject_id: id,
      time: new Date(world.now).toISOString(),
      data: { name: 'Ministry' },
    } as never);
  });
}

const stateOf = async (id: number): Promise<Record<string, unknown>> => {
  await repeaters.store();
  const [row] = await world.test.database.query('select * from repeater_state where repeater_id = $1', [id]);
  return row ?? {};
};
const cursors = (): Promise<object[]> => world.test.database.query('select * from repeater_cursor order by unit_id');
const logOf = (id: number) =>
  world.test.database.query<{ code: string; detail: string; unit_id: number | null; messages: number }>(
    'select code, detail, unit_id, messages from repeater_log where repeater_id = $1 order by id',
    [id],
  );
const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: WAIT, interval: 5 });
const drive = async (unitId: number, ...minutes: number[]): Promise<void> => {
  for (const minute of minutes)
    await world.put(unitId, fixAt(START + minute * MINUTE, { speed: minute }), world.now + SECOND);
};

/** A receiver of Wialon IPS: our own. */
async function ipsReceiver(
  port: number,
  devices?: string[],
): Promise<{ intake: RecordingIntake; close(): Promise<void> }> {
  const intake = new RecordingIntake(devices?.map((identifier) => ({ identifier })));
  const listeners: Listeners = await openListeners({
    protocols: [wialonIps],
    host: '127.0.0.1',
    ports: { wialon_ips: port },
    intake,
    counters: new IngestCounters(),
    logger: silentLogger,
  });
  const close = () => listeners.close();
  ends.push(close);
  return { intake, close };
}
const speedsOf = (intake: RecordingIntake, identifier?: string): number[] =>
  intake.fixes.filter((fix) => identifier === undefined || fix.identifier === identifier).map(({ speed }) => speed);

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A receiver of requests; `status` says what it answers. */
async function webReceiver(status: (asked: Asked) => number): Promise<{ port: number; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      response.writeHead(status(one)).end('said so');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return { port: (server.address() as net.AddressInfo).port, asked };
}

describe('a receiver of Wialon IPS', () => {
  it('gets what comes, each unit by its own login, once and in order', async () => {
    const port = await freePort();
    const { intake } = await ipsReceiver(port);
    const id = await add({ protocol: 'wialon_ips', port });
    await open();
    await drive(TRUCK, 1, 2);
    await drive(VAN, 1);
    await drive(TRUCK, 3);
    await until(() => expect(intake.fixes).toHaveLength(4));
    expect(speedsOf(intake, '3500000000011')).toEqual([1, 2, 3]);
    expect(speedsOf(intake, '3500000000012')).toEqual([1]);
    await until(async () => expect(await stateOf(id)).toMatchObject({ state: 'running', sent: 4, waiting: 0 }));
    expect(await cursors()).toEqual([]);
  });

  it('gets all of it once it is back, in order of time, late reports too', async () => {
    const port = await freePort();
    const id = await add({ protocol: 'wialon_ips', port });
    await open();
    await drive(TRUCK, 1, 4);
    await until(async () =>
      expect(await stateOf(id)).toMatchObject({ state: 'failing', waiting: 2, last_error: 'notConnected' }),
    );
    await drive(TRUCK, 2, 3);
    const { intake } = await ipsReceiver(port);
    await until(() => expect(intake.fixes).toHaveLength(4));
    expect(speedsOf(intake)).toEqual([1, 2, 3, 4]);
    await until(async () => expect(await stateOf(id)).toMatchObject({ state: 'running', sent: 4, waiting: 0 }));
    expect((await logOf(id))[0]).toMatchObject({ code: 'notConnected', detail: 'ECONNREFUSED', unit_id: null });
  });

  it('keeps one unit waiting that it does not know, and no other', async () => {
    const port = await freePort();
    const { intake } = await ipsReceiver(port, ['3500000000012']);
    const id = await add({ protocol: 'wialon_ips', port });
    await open();
    await drive(TRUCK, 1);
    await drive(VAN, 1, 2);
    await until(() => expect(speedsOf(intake, '3500000000012')).toEqual([1, 2]));
    await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 2, waiting: 1 }));
    expect((await logOf(id))[0]).toMatchObject({ code: 'loginRefused', detail: '#AL#0', unit_id: TRUCK });
  });
});

describe('what waits', () => {
  it('survives a restart, and compaction before and after', async () => {
    const port = await freePort();
    const id = await add({ protocol: 'wialon_ips', port });
    await open();
    await drive(TRUCK, 1, 2);
    await until(async () => expect(await stateOf(id)).toMatchObject({ waiting: 2, last_error: 'notConnected' }));
    await world.store.compact();
    expect(await cursors()).toMatchObject([{ unit_id: TRUCK, backlog_count: 2 }]);
    await drive(TRUCK, 3);
    await repeaters.close();
    // Killed before it noted what came last.
    await world.test.database.query('delete from repeater_state');
    await world.reopen();
    await open();
    await drive(TRUCK, 4);
    expect(await stateOf(id)).toMatchObject({ waiting: 4 });
    await world.store.compact();
    const { intake } = await ipsReceiver(port);
    await until(() => expect(speedsOf(intake)).toEqual([1, 2, 3, 4]));
    await drive(TRUCK, 5);
    await until(() => expect(speedsOf(intake)).toEqual([1, 2, 3, 4, 5]));
    await until(async () => expect(await stateOf(id)).toMatchObject({ waiting: 0 }));
    expect(await cursors()).toEqual([]);
  });

  it('is found after a crash that came before anything of it was noted', async () => {
    const port = await freePort();
    await add({ protocol: 'wialon_ips', port });
    await open();
    await drive(VAN, 1);
    await repeaters.store();
    const marked = await world.test.database.query("select value from counter where name = 'repeaters_seen'");
    await drive(TRUCK, 1, 2);
    await repeaters.close();
    await world.test.database.query('delete from repeater_cursor where unit_id = $1', [TRUCK]);
    await world.test.database.query("update counter set value = $1 where name = 'repeaters_seen'", [
      (marked[0] as { value: number }).value,
    ]);
    await open();
    const { intake } = await ipsReceiver(port);
    await until(() => expect(speedsOf(intake, '3500000000011')).toEqual([1, 2]));
    await until(() => expect(speedsOf(intake, '3500000000012')).toEqual([1]));
  });

  it('stays while the repeater is paused, and is dropped once it is too old', async () => {
    const port = await freePort();
    const { intake } = await ipsReceiver(port);
    const id = await add({ protocol: 'wialon_ips', port, status: 'inactive' });
    await open();
    await drive(TRUCK, 1, 2);
    world.now = START + 3 * DAY;
    await drive(TRUCK, 3 * 1440);
    world.now = START + 7 * DAY + MINUTE;
    expect(await stateOf(id)).toMatchObject({ sent: 0, waiting: 3 });
    expect(intake.fixes).toEqual([]);
    await change(id, 'status', 'active');
    await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 1, dropped: 2, waiting: 0 }));
    expect(speedsOf(intake)).toEqual([3 * 1440]);
    expect(await logOf(id)).toMatchObject([{ code: 'dropped', unit_id: TRUCK, messages: 2 }]);
  });

  it('is not of units that it does not name', async () => {
    const port = await freePort();
    const { intake } = await ipsReceiver(port);
    const id = await add({ protocol: 'wialon_ips', port, all_units: false });
    await world.test.database.query('insert into repeater_unit (repeater_id, unit_id) values ($1, $2)', [id, VAN]);
    await open();
    await drive(TRUCK, 1);
    await drive(VAN, 1);
    await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 1 }));
    expect(intake.fixes.map(({ identifier }) => identifier)).toEqual(['3500000000012']);
  });
});

describe('a receiver of Wialon Retranslator', () => {
  it('gets packets on one connection, and again those that it did not answer', async () => {
    const packets: number[] = [];
    let [answers, connections] = [true, 0];
    const server = net.createServer((socket) => {
      connections++;
      let bytes: Buffer = Buffer.alloc(0);
      socket.on('error', () => undefined);
      socket.on('data', (part: Buffer) => {
        bytes = Buffer.concat([bytes, part]);
        while (bytes.length >= 4 && bytes.length >= bytes.readUInt32LE() + 4) {
          packets.push(bytes.readUInt32BE(4 + 14));
          bytes = bytes.subarray(bytes.readUInt32LE() + 4);
          if (answers) socket.write(Uint8Array.of(0x11));
          else socket.destroy();
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => server.close());
    const id = await add({ protocol: 'wialon_retranslator', port: (server.address() as net.AddressInfo).port });
    await open();
    await drive(TRUCK, 1);
    await drive(VAN, 1);
    await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 2 }));
    expect(connections).toBe(1);
    answers = false;
    await drive(TRUCK, 2);
    await until(async () => expect(await stateOf(id)).toMatchObject({ waiting: 1, last_error: 'closed' }));
    answers = true;
    await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 3, waiting: 0 }));
    expect(packets.at(-1)).toBe((START + 2 * MINUTE) / 1000);
  });
});

describe('a receiver by HTTP', () => {
  it('gets JSON with a password; what it refuses is counted, and what it cannot take now comes again', async () => {
    let busy = 2;
    const { port, asked } = await webReceiver(({ body }) => {
      const { speed } = JSON.parse(body) as { speed: number };
      if (speed === 2) return 422;
      return speed === 3 && busy-- > 0 ? 429 : 200;
    });
    const id = await add({
      protocol: 'json_http',
      port,
      path: '/in?key=1',
      user_name: 'me',
      password: sealer.seal('pass'),
    });
    await open();
    await drive(TRUCK, 1, 2, 3);
    await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 2, refused: 1, waiting: 0 }));
    expect(asked.map(({ body }) => (JSON.parse(body) as { speed: number }).speed)).toEqual([1, 2, 3, 3, 3]);
    expect(asked[0]).toMatchObject({
      path: '/in?key=1',
      headers: {
        authorization: `Basic ${Buffer.from('me:pass').toString('base64')}`,
        'wayline-message': `11-${START + MINUTE}`,
      },
    });
    expect(await logOf(id)).toMatchObject([
      { code: 'refused', detail: 'HTTP 422 said so', unit_id: TRUCK, messages: 1 },
      { code: 'answered', detail: 'HTTP 429 said so' },
      { code: 'answered' },
    ]);
  });

  it('gets queries as of Traccar Client', async () => {
    const { port, asked } = await webReceiver(() => 200);
    const id = await add({ protocol: 'osmand_http', port });
    await open();
    await drive(TRUCK, 1);
    await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 1 }));
    expect(asked[0].path).toMatch(/^\/\?id=3500000000011&timestamp=\d+&lat=59\.4/);
  });

  it('is never this server itself, nor in its network where that is not allowed', async () => {
    const { port, asked } = await webReceiver(() => 200);
    const id = await add({ protocol: 'json_http', port, host: 'localhost' });
    await open({ ports: [port] });
    await drive(TRUCK, 1);
    await until(async () => expect(await stateOf(id)).toMatchObject({ waiting: 1, last_error: 'ownListener' }));
    await repeaters.close();
    await open({ allowPrivate: false });
    await until(async () => expect(await stateOf(id)).toMatchObject({ waiting: 1, last_error: 'blocked' }));
    expect(await repeaters.test(id)).toMatchObject({ ok: false, code: 'blocked' });
    expect(asked).toEqual([]);
  });
});

it('publishes to a broker, and counts what it acknowledged', async () => {
  const published: { topic: string; qos: number; retain: boolean; speed: number }[] = [];
  const clients: string[] = [];
  const server = net.createServer((socket) => {
    const parser = mqttPacket.parser();
    socket.on('error', () => undefined);
    parser.on('packet', (packet: mqttPacket.Packet) => {
      if (packet.cmd === 'connect') {
        clients.push(`${packet.clientId} ${packet.username} ${String(packet.password)}`);
        socket.write(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
      } else if (packet.cmd === 'publish') {
        const { speed } = JSON.parse(String(packet.payload)) as { speed: number };
        published.push({ topic: packet.topic, qos: packet.qos, retain: packet.retain, speed });
        // The first time it goes away without a word.
        if (published.length === 2) socket.destroy();
        else socket.write(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
      }
    });
    socket.on('data', (bytes: Buffer) => parser.parse(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const id = await add({
    protocol: 'mqtt',
    port: (server.address() as net.AddressInfo).port,
    topic: 'fleet/{account}/{uid}/position',
    user_name: 'me',
    password: sealer.seal('pass'),
  });
  await open();
  await drive(TRUCK, 1, 2, 3);
  await until(async () => expect(await stateOf(id)).toMatchObject({ sent: 3, waiting: 0 }));
  expect(published.map(({ speed }) => speed)).toEqual([1, 2, 2, 3]);
  expect(published[0]).toEqual({ topic: 'fleet/North/3500000000011/position', qos: 1, retain: false, speed: 1 });
  expect(clients).toEqual([`wayline-${id} me pass`, `wayline-${id} me pass`]);
});

it('sends a period again beside what comes, and a test says what the receiver said', async () => {
  const { port, asked } = await webReceiver(({ body }) =>
    (JSON.parse(body) as { speed: number }).speed === 3 ? 400 : 200,
  );
  const id = await add({ protocol: 'json_http', port });
  await drive(TRUCK, 1, 2, 3, 4);
  await drive(VAN, 2);
  await open();
  expect(await repeaters.test(id)).toEqual({ ok: true, code: null, detail: '' });
  asked.length = 0;
  const reports: unknown[] = [];
  const resending = {
    unitIds: null,
    from: START + 2 * MINUTE,
    to: START + 4 * MINUTE,
    signal: new AbortController().signal,
    report: async (progress: unknown) => void reports.push(progress),
  };
  expect(await repeaters.resend(id, resending)).toEqual({ ok: true, value: { units: 2, messages: 2, refused: 1 } });
  expect(asked.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([
    `11-${START + 2 * MINUTE}`,
    `11-${START + 3 * MINUTE}`,
    `12-${START + 2 * MINUTE}`,
  ]);
  expect(reports).toContainEqual({ fraction: 0.5, step: 'resendingUnits', values: { done: 1, total: 2, messages: 1 } });
  // Resent messages do not count as new ones.
  expect(await stateOf(id)).toMatchObject({ sent: 0, waiting: 0 });
  expect(repeaters.resend(999, resending)).toBeNull();
});
