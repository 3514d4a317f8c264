import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '../../src/domain/base/index.ts';
import { io, type Socket } from 'socket.io-client';
import {
  LIVE_PATH,
  type LiveClientEvents,
  type LiveReady,
  type LiveRefusal,
  type LiveServerEvents,
  type LiveEvent,
} from '../../src/api/contract/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { startFeeds, type Feeds } from '../../server/feeds/index.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import { createFeedAuthenticate } from '../../server/gateway/index.ts';
import { stillPositions } from '../../server/feeds/testing/positions.ts';
import { startApi, START, type TestApi } from '../support/api.ts';
import { fillMatrixWorld, type Actor, type MatrixWorld } from '../support/matrixWorld.ts';
import { withTestDatabase } from '../support/postgres.ts';

// An open client hears of what concerns it: calls on the real gateway, the feed on its real socket.

const test = withTestDatabase();
let world: MatrixWorld;
let api: TestApi;
let feeds: Feeds;
/** Milliseconds since the feed was opened. */
let passed = 0;
const sockets: Pick<Socket, 'disconnect'>[] = [];

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  api = await startApi(test.database);
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  feeds = startFeeds({
    http: api.server.server,
    time: { now: () => START + passed },
    epoch: 'e',
    run: 'run',
    correlationId: () => 'c',
    directory: api.directory,
    positions: stillPositions(),
    lookUpAlarm: () => Promise.resolve(null),
    authenticate: createFeedAuthenticate(api.sessions, createProblems(loadMessages())),
    onEvents: (listener) => test.database.onEvents(listener),
    onSessionsEnded: (listener) => api.sessions.onEnded(listener),
    logger: { info: () => undefined, warn: () => undefined },
  });
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await feeds.close();
  await api.close();
});

function actor(name: string): Actor {
  const found = world.actors.find((each) => each.name === name);
  if (!found) throw new Error(`Nobody is ${name}.`);
  return found;
}

const tokensOf = ({ userId }: Actor) =>
  api.sessions.open(userId as UserId, { remote: '192.0.2.1', userAgent: 'test' }, START);
const tokenOf = async (person: Actor) => (await tokensOf(person)).accessToken;
const accountOf = ({ targets }: Actor) => targets.own?.accountId ?? 0;

/** An open window of the person: what it hears next, and how it ends. */
async function open(person: Actor, { reading, place }: { reading?: number; place?: string } = {}) {
  const { port } = api.server.server.address() as AddressInfo;
  const { accessToken: token, bearerToken: bearer } = await tokensOf(person);
  const auth = { token, account: accountOf(person), reading, events: place };
  const socket: Socket<LiveServerEvents, LiveClientEvents> = io(`http://127.0.0.1:${port}`, {
    path: LIVE_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
  });
  sockets.push(socket);
  const refused = new Promise<LiveRefusal>((resolve) => socket.once('refused', resolve));
  const first = new Promise<LiveEvent[]>((resolve) => socket.once('events', resolve));
  const heard: LiveEvent[] = [];
  socket.on('events', (events) => heard.push(...events));
  const { readAgain = false, events: joinedAt } = await new Promise<LiveReady>((resolve, reject) => {
    socket.once('ready', resolve);
    socket.once('connect_error', reject);
  });
  return {
    token,
    bearer,
    refused,
    first,
    /** All events so far. */
    heard,
    readAgain,
    /** Where it is among the events, where it was sent none. */
    joinedAt,
    leave: () => socket.disconnect(),
    events: () => new Promise<LiveEvent[]>((resolve) => socket.once('events', resolve)),
  };
}

async function call(person: Actor, method: string, data: object) {
  const answer = await api.call(method, data, { token: await tokenOf(person), account: accountOf(person) });
  if (answer.error) throw new Error(`${method}: ${answer.error.code} ${JSON.stringify(answer.error.fields)}`);
  return answer.data;
}

const one = async (sql: string, ...values: unknown[]) =>
  (await test.database.query<{ id: number }>(sql, values))[0]?.id;

