import { MINUTE, toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Permissions } from '../../src/domain/access/index.ts';
import type { Database, Transaction } from '../store/database.types.ts';
import { COMPANIES, DEMO_MAIL_DOMAIN, DEMO_PASSWORD, PEOPLE, type Company, type CompanyKey, type Person, type RoleName } from './companies.ts';
import { administratorPermissions, OPERATOR_PERMISSIONS, VIEWER_PERMISSIONS } from './permissions.ts';
import { addUnits } from './worldUnits.ts';

/** What {@link seedDemoWorld} needs. */
export interface WorldOptions {
  readonly database: Database;
  readonly units: number;
  readonly now: Instant;
  hashPassword(text: string): Promise<string>;
}

/** The demo's accounts as they stand in the database. */
export interface DemoWorld {
  /** When the accounts were made: dead devices fell silent before. */
  readonly made: Instant;
  /** Tells this database from another one that was seeded at another time. */
  readonly name: string;
  /** Units that this start added. */
  readonly added: number;
}

type CompanyIds = ReadonlyMap<CompanyKey, number>;

/** The key in an account's settings that says which company of the demo it is; names may be changed by people. */
const MARK = 'demo_company';

/**
 * Makes accounts, roles, people, devices and units of the demo where they are missing: a second start adds
 * nothing, a larger number of units adds the difference, a smaller one takes none away. Run it before the
 * device registry is loaded: units that come by the thousand are not announced one by one.
 */
export async function seedDemoWorld(options: WorldOptions): Promise<DemoWorld> {
  const { database, now } = options;
  const ids = await database.transaction((transaction) => addCompanies(transaction, now));
  await addPeople(options, ids);
  const added = await addUnits(database, ids, options.units, now);
  const [owner] = await database.query<{ id: string; created_at: Date }>('select id, created_at from account where id = $1', [ids.get('owner')]);
  const made = new Date(owner.created_at).getTime();
  return { made, name: `${owner.id}:${toIso(made)}`, added };
}

async function addCompanies(transaction: Transaction, now: Instant): Promise<CompanyIds> {
  const rows = await transaction.query<{ id: string; company: CompanyKey }>(
    `select id, settings ->> '${MARK}' as company from account where settings ->> '${MARK}' is not null`,
  );
  const ids = new Map(rows.map((row) => [row.company, Number(row.id)]));
  for (const company of COMPANIES) {
    if (!ids.has(company.key)) ids.set(company.key, await addCompany(transaction, company, ids, now));
  }
  return ids;
}

async function addCompany(transaction: Transaction, company: Company, ids: CompanyIds, now: Instant): Promise<number> {
  const id = await transaction.nextId('account');
  const parent = company.parent === null ? null : (ids.get(company.parent) ?? null);
  await transaction.query(
    `insert into account (id, parent_id, name, type, status, restrict_sub_accounts, settings, created_at)
     values ($1, $2, $3, $4, 'active', $5, $6, $7)`,
    [id, parent, company.name, company.type, company.restricted, JSON.stringify({ [MARK]: company.key }), toIso(now)],
  );
  await announce(transaction, id, 'accountCreated', 'account', id, now, { name: company.name, type: company.type });
  const administrator = await addRole(transaction, id, 'Administrator', null, administratorPermissions(company.type), now);
  await addRole(transaction, id, 'Dispatcher', administrator, OPERATOR_PERMISSIONS, now);
  await addRole(transaction, id, 'Viewer', administrator, VIEWER_PERMISSIONS, now);
  return id;
}

async function addRole(
  transaction: Transaction,
  account: number,
  name: RoleName,
  parent: number | null,
  permissions: Permissions,
  now: Instant,
): Promise<number> {
  const id = await transaction.nextId('role');
  await transaction.query(
    'insert into role (id, account_id, name, parent_role_id, permissions, created_at) values ($1, $2, $3, $4, $5, $6)',
    [id, account, name, parent, JSON.stringify(permissions), toIso(now)],
  );
  await announce(transaction, account, 'roleCreated', 'role', id, now, { name });
  return id;
}

async function addPeople({ database, now, hashPassword }: WorldOptions, ids: CompanyIds): Promise<void> {
  const known = await database.query<{ username_key: string }>('select username_key from app_user where username_key = any($1)', [
    PEOPLE.map(({ username }) => username),
  ]);
  const present = new Set(known.map((row) => row.username_key));
  for (const person of PEOPLE) {
    if (present.has(person.username)) continue;
    // A salt each; and outside the transaction, for it takes its time on purpose.
    const hash = await hashPassword(DEMO_PASSWORD);
    await database.transaction((transaction) => addPerson(transaction, person, hash, ids, now));
  }
}

async function addPerson(transaction: Transaction, person: Person, hash: string, ids: CompanyIds, now: Instant): Promise<void> {
  const id = await transaction.nextId('app_user');
  const email = `${person.username}@${DEMO_MAIL_DOMAIN}`;
  await transaction.query(
    `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, status, lang, created_at)
     values ($1, $2, $2, $3, $3, $4, $5, $6, 'active', $7, $8)`,
    [id, person.username, email, person.firstName, person.lastName, hash, person.lang, toIso(now)],
  );
  for (const [index, [company, role]] of person.memberships.entries()) {
    const account = ids.get(company);
    // A minute apart, so that the accounts keep their order in the list.
    await transaction.query(
      `insert into membership (user_id, account_id, role_id, created_at)
       select $1, $2, id, $4 from role where account_id = $2 and name = $3`,
      [id, account, role, toIso(now + index * MINUTE)],
    );
    await announce(transaction, Number(account), 'userJoined', 'user', id, now, { username: person.username, role });
  }
}

async function announce(
  transaction: Transaction,
  account: number,
  kind: string,
  subjectType: string,
  subject: number,
  now: Instant,
  data: Record<string, unknown>,
): Promise<void> {
  await transaction.appendEvent({ account_id: account, kind, subject_type: subjectType, subject_id: subject, user_id: null, time: toIso(now), data });
}
