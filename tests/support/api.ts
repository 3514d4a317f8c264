import type { FastifyInstance } from 'fastify';
import {
  COOKIE_HEADER,
  SESSION_PATH,
  catalogue,
  type CallError,
  type MethodName,
  type Reply,
  type ReplyEnvelope,
} from '../../src/api/contract/index.ts';
import { toIso } from '../../src/domain/base/index.ts';
import type { RoadHistory } from '../../src/domain/road/index.ts';
import { emptyTrack, type Position } from '../../src/domain/telemetry/index.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import { createGateway, createMetrics, type GatewayOptions } from '../../server/gateway/index.ts';
import { createMessageWriter, createOutbox, type Outbox } from '../../server/channels/index.ts';
import {
  createBackground,
  createCaptcha,
  createPasswordHasher,
  createSessions,
  type Sessions,
} from '../../server/modules/auth/index.ts';
import { openReportFile } from '../../server/modules/reports/index.ts';
import { createPictures } from '../../server/modules/pictures/index.ts';
import { openCommandDispatcher, type CommandDispatcher } from '../../server/modules/commands/index.ts';
import { createHandlers, type HandlerServices } from '../../server/modules/registry.ts';
import type { AskedDetection } from '../../server/pipeline/index.ts';
import { createPlaces } from '../../server/places/index.ts';
import { createDeviceWire, type DeviceWire, type Switchboard } from '../../server/ingest/index.ts';
import {
  createDirectory,
  createNamedThings,
  readSettings,
  TrackerClaims,
  type Directory,
} from '../../server/modules/shared/index.ts';
import { openSetupCode } from '../../server/modules/setup/index.ts';
import { readAllSensors } from '../../server/modules/units/index.ts';
import { createSealer, type Database, type Sealer } from '../../server/store/index.ts';
import type { PositionStore } from '../../server/store/types.ts';

export const PASSWORD = 'Demo#2026';
/** What a server of the tests without a login prints. */
export const SETUP_CODE = 'ABCDEFGHJKLM';
export const START = Date.UTC(2026, 4, 1, 8);

/**
 * Accounts of the test world:
 * 1 owner > 2 dealer > 4 consumer > 6 restricted sub-account; 2 > 5 consumer (inactive);
 * 1 > 3 other dealer > 7 other consumer. Units 40, 41 in 4; 60 in 6; 70 in 7.
 */
const ACCOUNTS: [id: number, parent: number | null, name: string, type: string, status: string, restricted: boolean][] =
  [
    [1, null, 'Provider', 'OWNER', 'active', false],
    [2, 1, 'North Dealer', 'DEALER', 'active', false],
    [3, 1, 'South Dealer', 'DEALER', 'active', false],
    [4, 2, 'Blue Freight', 'CONSUMER', 'active', false],
    [5, 2, 'Sleeping Ltd', 'CONSUMER', 'inactive', false],
    [6, 4, 'Blue Depot', 'CONSUMER', 'active', true],
    [7, 3, 'Red Cargo', 'CONSUMER', 'active', false],
    [8, 6, 'Depot Corner', 'CONSUMER', 'active', false],
  ];
const FULL = { units: ['r', 'a', 'u', 'd', 'ar', 'aa', 'au', 'sa', 'sh', 'm'], devices: ['r', 'a', 'ar', 'aa', 'm'] };
const USERS: [id: number, name: string, status: string, memberships: [account: number, permissions: object][]][] = [
  [1, 'owner', 'active', [[1, FULL]]],
  [2, 'dealer', 'active', [[2, FULL]]],
  [3, 'consumer', 'active', [[4, FULL]]],
  [4, 'viewer', 'active', [[4, { units: ['r', 'ar'] }]]],
  [
    5,
    'multi',
    'active',
    [
      [4, FULL],
      [5, FULL],
      [7, FULL],
    ],
  ],
  [6, 'red', 'active', [[7, FULL]]],
  [7, 'restricted', 'active', [[6, FULL]]],
  [8, 'blocked', 'blocked', [[4, FULL]]],
  [9, 'sleeper', 'inactive', [[4, FULL]]],
  [10, 'nobody', 'active', []],
];
const UNITS: [id: number, account: number, name: string, identifier: string][] = [
  [40, 4, 'Blue One', '356307042441013'],
  [41, 4, '=Blue Two', 'BLUE2'],
  [60, 6, 'Depot Van', 'DEPOT1'],
  [70, 7, 'Red Truck', 'RED1'],
  [80, 8, 'Corner Car', 'CORNER1'],
];

