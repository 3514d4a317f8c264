import pg from 'pg';
import { effectivePermissions, type Permissions } from '../../src/domain/access/index.ts';
import type { AccountType } from '../../src/domain/account/index.ts';
import { DAY } from '../../src/domain/base/index.ts';
import { ENTITIES } from '../../src/domain/entities/index.ts';
import { PEOPLE, seedDemoWorld } from '../../server/demo/index.ts';
import type { Database } from '../../server/store/index.ts';
import { START } from './api.ts';
import { newCondition, type RuleTest } from '../../src/domain/rule/index.ts';
import { newSchedule, planAt, routeSchema } from '../../src/domain/route/index.ts';
import { sampleRow } from './entitySamples.ts';

/** Where an account lies, seen from the one that somebody acts in. */
export const PLACES = ['own', 'sibling', 'child', 'grandchild', 'parent'] as const;
export type MatrixPlace = (typeof PLACES)[number];

/** An account with one of each thing that a call could reach for; their names hold `marker`. */
export interface Target {
  readonly accountId: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly type: AccountType;
  readonly restricted: boolean;
  readonly marker: string;
  readonly unitId: number;
  /**
   * A device in no unit, with a sensor, a kept command, a command on its way and an allocation; the numbers are the
   * same.
   */
  readonly deviceId: number;
  /** One of each entity that derives from its definition. */
  readonly entityId: number;
  readonly roleId: number;
  readonly userId: number;
  readonly invitationId: number;
}

/** A demo sign-in at work in one of their accounts. */
export interface Actor {
  readonly name: string;
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly permissions: Permissions;
  readonly targets: Readonly<Partial<Record<MatrixPlace, Target>>>;
}

export interface MatrixWorld {
  readonly actors: readonly Actor[];
  readonly targets: ReadonlyMap<number, Target>;
  /** Puts back what a call may have taken away. */
  restore(target: Target): Promise<void>;
}

/** What a target's number grows by to that of the device in its unit, and of the command to it. */
export const UNIT_DEVICE = 50_000;

/** A sensor as its form sends it. */
export const SENSOR_FORM = {
  type: 'speed',
  name: 'Speed',
  parameter: 'can_speed',
  field: 'speed',
  table: { kind: 'none' },
} as const;

/** What the rules of the world ask for. */
const ruleTest = (sensor: string): RuleTest => ({
  match: 'all',
  conditions: [{ ...newCondition('sensor'), sensor, maximum: 90 }],
  hold: 0,
});

/** Far above every number that the product gives in the test, so that the two do not meet. */
const FIRST_ID = 900_000;

interface AccountRow {
  id: number;
  parent_id: number | null;
  name: string;
  type: AccountType;
  restrict_sub_accounts: boolean;
  status: string;
}

/** The demo world, with an account below the restricted one, and targets in every account. */
export async function fillMatrixWorld(database: Database): Promise<MatrixWorld> {
  await seedDemoWorld({
    database,
    units: 40,
    now: START,
    hashPassword: () => Promise.resolve('no password opens this'),
  });
  await database.query(
    `insert into account (id, parent_id, name, type, status, created_at)
     select ${FIRST_ID}, id, 'Gulf Secret Yard', 'CONSUMER', 'active', created_at from account where restrict_sub_accounts order by id limit 1`,
  );
  const accounts = await database.query<AccountRow>(
    "select id, parent_id, name, type, restrict_sub_accounts, status from account where status = 'active' order by id",
  );
  const targets = new Map(accounts.map((account, index) => [account.id, targetOf(account, FIRST_ID + 1 + index)]));
  const restore = (target: Target) => addTarget(database, target);
  for (const target of targets.values()) await restore(target);
  return { actors: await readActors(database, targets), targets, restore };
}

function targetOf(account: AccountRow, id: number): Target {
  return {
    accountId: account.id,
    parentId: account.parent_id,
    name: account.name,
    type: account.type,
    restricted: account.restrict_sub_accounts,
    marker: `Target${id}`,
    unitId: id,
    deviceId: id,
    entityId: id,
    roleId: id,
    userId: id,
    invitationId: id,
  };
}

