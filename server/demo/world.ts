import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Database, Queryable } from '../store/database.types.ts';
import { allowLongStatements } from '../store/index.ts';
import { chronicle } from './chronicle.ts';
import { COMPANIES, DEMO_PASSWORD, PEOPLE, type CompanyKey } from './companies.ts';
import { drawLogos } from './logos.ts';
import { MARK, Scribe } from './scribe.ts';
import { STAFF } from './staff.ts';
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
  /** When the world was made: dead devices fell silent before. */
  readonly made: Instant;
  /** Distinguishes this database from another one that was seeded at another time. */
  readonly name: string;
  /** Units that this start added. */
  readonly added: number;
}

/** Where the provider's settings say when the world was made; its account is older, by the story. */
const MADE = 'demo_made';

/**
 * Makes accounts, roles, people, devices and units of the demo where they are missing: a second start adds
 * nothing, a larger number of units adds the difference, a smaller one takes none away. Run it before the
 * device registry is loaded: units that come by the thousand are not announced one by one.
 */
export async function seedDemoWorld(options: WorldOptions): Promise<DemoWorld> {
  const { database, now } = options;
  const ids = await recordChronicle(options);
  const added = await addUnits(database, ids, options.units, now);
  const [owner] = await database.query<{ id: number; created_at: Date; made: string | null }>(
    `select id, created_at, settings ->> '${MADE}' as made from account where id = $1`,
    [ids.get('owner')],
  );
  const made = new Date(owner.made ?? owner.created_at).getTime();
  return { made, name: `${owner.id}:${toIso(made)}`, added };
}

/** Carries out what has not happened in this database yet: everything, or what concerns companies that are missing. */
async function recordChronicle({
  database,
  now,
  hashPassword,
}: WorldOptions): Promise<ReadonlyMap<CompanyKey, number>> {
  const before = await readCompanies(database);
  if (COMPANIES.every(({ key }) => before.has(key))) return before;
  const present = await readPeople(database);
  const hashes = await hashMissing(present, hashPassword);
  const logos = await drawLogos();
  return database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    const companies = await readCompanies(transaction);
    const known = new Set(companies.keys());
    const scribe = new Scribe(transaction, companies, await readPeople(transaction));
    for (const act of chronicle({ now, logos, hashes })) if (!known.has(act.company)) await act.run(scribe);
    if (!known.has('owner')) {
      await transaction.query('update account set settings = settings || $2::jsonb where id = $1', [
        companies.get('owner'),
        JSON.stringify({ [MADE]: toIso(now) }),
      ]);
    }
    return companies;
  });
}

async function readCompanies(database: Queryable): Promise<Map<CompanyKey, number>> {
  const rows = await database.query<{ id: number; company: CompanyKey }>(
    `select id, settings ->> '${MARK}' as company from account where settings ->> '${MARK}' is not null`,
  );
  return new Map(rows.map((row) => [row.company, row.id]));
}

async function readPeople(database: Queryable): Promise<Map<string, number>> {
  const names = [...PEOPLE, ...STAFF].map(({ username }) => username);
  const rows = await database.query<{ id: number; username_key: string }>(
    'select id, username_key from app_user where username_key = any($1)',
    [names],
  );
  return new Map(rows.map((row) => [row.username_key, row.id]));
}

/**
 * Outside the transaction, for it takes its time on purpose. A salt each for those whose sign-in is
 * printed; the others share one, since all have the same password and it is no secret.
 */
async function hashMissing(
  present: ReadonlyMap<string, number>,
  hashPassword: WorldOptions['hashPassword'],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { username } of PEOPLE)
    if (!present.has(username)) hashes.set(username, await hashPassword(DEMO_PASSWORD));
  const missing = STAFF.filter(({ username }) => !present.has(username));
  if (missing.length === 0) return hashes;
  const shared = await hashPassword(DEMO_PASSWORD);
  for (const { username } of missing) hashes.set(username, shared);
  return hashes;
}