const SECRET = 'secret of the tests, long enough to be one';
let passwordHash: Promise<string> | null = null;
/** Costs next to nothing: what a real hash costs is tested beside it. */
const hasherOfTests = () => createPasswordHasher({ cost: { memory: 64, passes: 1, parallelism: 1 } });

/** Fills an empty, migrated database with the test world. */
export async function fillWorld(database: Database): Promise<void> {
  passwordHash ??= hasherOfTests().hash(PASSWORD);
  const hash = await passwordHash;
  const at = new Date(START);
  for (const account of ACCOUNTS) {
    await database.query(
      'insert into account (id, parent_id, name, type, status, restrict_sub_accounts, created_at) values ($1,$2,$3,$4,$5,$6,$7)',
      [...account, at],
    );
  }
  let role = 0;
  for (const [id, name, status, memberships] of USERS) {
    await database.query(
      `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, status, created_at, email_verified_at)
       values ($1,$2,$3,$4,$4,$5,'Test',$6,$7,$8,$8)`,
      [id, name[0]?.toUpperCase() + name.slice(1), name, `${name}@example.test`, name, hash, status, at],
    );
    for (const [account, permissions] of memberships) {
      await database.query('insert into role (id, account_id, name, permissions, created_at) values ($1,$2,$3,$4,$5)', [
        ++role,
        account,
        `Role ${role}`,
        permissions,
        at,
      ]);
      await database.query('insert into membership (user_id, account_id, role_id, created_at) values ($1,$2,$3,$4)', [
        id,
        account,
        role,
        at,
      ]);
    }
  }
  for (const [id, account, name, identifier] of UNITS) {
    await database.query('insert into unit (id, account_id, name, kind, created_at) values ($1,$2,$3,$4,$5)', [
      id,
      account,
      name,
      'van',
      at,
    ]);
    await database.query(
      "insert into device (id, account_id, unique_identifier, name, device_model, created_at) values ($1,$2,$3,$4,'FMB920',$5)",
      [id, account, identifier, `Device ${id}`, at],
    );
    await database.query('insert into unit_device (unit_id, device_id, position) values ($1,$1,0)', [id]);
  }
  await database.query(
    "select setval(pg_get_serial_sequence(name, 'id'), 1000) from unnest(array['unit', 'device', 'app_user', 'role', 'account']) as name",
  );
}

/** One position of a unit, a minute after another. */
export function position(unitId: number, minute: number, overrides: Partial<Position> = {}): Position {
  const time = new Date(START + minute * 60_000).toISOString();
  return {
    unit_id: unitId,
    time,
    received_at: time,
    latitude: 52 + minute / 1000,
    longitude: 13,
    speed: 50,
    course: 90,
    altitude: 34,
    satellites: 9,
    valid: true,
    protocol: 'teltonika',
    attributes: { ignition: true },
    ...overrides,
  };
}

/** A position store that holds what a test puts in; blocks are texts that say what was asked. */
export function fakePositions(stored: Position[] = []) {
  const asked: string[] = [];
  async function* blocks(name: string, unitIds: readonly number[], ...times: number[]) {
    asked.push(`${name} ${unitIds.join(',')} ${times.map((time) => new Date(time).toISOString()).join(' ')}`);
    for (const unitId of unitIds) yield Buffer.from(`block of ${unitId}`);
  }
  async function* read(unitIds: readonly number[], from: number, to: number) {
    for (const each of stored) {
      const time = Date.parse(each.time);
      if (unitIds.includes(each.unit_id) && time >= from && time < to) yield each;
    }
  }
  const store: Pick<
    PositionStore,
    'readBlocks' | 'readBackfill' | 'readPositions' | 'readPast' | 'readTracks' | 'earliest'
  > & { latest: PositionStore['latest']; setAside: number } = {
    setAside: 0,
    readBlocks: (unitIds, from, to, columns = 'all') =>
      blocks(columns === 'all' ? 'blocks' : `${columns} of blocks`, unitIds, from, to),
    readBackfill: (unitIds, at, columns = 'all', silentSince = null) =>
      blocks(
        columns === 'all' ? 'backfill' : `${columns} of backfill`,
        unitIds,
        at,
        ...(silentSince === null ? [] : [silentSince]),
      ),
    readPositions: read,
    readPast: async function* (unitIds) {
      for (const unitId of unitIds) yield { unitId, stretches: [] };
    },
    readTracks: async function* (unitId, from, to) {
      asked.push(`tracks ${unitId} ${toIso(from)} ${toIso(to)}`);
      yield { ...emptyTrack(unitId, 0), count: 1, times: Float64Array.of(from) };
    },
    earliest: async () => null,
    latest: {
      position: (unitId: number) => stored.findLast((each) => each.unit_id === unitId) ?? null,
      indexOf: (unitId: number) => stored.findIndex((each) => each.unit_id === unitId),
      get times() {
        return Float64Array.from(stored, ({ time }) => Date.parse(time));
      },
    } as PositionStore['latest'],
  };
  return { store, stored, asked };
}