async function addTarget(
  database: Database,
  { accountId, marker, unitId, deviceId, entityId, roleId, userId, invitationId }: Target,
): Promise<void> {
  const at = new Date(START - DAY);
  const unitDeviceId = unitId + UNIT_DEVICE;
  const statements: string[] = [];
  const insert = (sql: string, ...values: unknown[]) =>
    void statements.push(`insert into ${withValues(sql, values)} on conflict do nothing`);
  insert(
    "unit (id, account_id, name, kind, created_at) values ($1, $2, $3, 'van', $4)",
    unitId,
    accountId,
    `${marker} unit`,
    at,
  );
  insert(
    "device (id, account_id, unique_identifier, name, device_model, created_at) values ($1, $2, $3, $4, 'FMB920', $5)",
    deviceId,
    accountId,
    marker,
    `${marker} device`,
    at,
  );
  insert(
    "sensor (id, device_id, position, field, name, type, definition, created_at) values ($1, $1, 0, 'speed', $2, 'speed', $3, $4)",
    deviceId,
    `${marker} sensor`,
    JSON.stringify({ ...SENSOR_FORM, name: `${marker} sensor` }),
    at,
  );
  insert(
    "device_command (id, device_id, code, text, created_at) values ($1, $1, $2, 'getinfo', $3)",
    deviceId,
    marker,
    at,
  );
  // The unit's own device, and a command to each that nobody has sent yet.
  insert(
    "device (id, account_id, unique_identifier, name, device_model, created_at) values ($1, $2, $3, $4, 'FMB920', $5)",
    unitDeviceId,
    accountId,
    `${marker}U`,
    `${marker} box`,
    at,
  );
  insert('unit_device (unit_id, device_id, position) values ($1, $2, 0)', unitId, unitDeviceId);
  for (const id of [deviceId, unitDeviceId]) {
    insert(
      `command_execution (id, device_id, account_id, user_id, code, text, state, created_at, expires_at) values ($1, $1, $2, $3, $4, 'getinfo', 'queued', $5, $6)`,
      id,
      accountId,
      userId,
      marker,
      new Date(START),
      new Date(START + DAY),
    );
  }
  insert(
    'device_allocation (id, device_id, account_id, start_at, end_at, user_id, created_at) values ($1, $1, $2, $3, $4, $5, $3)',
    deviceId,
    accountId,
    at,
    new Date(START + DAY),
    userId,
  );
  insert(
    'unit_allocation (id, unit_id, account_id, device_ids, start_at, end_at, user_id, created_at) values ($1, $1, $2, $3, $4, $5, $6, $4)',
    unitId,
    accountId,
    '[]',
    at,
    new Date(START + DAY),
    userId,
  );
  for (const { name } of ENTITIES) {
    const form = Object.entries(sampleRow(name, entityId, marker));
    const values = form.map(([, value]) => (Array.isArray(value) ? JSON.stringify(value) : value));
    insert(
      `${name} (id, account_id, created_at, ${form.map(([field]) => field).join(', ')}) values ($1, $2, $3, ${form.map((_, place) => `$${place + 4}`).join(', ')})`,
      entityId,
      accountId,
      at,
      ...values,
    );
  }
  insert(
    "service_record (id, service_reminder_id, unit_id, done_at, place, created_at, before) values ($1, $1, $2, $3, $4, $3, '{}')",
    entityId,
    unitId,
    at,
    `${marker} garage`,
  );
  insert(
    `report_generation (id, account_id, report_id, job_id, user_id, name, form, from_at, to_at, time_zone, own_zone, lang, created_at, expires_at, state)
     values ($1, $2, $1, 0, $3, $4, $5, $6, $7, 'UTC', 'UTC', 'en', $6, $8, 'done')`,
    entityId,
    accountId,
    userId,
    `${marker} report`,
    JSON.stringify(sampleRow('report', entityId, marker)),
    at,
    new Date(START),
    new Date(START + DAY),
  );
  insert(
    "operator_binding (id, operator_id, unit_id, from_at, to_at, source, created_at) values ($1, $1, $2, $3, $4, 'manual', $3)",
    entityId,
    unitId,
    at,
    new Date(START - DAY / 2),
  );
  insert(
    `rule_occurrence (unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, since, value) values ($1, $2, $3, $3, $4, $5, $6, $7, 'speed', $3, 95)`,
    unitId,
    entityId,
    at,
    accountId,
    `${marker} rule`,
    `${marker} unit`,
    JSON.stringify(ruleTest(`${marker} sensor`)),
  );
  insert(
    `alarm (id, account_id, alert_id, alert_name, severity, policy, rule_id, rule_name, unit_id, unit_name, at, raised_at, open_since, last_at)
     values ($1, $2, $1, $3, 'warning', $4, $1, $5, $6, $7, $8, $8, $8, $8)`,
    entityId,
    accountId,
    `${marker} alert`,
    JSON.stringify({ auto_resolve: true, acknowledge_minutes: null, escalation: [] }),
    `${marker} rule`,
    unitId,
    `${marker} unit`,
    at,
  );
  const plan = planAt({ ...routeSchema.cast(sampleRow('route', entityId, marker)), shapes: {} }, at.getTime());
  insert(
    'schedule (id, account_id, route_id, key, name, enabled, plan) values ($1, $2, $1, 1, $3, true, $4)',
    entityId,
    accountId,
    `${marker} schedule`,
    JSON.stringify({ ...newSchedule(1), unit_ids: [unitId] }),
  );
  insert(
    `route_run (id, account_id, route_id, unit_id, start_at, end_at, from_at, until_at, plan, created_at) values ($1, $2, $1, $3, $4, $4, $5, $6, $7, $4)`,
    entityId,
    accountId,
    unitId,
    at,
    new Date(plan.from),
    new Date(plan.until),
    JSON.stringify(plan),
  );
  insert(
    `share (id, account_id, name, token_hash, from_at, to_at, names, trail, zones, driver, scope_below, created_by, created_at)
     select $1, $2, $3, $4, $5, $6, true, false, false, false, false, min(id), $5 from app_user`,
    entityId,
    accountId,
    `${marker} share`,
    Buffer.from(`share ${entityId}`),
    at,
    new Date(START + DAY),
  );
  statements.push(`update share set revoked_at = null where id = ${entityId}`);
  insert('share_unit (share_id, place, unit_id) values ($1, 1, $2)', entityId, unitId);
  insert(
    'role (id, account_id, name, permissions, created_at) values ($1, $2, $3, $4, $5)',
    roleId,
    accountId,
    `${marker} role`,
    '{"units": ["r"]}',
    at,
  );
  insert(
    "app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, created_at) values ($1, $2, $3, $4, $4, $2, 'Target', 'none', $5)",
    userId,
    marker,
    marker.toLowerCase(),
    `${marker.toLowerCase()}@example.test`,
    at,
  );
  insert(
    'membership (user_id, account_id, role_id, created_at) values ($1, $2, $3, $4)',
    userId,
    accountId,
    roleId,
    at,
  );
  insert(
    `invitation (id, account_id, role_id, role_name, email, email_key, token_hash, status, invited_by, created_at, sent_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6, 'pending', $7, $8, $8, $9)`,
    invitationId,
    accountId,
    roleId,
    `${marker} role`,
    `${marker.toLowerCase()}.invited@example.test`,
    Buffer.from(marker),
    userId,
    at,
    new Date(START + 5 * DAY),
  );
  // All of them in one go: tests put targets back hundreds of times.
  await database.query(statements.join(';\n'));
}

