import { afterAll, beforeAll } from 'vitest';
import type { MethodName, Reply } from '../../src/api/contract/index.ts';
import { catalogue, type CallError } from '../../src/api/contract/index.ts';
import { success, type AccountId, type Result, type UserId } from '../../src/domain/base/index.ts';
import { runCall } from '../../server/gateway/calls.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import type { Authenticator } from '../../server/call/ports.ts';
import type { Handlers } from '../../server/call/types.ts';
import { createAccountHandlers } from '../../server/modules/accounts/index.ts';
import { createAuditHandlers } from '../../server/modules/audit/index.ts';
import { createSessions } from '../../server/modules/auth/index.ts';
import {
  createCommandHandlers,
  openCommandDispatcher,
  type CommandDispatcher,
} from '../../server/modules/commands/index.ts';
import { createDeviceHandlers } from '../../server/modules/devices/index.ts';
import { createPeopleHandlers } from '../../server/modules/people/index.ts';
import { createJobHandlers } from '../../server/modules/jobs/index.ts';
import { createLabelHandlers } from '../../server/modules/labels/index.ts';
import { createOperatorHandlers } from '../../server/modules/operators/index.ts';
import { createAlarmHandlers } from '../../server/modules/alarms/index.ts';
import { createNotificationHandlers } from '../../server/modules/notifications/index.ts';
import { createRepeaterHandlers } from '../../server/modules/repeaters/index.ts';
import { createMaintenanceHandlers } from '../../server/modules/maintenance/index.ts';
import { createReportHandlers } from '../../server/modules/reports/index.ts';
import { createRouteHandlers } from '../../server/modules/routes/index.ts';
import { createRoleHandlers } from '../../server/modules/roles/index.ts';
import { createDirectory, createNamedThings, TrackerClaims, type Inviting } from '../../server/modules/shared/index.ts';
import { createGeofenceHandlers } from '../../server/modules/geofences/index.ts';
import { createRuleHandlers } from '../../server/modules/rules/index.ts';
import { createSavedViewHandlers } from '../../server/modules/savedViews/index.ts';
import { createSearchHandlers } from '../../server/modules/search/index.ts';
import { createSensorHandlers } from '../../server/modules/sensors/index.ts';
import { createEntityHandlers } from '../../server/modules/shared/entity/index.ts';
import { entityTables } from '../../server/modules/registry.ts';
import { createDetectedHandlers } from '../../server/modules/tracking/index.ts';
import { createUnitHandlers } from '../../server/modules/units/index.ts';
import { seedDemoWorld } from '../../server/demo/index.ts';
import { createDeviceWire, UnstoredReports, type DeviceWire, type Switchboard } from '../../server/ingest/index.ts';
import { createSealer, type Database } from '../../server/store/index.ts';
import { ONE_ROAD, SILENT_REPEATERS, fakePositions } from './api.ts';
import { withTestDatabase } from './postgres.ts';

export const NOON = Date.UTC(2026, 10, 21, 12);
export const REMOTE = '192.0.2.7';

/** The modules of accounts, people, roles, units, devices and audit over the demo world, called as a person of it. */
export interface ModuleWorld {
  /** Whom accounts' creations invited, oldest first. */
  readonly invited: Inviting[];
  /** Where devices connect and answer. */
  readonly wire: DeviceWire & Switchboard;
  readonly commands: CommandDispatcher;
  readonly positions: ReturnType<typeof fakePositions>;
  /** What devices in no unit report. */
  readonly unstored: UnstoredReports;
  /** Moves the clock that every call reads. */
  now: number;
  readonly directory: Awaited<ReturnType<typeof createDirectory>>;
  /** What the inviter answers next instead of inviting. */
  refuseInvitations: CallError | null;
  /** Unclaimed trackers, when they were heard last and from where. */
  readonly heard: Map<string, { at: number; address: string }>;
  /** What the name servers answer. */
  readonly txtRecords: Map<string, readonly string[]>;
  call<M extends MethodName>(
    username: string,
    account: string,
    method: M,
    data?: object,
  ): Promise<Result<Reply<M>, CallError>>;
  account(name: string): Promise<number>;
  user(username: string): Promise<number>;
  role(account: string, name: string): Promise<number>;
  close(): Promise<void>;
}

const NO_PLACES = { gazetteer: () => Promise.resolve({ find: () => [], nearest: () => null }) };

const logger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details: object) => {
    throw new Error(JSON.stringify(details));
  },
};