/** A map on which every report is on one road. */
export const ONE_ROAD: RoadHistory = {
  stretchesOf: async ({ count, times }) => (count === 0 ? [] : [{ at: times[0], road: 'primary' }]),
};

/** For tests of something else: repeaters that send nothing. */
export const SILENT_REPEATERS = {
  refusalOf: async () => null,
  test: async () => ({ ok: true, code: null, detail: '' }),
};

/** For tests of something else: what is stored counts, and nothing is under way. */
const NO_DETECTION: AskedDetection = {
  tripOf: () => null,
  catchUp: async () => undefined,
  recompute: async () => ({ trips: 0, fuelEvents: 0 }),
};

export interface TestApi {
  readonly server: FastifyInstance;
  readonly sessions: Sessions;
  readonly directory: Directory;
  readonly commands: CommandDispatcher;
  /** Where devices connect and answer. */
  readonly wire: DeviceWire & Switchboard;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly positions: ReturnType<typeof fakePositions>;
  /** Lines of the log. */
  readonly log: { level: string; message: string; details: Record<string, unknown> }[];
  /** Moves the clock that every call reads. */
  now: number;
  call<M extends string>(method: M, data?: object, header?: Partial<Header>): Promise<Called<M>>;
  signIn(username: string, account?: number): Promise<{ token: string; bearer: string; account: number | null }>;
  /** Waits for what goes on after answers. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Header {
  token: string | null;
  account: number | null;
  lang: string;
  service: string;
  remote: string;
  /** The Cookie header of a browser, empty for one without; left out: a program that takes its tokens of answers. */
  cookies: string;
}

/** An answer; of a method that is none, of no shape that is known. */
export interface Called<M extends string = string> {
  readonly status: number;
  readonly error: CallError | null;
  /** Null in an error's place is for tests not to look at. */
  readonly data: M extends MethodName ? Reply<M> : Record<string, unknown>;
  readonly correlationId: string;
  readonly headers: Record<string, unknown>;
}

/** Where our page sends them, with its cookies. */
const SESSION_METHODS = new Set<string>(['loginWithBearer', 'endSession']);

/** The service of a method; tests also call methods that do not exist. */
const serviceOf = (method: string) =>
  Object.hasOwn(catalogue, method) ? catalogue[method as MethodName].service : 'auth-service';

/** Parts of the product that a test brings instead of the empty ones. */
type ApiParts = Partial<GatewayOptions> &
  Partial<Pick<HandlerServices, 'unstoredReports' | 'mailNow' | 'resolveTxt'>> & {
    readonly store?: PositionStore;
    readonly detection?: AskedDetection;
  };