describe('an open window', () => {
  it('hears nothing more from the moment that its session ends, though no event says so', async () => {
    const manager = actor('consumer in Pars Logistics');
    const [window, other] = [await open(manager), await open(manager)];
    // A bearer token that comes twice ends its session.
    for (let count = 0; count < 2; count++) await api.call('loginWithBearer', { bearer_token: window.bearer });
    expect((await window.refused).code).toBe(ERROR.accessToken);
    const { data } = await api.call('getActiveSessions', {}, { token: other.token });
    expect(data.sessions.some(({ current }) => current)).toBe(true);
    window.leave();
    other.leave();
  });

  it('hears that its holder’s role changed, without what others may not read of it', async () => {
    const viewer = actor('viewer in Pars Logistics');
    const manager = actor('consumer in Pars Logistics');
    const [window, office] = [await open(viewer), await open(manager)];
    const [recorded, known] = [window.events(), office.events()];
    const roleId = await one("select id from role where account_id = $1 and name = 'Viewer'", accountOf(viewer));
    await call(manager, 'updateRole', {
      role_id: roleId,
      name: 'Viewer',
      parent_role_id: null,
      permissions: { report: ['r'] },
    });
    expect(await recorded).toMatchObject([
      {
        kind: 'permissionsChanged',
        account_id: accountOf(viewer),
        subject_type: 'user',
        subject_id: viewer.userId,
        data: {},
      },
    ]);
    expect(await known).toMatchObject([
      { kind: 'roleUpdated', subject_id: roleId, data: { after: { permissions: { report: ['r'] } } } },
    ]);
  });

  it('gets what happened while it read and did not follow yet, as far as it may know', async () => {
    const viewer = actor('viewer in Pars Logistics');
    const manager = actor('consumer in Pars Logistics');
    passed = 30_000;
    const roleId = await one("select id from role where account_id = $1 and name = 'Dispatcher'", accountOf(manager));
    await call(manager, 'updateRole', {
      role_id: roleId,
      name: 'Night shift',
      parent_role_id: null,
      permissions: { units: ['r'] },
    });
    const office = await open(manager, { reading: 1_000 });
    expect(office.readAgain).toBe(false);
    expect(await office.first).toMatchObject([
      { kind: 'roleUpdated', subject_id: roleId, data: { after: { name: 'Night shift' } } },
    ]);
    // Its copy of its own permissions may be outdated.
    expect(await (await open(viewer, { reading: 1_000 })).first).toMatchObject([
      { kind: 'permissionsChanged', subject_id: viewer.userId, data: {} },
    ]);
    expect((await open(viewer, { reading: 10 * 60_000 })).readAgain).toBe(true);
    await call(manager, 'updateRole', {
      role_id: roleId,
      name: 'Dispatcher',
      parent_role_id: null,
      permissions: { units: ['r'] },
    });
  });

  it('goes on where its line was lost, with every event once and in order, or reads again; never both', async () => {
    const manager = actor('consumer in Pars Logistics');
    const office = await open(manager);
    const place = office.joinedAt;
    office.leave();
    const names = ['One', 'Two', 'Three'];
    await Promise.all(
      names.map((name) =>
        call(manager, 'addRole', { name, parent_role_id: null, permissions: { units: ['r'] }, labels: [] }),
      ),
    );
    const back = await open(manager, { place });
    // Those that the feed had not taken up when the line came back follow as they are taken up.
    await expect.poll(() => back.heard.filter(({ kind }) => kind === 'roleCreated')).toHaveLength(names.length);
    const sequences = back.heard.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
    expect([back.readAgain, back.joinedAt]).toEqual([false, undefined]);
    const stranger = await open(manager, { place: `run-before ${place?.split(' ')[1]}` });
    expect([stranger.readAgain, stranger.joinedAt]).toEqual([true, expect.stringMatching(/^run \d+$/)]);
  });

  it('is open to somebody who sees no units, so that they hear of their role too', async () => {
    const viewer = actor('viewer in Pars Logistics');
    const window = await open(viewer);
    const recorded = window.events();
    const roleId = await one("select id from role where account_id = $1 and name = 'Dispatcher'", accountOf(viewer));
    await call(actor('consumer in Pars Logistics'), 'updateUserRole', { user_id: viewer.userId, role_id: roleId });
    expect(await recorded).toMatchObject([{ kind: 'permissionsChanged', subject_id: viewer.userId }]);
  });

  it('ends at once, with the code of a call, when its account or one above is blocked or asleep', async () => {
    const [inside, below] = [
      await open(actor('operator in Pars Logistics')),
      await open(actor('multi in Pars Cold Chain')),
    ];
    const pars = accountOf(actor('operator in Pars Logistics'));
    const dealer = actor('dealer in Kaveh Telematics');
    await call(dealer, 'updateConsumerAccountStatus', { account_id: pars, status: 'blocked' });
    expect((await inside.refused).code).toBe(ERROR.accessDenied);
    expect((await below.refused).code).toBe(ERROR.accessDenied);
    await expect(open(actor('multi in Pars Cold Chain'))).rejects.toMatchObject({ data: { code: ERROR.accessDenied } });
    const { accounts } = await call(actor('multi in Rhein-Isar Kurier'), 'getUserAccounts', {});
    expect(
      Object.fromEntries((accounts as { name: string; status: string }[]).map(({ name, status }) => [name, status])),
    ).toEqual({ 'Pars Cold Chain': 'blocked', 'Rhein-Isar Kurier': 'active', 'Волга Транс': 'active' });
    await call(dealer, 'updateConsumerAccountStatus', { account_id: pars, status: 'active' });
    const again = await open(actor('operator in Pars Logistics'));
    await call(dealer, 'updateConsumerAccountStatus', { account_id: pars, status: 'inactive' });
    expect((await again.refused).code).toBe(ERROR.accountInactive);
    await call(dealer, 'updateConsumerAccountStatus', { account_id: pars, status: 'active' });
  });

  it('ends when its holder is taken out of the account, and stays open in their other accounts', async () => {
    const [cold, rhein] = [
      await open(actor('multi in Pars Cold Chain')),
      await open(actor('multi in Rhein-Isar Kurier')),
    ];
    const multi = actor('multi in Pars Cold Chain');
    const dealer = actor('dealer in Kaveh Telematics');
    await call(dealer, 'subAccountUserRemoved', { account_id: accountOf(multi), user_id: multi.userId });
    expect((await cold.refused).code).toBe(ERROR.accountAccess);
    const heard = rhein.events();
    await call(actor('multi in Rhein-Isar Kurier'), 'updateAccountDetails', { region: 'Oberbayern' });
    expect(await heard).toMatchObject([{ kind: 'accountUpdated' }]);
  });

  it('ends with every session and key of somebody who is blocked, and says so to who comes again', async () => {
    const operator = actor('operator in Pars Logistics');
    const manager = actor('consumer in Pars Logistics');
    const account = accountOf(operator);
    const { accessToken, bearerToken } = await api.sessions.open(
      operator.userId as UserId,
      { remote: '192.0.2.1', userAgent: 'test' },
      START,
    );
    const made = await api.call(
      'createApiKey',
      { name: 'Script', permissions: { units: ['r'] } },
      { token: accessToken, account },
    );
    const key = String(made.data?.secret);
    const list = async (token: string) => (await api.call('getUnitList', {}, { token, account })).error?.code;
    expect(await list(key)).toBeUndefined();
    const window = await open(operator);
    await call(manager, 'updateUserStatus', { user_id: operator.userId, status: 'blocked' });
    expect((await window.refused).code).toBe(ERROR.accessToken);
    expect(await list(accessToken)).toBe(ERROR.accessToken);
    expect(await list(key)).toBe(ERROR.loginBlocked);
    // A blocked window renews its token by itself: that answer is what its holder reads.
    expect((await api.call('loginWithBearer', { bearer_token: bearerToken })).error?.code).toBe(ERROR.loginBlocked);
    await call(manager, 'updateUserStatus', { user_id: operator.userId, status: 'active' });
    expect(await list(accessToken)).toBe(ERROR.accessToken);
    expect(await list(key)).toBeUndefined();
  });
});