/** A statement with its values in it, as several at once have no parameters. */
const withValues = (sql: string, values: readonly unknown[]): string =>
  sql.replace(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (typeof value === 'object') return pg.escapeLiteral(JSON.stringify(value));
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
}

async function readActors(database: Database, targets: ReadonlyMap<number, Target>): Promise<Actor[]> {
  const rows = await database.query<{
    id: number;
    username: string;
    email: string;
    account_id: number;
    permissions: Permissions;
  }>(
    `select u.id, u.username, u.email, m.account_id, r.permissions from app_user u join membership m on m.user_id = u.id join role r on r.id = m.role_id
     where u.username = any($1) order by array_position($1, u.username), m.created_at`,
    [PEOPLE.map(({ username }) => username)],
  );
  const all = [...targets.values()];
  return rows.map((row) => {
    const own = targets.get(row.account_id);
    if (!own) throw new Error(`${row.username} works in an account that is not active.`);
    const places: Partial<Record<MatrixPlace, Target>> = { own };
    const put = (place: MatrixPlace, target: Target | undefined) => (target ? (places[place] = target) : null);
    put(
      'parent',
      all.find((target) => target.accountId === own.parentId),
    );
    put(
      'child',
      all.find((target) => target.parentId === own.accountId),
    );
    put(
      'grandchild',
      all.find((target) => target.parentId !== null && targets.get(target.parentId)?.parentId === own.accountId),
    );
    put(
      'sibling',
      all.find(
        (target) => target.accountId !== own.accountId && target.parentId === own.parentId && own.parentId !== null,
      ),
    );
    return {
      name: `${row.username} in ${own.name}`,
      userId: row.id,
      username: row.username,
      email: row.email,
      targets: places,
      permissions: effectivePermissions({ type: own.type, restrict_sub_accounts: own.restricted }, row.permissions),
    };
  });
}

const TABLES = [
  'account',
  'role',
  'membership',
  'app_user',
  'unit',
  'unit_device',
  'device',
  ...ENTITIES.map(({ name }) => name),
  'sensor',
  'alert_rule',
  'notification_alert',
  'notification_unit',
  'notification_label',
  'notification_user',
  'notification_role',
  'alarm',
  'rule_unit',
  'rule_occurrence',
  'device_command',
  'command_execution',
  'device_allocation',
  'unit_allocation',
  'saved_view',
  'default_view',
  'invitation',
  'api_key',
  'image',
  'account_logo',
  'event',
  'outbox',
  'report_generation',
];

/** Everything that a call could have changed, as one text. */
export async function fingerprint(database: Database): Promise<string> {
  const parts: string[] = [];
  for (const table of TABLES) {
    const [row] = await database.query<{ sum: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`,
    );
    parts.push(`${table} ${row?.sum ?? 'empty'}`);
  }
  return parts.join('\n');
}