/** The real gateway over the real database, with a clock of the test's and a fake position store. */
export async function startApi(
  database: Database,
  { store, detection = NO_DETECTION, unstoredReports, mailNow, resolveTxt, ...overrides }: ApiParts = {},
): Promise<TestApi> {
  const log: TestApi['log'] = [];
  const write = (level: string) => (details: object, message: string) =>
    void log.push({ level, message, details: details as Record<string, unknown> });
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const messages = loadMessages();
  const problems = createProblems(messages);
  const directory = await createDirectory(database, { logger, time: { now: () => api.now }, retryPause: 10 });
  const sessions = createSessions({ database, directory });
  const positions = fakePositions();
  const unclaimed = [
    {
      identifier: '999',
      protocol: 'gt06',
      address: '10.0.0.9',
      first_seen: '2026-05-01T07:30:00.000Z',
      last_seen: '2026-05-01T07:59:00.000Z',
      attempts: 2,
      model: 'GT06N',
    },
  ];
  const sealer = createSealer(SECRET);
  const outbox = createOutbox(sealer, []);
  const background = createBackground(logger);
  const wire = createDeviceWire({ logger, now: () => opened?.now ?? START });
  let opened: TestApi | null = null;
  const commands = await openCommandDispatcher({
    database,
    directory,
    sealer,
    wire,
    time: { now: () => opened?.now ?? START },
    logger,
  });
  const places = createPlaces();
  const handlers = createHandlers({
    commands,
    places,
    geocoder: null,
    database,
    directory,
    sessions,
    hasher: hasherOfTests(),
    captcha: createCaptcha('secret of the test', 500),
    problems,
    messages,
    outbox,
    writer: createMessageWriter(messages),
    sealer,
    background,
    codeSecret: SECRET,
    publicUrl: null,
    resolveTxt: resolveTxt ?? (async () => []),
    push: { publicKey: 'the key of the tests' },
    newSecret: () => 'a secret of the tests',
    demo: true,
    positions: store ?? positions.store,
    roads: ONE_ROAD,
    repeaters: SILENT_REPEATERS,
    detection,
    unclaimed: ({ sees }) => {
      const rows = unclaimed.filter((row) => sees?.(row) !== false);
      return { rows, total: rows.length };
    },
    heardUnclaimed: () => null,
    trackerClaims: new TrackerClaims(),
    setupCode: await openSetupCode(database, () => SETUP_CODE),
    mailNow: mailNow ?? null,
    unstoredReports: unstoredReports ?? (() => []),
    refusalOf: () => null,
    listening: { host: null, ports: { osmand: 5055 } },
    openIngest: false,
  });
  const server = createGateway({
    handlers,
    sessions,
    messages,
    problems,
    logger,
    database,
    directory,
    things: createNamedThings(database),
    positions: store ?? positions.store,
    metrics: createMetrics(),
    pictures: createPictures(database),
    files: { open: (id, account) => openReportFile(database, id, account) },
    settingsOf: (accountId) => readSettings(database, accountId),
    sensorsOf: (unitIds, scope) => readAllSensors(database, scope, unitIds, api.now),
    time: { now: () => api.now },
    clientDirectory: null,
    clientConfig: { map: async () => ({ osm: null }), host: async ({ host }) => ({ host }) },
    setupNeeded: async () => false,
    config: { trustProxy: false, tileHosts: ['https://tiles.example'] },
    ...overrides,
  });
  const api: TestApi = {
    server,
    sessions,
    directory,
    commands,
    wire,
    outbox,
    sealer,
    positions,
    log,
    settled: () => background.settled(),
    now: START,
    async call(method, data = {}, { remote = '192.0.2.1', cookies, ...header } = {}) {
      const full = {
        timezone: 0,
        lang: 'en',
        method,
        service: serviceOf(method),
        token: null,
        account: null,
        version: '0.0.1',
        ...header,
      };
      const answer = await server.inject({
        method: 'POST',
        url: SESSION_METHODS.has(method) && cookies !== undefined ? SESSION_PATH : '/api',
        remoteAddress: remote,
        headers: cookies === undefined ? {} : { [COOKIE_HEADER]: '1', cookie: cookies },
        payload: { header: full, data },
      });
      const body = answer.json<ReplyEnvelope<Called<string>['data']>>();
      return {
        status: answer.statusCode,
        error: body.error,
        data: body.data as never,
        correlationId: body.header.correlationId,
        headers: answer.headers,
      };
    },
    async signIn(username, account) {
      const { data, error } = await api.call('signin', { username, password: PASSWORD });
      if (error) throw new Error(`${username} could not sign in: ${error.code}`);
      return {
        token: String(data.access_token),
        bearer: String(data.bearer_token),
        account: account ?? data.accounts[0]?.account_id ?? null,
      };
    },
    async close() {
      await background.settled();
      await places.close();
      await commands.close();
      sessions.close();
      directory.close();
      await server.close();
    },
  };
  opened = api;
  return api;
}

/** The cookies that an answer leaves in the browser, as it sends them with the next call. */
export function cookiesAfter({ headers }: Pick<Called, 'headers'>): string {
  const set = headers['set-cookie'];
  return (Array.isArray(set) ? set : [set ?? '']).map((cookie) => String(cookie).split(';')[0]).join('; ');
}