/** Fills the database with the demo world and opens the modules on it. */
export async function openModules(database: Database): Promise<ModuleWorld> {
  await seedDemoWorld({ database, units: 40, now: NOON, hashPassword: (text) => Promise.resolve(`hash of ${text}`) });
  const directory = await createDirectory(database, { logger, time: { now: () => NOON } });
  const messages = loadMessages();
  const problems = createProblems(messages);
  const sessions = createSessions({ database, directory });
  const one = async (sql: string, ...parameters: unknown[]): Promise<number> => {
    const rows = await database.query<{ id: number }>(sql, parameters);
    if (rows.length !== 1) throw new Error(`${rows.length} rows for ${sql} with ${parameters.join(', ')}`);
    return rows[0]?.id;
  };
  const user = (username: string) => one('select id from app_user where username = $1', username);
  const account = (name: string) => one('select id from account where name = $1', name);
  // A user name is token enough here: tokens have tests of their own.
  const authenticator: Authenticator = {
    async authenticate(token, accountId, now) {
      const userId = (await user(token)) as UserId;
      const entered = accountId === null ? null : await sessions.enter(userId, accountId, now);
      return success({
        session: { sessionId: 1, userId, account: entered?.ok ? entered.value : null },
        accountRefusal: entered && !entered.ok ? entered.error : null,
      });
    },
  };
  const world: Pick<ModuleWorld, 'invited' | 'refuseInvitations' | 'now' | 'txtRecords' | 'heard'> = {
    invited: [],
    refuseInvitations: null,
    txtRecords: new Map(),
    heard: new Map(),
    now: NOON,
  };
  const wire = createDeviceWire({ logger, now: () => world.now });
  const sealer = createSealer('a secret of the tests that is long enough');
  const commands = await openCommandDispatcher({
    database,
    directory,
    sealer,
    wire,
    time: { now: () => world.now },
    logger,
  });
  const positions = fakePositions();
  const unstored = new UnstoredReports();
  const services = {
    database,
    directory,
    problems,
    messages,
    commands,
    sealer,
    sessions,
    places: NO_PLACES,
    publicUrl: null,
    push: { publicKey: 'the key of the tests' },
    newSecret: () => 'a secret of the tests',
    repeaters: SILENT_REPEATERS,
    positions: positions.store,
    roads: ONE_ROAD,
    unstoredReports: (deviceId: number) => unstored.of(deviceId),
    refusalOf: () => null,
    heardUnclaimed: (identifier: string) => world.heard.get(identifier) ?? null,
    trackerClaims: new TrackerClaims(),
  };
  const handlers = {
    ...createAccountHandlers({
      ...services,
      publicUrl: 'https://wayline.example',
      codeSecret: 'a secret of the tests',
      resolveTxt: async (name) => world.txtRecords.get(name) ?? [],
      inviter: {
        async invite(_transaction, _context, inviting) {
          if (world.refuseInvitations) return { ok: false, error: world.refuseInvitations };
          world.invited.push(inviting);
          return success({ invitationIds: [world.invited.length] });
        },
      },
    }),
    ...createRoleHandlers(services),
    ...createPeopleHandlers(services),
    ...createAuditHandlers(services),
    ...createSavedViewHandlers(services),
    ...createUnitHandlers(services),
    ...createDeviceHandlers(services),
    ...createSensorHandlers(services),
    ...createEntityHandlers(services, entityTables(services)),
    ...createLabelHandlers(services),
    ...createRuleHandlers(services),
    ...createAlarmHandlers(services),
    ...createNotificationHandlers(services),
    ...createRepeaterHandlers(services),
    ...createOperatorHandlers({ ...services, detection: { catchUp: async () => undefined, tripOf: () => null } }),
    ...createRouteHandlers(services),
    ...createMaintenanceHandlers(services),
    ...createReportHandlers(services),
    ...createGeofenceHandlers(services),
    ...createCommandHandlers(services),
    ...createDetectedHandlers({
      ...services,
      detection: {
        catchUp: async () => undefined,
        tripOf: () => null,
        recompute: async () => ({ trips: 0, fuelEvents: 0 }),
      },
    }),
    ...createSearchHandlers({ ...services, places: NO_PLACES, geocoder: null }),
    ...createJobHandlers(services),
  } as Partial<Handlers> as Handlers;
  return Object.assign(world, {
    directory,
    account,
    user,
    wire,
    commands,
    positions,
    unstored,
    role: async (of: string, name: string) =>
      one('select id from role where account_id = $1 and name = $2', await account(of), name),
    async call<M extends MethodName>(username: string, of: string, method: M, data: object = {}) {
      const header = {
        timezone: 0,
        lang: 'en',
        method,
        service: catalogue[method].service,
        token: username,
        account: (await account(of)) as AccountId,
        version: '0',
      };
      const origin = {
        correlationId: 'c',
        remote: REMOTE,
        userAgent: 'test',
        origin: 'https://fleet.example',
        isFromThisMachine: false,
        now: world.now,
      };
      const outcome = await runCall({ header, data }, origin, {
        handlers,
        sessions: authenticator,
        messages,
        problems,
        logger,
        directory,
        things: createNamedThings(database),
      });
      return outcome.result as Result<Reply<M>, CallError>;
    },
    async close() {
      await commands.close();
      sessions.close();
      directory.close();
    },
  });
}

/** Calls as one person in one account. */
export type Caller = <M extends MethodName>(method: M, data?: object) => Promise<Result<Reply<M>, CallError>>;

/** What a test file sees of the modules: inside its tests and hooks only. */
export interface OpenModules {
  readonly database: Database;
  readonly world: ModuleWorld;
  /** A caller; may be made before the modules are open. */
  as(username: string, account: string): Caller;
}

/** Gives the test file the modules on a demo world of its own, from before its first test to after its last. */
export function withModules(): OpenModules {
  const test = withTestDatabase();
  let opened: ModuleWorld | null = null;
  beforeAll(async () => {
    opened = await openModules(test.database);
  });
  afterAll(() => opened?.close());
  const world = (): ModuleWorld => {
    if (!opened) throw new Error('The modules are open inside tests and hooks only');
    return opened;
  };
  return {
    get database() {
      return test.database;
    },
    get world() {
      return world();
    },
    as:
      (username, account) =>
      (method, data = {}) =>
        world().call(username, account, method, data),
  };
}

/** The value of a call that must succeed; throws with its problem otherwise. */
export function valueOf<Value>(answer: Result<Value, CallError>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}
